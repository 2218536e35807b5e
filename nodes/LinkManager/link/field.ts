import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { Field } from '../../shared/node/field';
import type { FormValue } from '../form';
import type { Shown } from '../linkState';

/** A row of a rules field. */
export type Rule = Readonly<Record<string, string>>;

/** What becomes of a field of a link. */
interface Sent {
	/** The service's names for it: what is sent goes under each of them. */
	apiNames: readonly string[];
	/** The entry of Clear Fields that empties it, and what is sent then. Fields may share an entry. */
	clear?: { entry: INodePropertyOptions & { value: string }; sends: FormValue };
	/** Whether a record shows what is sent; absent if a record never shows it plainly. */
	shows?(record: IDataObject, sent: FormValue): Shown;
}

/**
 * One field of a link: how the form asks for it, what it gives, and what becomes of that. The collections
 * of the form, what is sent, Clear Fields and the names of fields in messages all come from these.
 */
export class LinkField<Name extends string, T> extends Field<Name, T> {
	constructor(
		{ property, read }: Field<Name, T>,
		readonly sent: Sent,
	) {
		super(property, read);
	}
}
