import type { IDataObject } from 'n8n-workflow';

import { Form } from '../../nodes/shared/node/form.js';

/** A form with these values. */
export function formOf(values: IDataObject): Form {
	return new Form((name, fallback) => (name in values ? values[name] : fallback), {
		json: {},
		timezone: 'UTC',
		isTool: false,
	});
}
