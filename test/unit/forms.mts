import type { IDataObject } from 'n8n-workflow';

import { Form } from '../../nodes/shared/node/form.js';

/** A form with these values; they are stored as they are given, or as `stored` says. */
export function formOf(values: IDataObject, stored: IDataObject = values): Form {
	return new Form(
		{
			value: (name, fallback) => (name in values ? values[name] : fallback),
			stored: (name) => stored[name],
		},
		{ json: {}, timezone: 'UTC', isTool: false },
	);
}
