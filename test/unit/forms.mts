import type { IDataObject } from 'n8n-workflow';

import { Form } from '../../nodes/shared/node/form.js';

/** A form with these values; they are stored as they are given, or as `stored` says. */
export function formOf(values: IDataObject, stored: IDataObject = values): Form {
	return new Form(
		(name, fallback, { rawExpressions }) => {
			if (rawExpressions) return stored[name];
			return name in values ? values[name] : fallback;
		},
		{ json: {}, timezone: 'UTC', isTool: false },
	);
}
