import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Locator } from '../../shared/node/parameters';
import type { FormValue } from '../form';

/** A row of a rules field: the columns that have a value. */
export type Rule = Readonly<Record<string, string>>;

/** The fields of a link as the form holds them, as far as they are more than a plain value. */
export interface LinkValues {
	url: string;
	alias: string;
	domainId: Locator;
	expirationDate: unknown;
	expirationTime: string;
	pixelIds: string[];
	spaceId: Locator;
	targetType: number;
	countryRules: Rule[];
	languageRules: Rule[];
	platformRules: Rule[];
	rotationRules: Rule[];
}

/**
 * One field of a link: how the form asks for it, and what the service is sent. The collections of the
 * form, what is sent, Clear Fields and the names of fields in messages all come from a table of these.
 */
export interface Field {
	/** How the form asks for it. */
	property: INodeProperties;
	/** The service's names for it: what is sent goes under each of them. */
	apiNames: readonly string[];
	/** The entry of Clear Fields that empties it, and what is sent then. Fields may share an entry. */
	clear?: { entry: INodePropertyOptions & { value: string }; sends: FormValue };
	/** The value that another field must have for this one to be in use. */
	usedIf?: { field: Field; is: number };
	/**
	 * What is sent, where that is not the value itself as text; undefined for nothing.
	 *
	 * @param timezone the workflow's
	 * @throws UserError naming the field
	 */
	read?(values: Partial<LinkValues>, timezone: string): FormValue | undefined;
}
