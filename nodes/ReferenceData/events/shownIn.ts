import type { IDataObject } from 'n8n-workflow';

import type { Scalar, Shown } from '../../shared/trigger/event';

/** The fields that a record has, of those asked for. */
export function shownIn(record: IDataObject, fields: readonly string[]): Shown {
	const present = fields.filter((field) => record[field] !== undefined);
	return Object.fromEntries(present.map((field) => [field, record[field] as Scalar]));
}
