import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import { type Locator, requireText } from '../../shared/item/parameters';
import type { FormFields } from '../form';
import { END_OF_DAY, readDay, readTime } from './expiration';
import { spaceIdProperty } from './locator';
import {
	countryRulesProperty,
	languageRulesProperty,
	platformRulesProperty,
	rotationRulesProperty,
	type Rule,
	targetingFields,
	type TargetingParameter,
	targetTypeProperty,
} from './targeting';

/** The optional fields of a link as the form holds them; only what the user added is there. */
export interface LinkValues extends Partial<Record<TargetingParameter, Rule[]>> {
	alias?: string;
	disabled?: number;
	expirationClicks?: number;
	expirationDate?: unknown;
	expirationTime?: string;
	expirationUrl?: string;
	password?: string;
	pixelIds?: string[];
	privacy?: number;
	privacyPassword?: string;
	spaceId?: Locator;
	targetType?: number;
	url?: string;
}

export const urlProperty: INodeProperties = {
	displayName: 'Destination URL',
	name: 'url',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://example.com/spring-sale',
	description: 'Where the short link sends people',
};

/** The entries of Additional Fields, and of Update Fields besides the URL. */
export const linkFieldProperties: INodeProperties[] = [
	{
		displayName: 'Alias',
		name: 'alias',
		type: 'string',
		default: '',
		placeholder: 'e.g. spring-sale',
		description: 'The last part of the short address. If you give none, the service makes one up.',
	},
	countryRulesProperty,
	{
		displayName: 'Expiration Clicks',
		name: 'expirationClicks',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description: 'After how many clicks the link expires',
	},
	{
		displayName: 'Expiration Date',
		name: 'expirationDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description:
			"The last day of the link, in the workflow's timezone. Only the day counts: the time of day comes from Expiration Time, and is 23:59 if you do not add it.",
	},
	{
		displayName: 'Expiration Time',
		name: 'expirationTime',
		type: 'string',
		default: '',
		placeholder: 'e.g. 18:30',
		description: 'The time on that day, as HH:MM on the 24-hour clock. Needs an Expiration Date.',
	},
	{
		displayName: 'Expiration URL',
		name: 'expirationUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/offer-over',
		description: 'Where people are sent once the link has expired',
	},
	languageRulesProperty,
	{
		displayName: 'Password',
		name: 'password',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: 'What people must enter before they are sent to the destination',
	},
	{
		displayName: 'Pixel Names or IDs',
		name: 'pixelIds',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getPixels' },
		default: [],
		description:
			'The pixels that fire when the link is opened. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	platformRulesProperty,
	rotationRulesProperty,
	spaceIdProperty,
	{
		displayName: 'State',
		name: 'disabled',
		type: 'options',
		options: [
			{ name: 'Active', value: 0 },
			{ name: 'Disabled', value: 1 },
		],
		default: 0,
		description: 'Whether the link works. A disabled link is kept, but sends nobody on.',
	},
	{
		displayName: 'Statistics Password',
		name: 'privacyPassword',
		type: 'string',
		typeOptions: { password: true },
		displayOptions: { show: { privacy: [2] } },
		default: '',
		description: "What people must enter to see the link's statistics page",
	},
	{
		displayName: 'Statistics Privacy',
		name: 'privacy',
		type: 'options',
		options: [
			{
				name: 'Password',
				value: 2,
				description: 'Whoever has the statistics password: add the field Statistics Password too',
			},
			{ name: 'Private', value: 1, description: 'Only you' },
			{ name: 'Public', value: 0, description: 'Everybody' },
		],
		default: 0,
		description: "Who may see the link's statistics page",
	},
	targetTypeProperty,
];

/**
 * The form of a create or an update: only what the user added, under the service's names. 0 and an
 * empty text are values.
 *
 * @param timezone the workflow's, for the expiration day
 * @throws UserError naming the field
 */
export function linkFields(values: LinkValues, timezone: string): FormFields {
	const fields: FormFields = {};
	const set = (name: string, value: string | number | undefined) => {
		if (value !== undefined) fields[name] = String(value);
	};
	if (values.url !== undefined) set('url', requireText(values.url, urlProperty.displayName));
	set('alias', values.alias);
	set('password', values.password);
	if (values.spaceId !== undefined) set('space_id', readIdentifier(values.spaceId.value, 'Space'));
	if (values.pixelIds !== undefined) {
		fields.pixel_ids = values.pixelIds.map((id) => readIdentifier(id, 'Pixels'));
	}
	set('disabled', values.disabled);
	set('privacy', values.privacy);
	set('privacy_password', values.privacyPassword);
	set('expiration_url', values.expirationUrl);
	Object.assign(fields, expiryFields(values, timezone));
	set('expiration_clicks', values.expirationClicks);
	set('target_type', values.targetType);
	return { ...fields, ...targetingFields(values) };
}

function expiryFields(
	{ expirationDate, expirationTime }: LinkValues,
	timezone: string,
): FormFields {
	if (expirationDate === undefined) {
		if (expirationTime === undefined) return {};
		throw new UserError('"Expiration Time" needs an "Expiration Date"', {
			description: 'The service takes the date and the time together. Add the Expiration Date.',
		});
	}
	return {
		expiration_date: readDay(expirationDate, timezone),
		expiration_time:
			expirationTime === undefined || expirationTime === ''
				? END_OF_DAY
				: readTime(expirationTime, timezone),
	};
}

/** The IDs of the pixels that a record shows; undefined when it does not show any list of pixels. */
export function pixelIdsOf({ pixels, pixel_ids: ids }: IDataObject): string[] | undefined {
	const list = Array.isArray(pixels) ? pixels : ids;
	if (!Array.isArray(list)) return undefined;
	const read = (list as unknown[]).map((entry) =>
		typeof entry === 'object' && entry !== null ? (entry as IDataObject).id : entry,
	);
	return read.every((id) => typeof id === 'number' || typeof id === 'string')
		? read.map(String)
		: undefined;
}
