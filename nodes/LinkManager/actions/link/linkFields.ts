import type { IDataObject } from 'n8n-workflow';

import {
	choiceField,
	idField,
	numberField,
	openChoicesField,
	openField,
	textField,
	type Values,
} from '../../../shared/node/field';
import { readIdentifier } from '../../../shared/node/identifier';
import { alphabetical } from '../../../shared/node/options';
import { checkLength } from '../../../shared/node/readValue';
import { defined } from '../../../shared/values';
import { readCount, showsDisabled, showsPixels } from '../../records/linkState';
import { type Shown, showsId, showsSame } from '../../records/shown';
import type { BodyValue } from '../../transport/formBody';
import { locatorProperty, SEEN_ONLY } from '../recordLocator';
import { readDay, readTime } from './expiration';
import { targetingFields } from './targeting';
import { utmField } from './utm';

export const urlField = textField({
	displayName: 'Destination URL',
	name: 'url',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://example.com/spring-sale',
	description: 'The URL that the short link redirects to',
});

export const alias = textField({
	displayName: 'Alias',
	name: 'alias',
	type: 'string',
	default: '',
	placeholder: 'e.g. spring-sale',
	description:
		'The last part of the short URL. For a new link without one, the service generates it.',
}).map((text, { label }) => checkLength(text, label));

/** The Domain of a new link, or, with other words, that of a filter. */
export const domainId = idField({
	...locatorProperty('Domain', 'domainId', 'searchDomains', '3'),
	// The contract does not say whether a new link needs one.
	description: `The domain of the short URL. Some services require it. ${SEEN_ONLY}`,
	builderHint: {
		propertyHint:
			'Takes a number such as 3, not the host name. "searchDomains" finds it by host name.',
	},
});

export const spaceId = idField({
	...locatorProperty('Space', 'spaceId', 'searchSpaces', '7'),
	description: `The space that the link belongs to. ${SEEN_ONLY}`,
	builderHint: {
		propertyHint: 'Takes a number such as 7, not the name. "searchSpaces" finds it by name.',
	},
});

/** The value of Privacy that needs a Privacy Password. */
export const PRIVACY_PASSWORD = 2;

const PIXEL_IDS =
	'An expression must return the IDs of pixels, not their names. "Get Many" of pixels returns both.';

const pixelIds = openChoicesField({
	displayName: 'Pixel Names or IDs',
	name: 'pixelIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getPixels' },
	default: [],
	description:
		'The pixels that fire when the link is opened. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	builderHint: {
		propertyHint:
			'A list of IDs from "getPixels". An expression may return a list, or text such as 101,102.',
	},
}).map((ids, { label }) => ids.map((id) => readIdentifier(id, label, PIXEL_IDS)));

/** The fields of Additional Fields and Update Fields. */
const optionalFields = [
	alias,
	utmField,
	textField({
		displayName: 'Password',
		name: 'password',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: 'The password that visitors must enter before they are redirected',
	}),
	spaceId,
	pixelIds,
	choiceField({
		displayName: 'Status',
		name: 'disabled',
		type: 'options',
		options: [
			{ name: 'Active', value: 0 },
			{ name: 'Disabled', value: 1 },
		],
		default: 0,
		description:
			"Whether the link works. A disabled link still exists, but doesn't redirect visitors.",
		builderHint: { propertyHint: '0 is Active, 1 is Disabled.' },
	}).map(String),
	choiceField({
		displayName: 'Privacy',
		name: 'privacy',
		type: 'options',
		options: [
			{
				name: 'Password',
				value: PRIVACY_PASSWORD,
				description: 'Anyone with the password. Add "Privacy Password" as well.',
			},
			{ name: 'Private', value: 1, description: 'Only you' },
			{ name: 'Public', value: 0, description: 'Everybody' },
		],
		default: 0,
		description: 'Who can see the link. In services of this kind, this means its statistics page.',
		builderHint: { propertyHint: '0 is Public, 1 is Private, 2 is Password.' },
	}).map(String),
	textField({
		displayName: 'Privacy Password',
		name: 'privacyPassword',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description:
			'The password for "Privacy" set to Password. In services of this kind, it protects the link\'s statistics page.',
	}),
	textField({
		displayName: 'Expiration URL',
		name: 'expirationUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/offer-over',
		description: 'The URL that visitors are redirected to after the link has expired',
	}),
	openField({
		displayName: 'Expiration Date',
		name: 'expirationDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description:
			'The last day on which the link works. Only its day in the workflow\'s timezone is used. Without "Expiration Time", the time is 23:59, except in "Update", where some services need both.',
	}).map((value, { form, label }) => readDay(value, form.surroundings.timezone, label)),
	textField({
		displayName: 'Expiration Time',
		name: 'expirationTime',
		type: 'string',
		default: '',
		placeholder: 'e.g. 18:30',
		description:
			'The time at which the link expires on that day, in 24-hour format (HH:MM). The service decides in which timezone it is read. Requires "Expiration Date", except in "Update".',
	}).map((text, { form, label }) => readTime(text, form.surroundings.timezone, label)),
	numberField({
		displayName: 'Expiration Clicks',
		name: 'expirationClicks',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description: 'Number of clicks after which the link expires. 0 sets no limit.',
	}).map(String),
] as const;

/** Every field of a link. */
const allLinkFields = [urlField, ...optionalFields, ...targetingFields, domainId] as const;

/** What the form gives for the fields of a link. */
export type LinkValues = Partial<Values<typeof allLinkFields>>;

/** A field of a link as the service has it. */
interface SentField {
	/** The field of the form that gives it. */
	from: keyof LinkValues;
	/** The value that empties it; "" by default. */
	empty?: BodyValue;
	/** Compares a record with the value sent, if the record shows it in another form. */
	shows?(link: IDataObject, sent: BodyValue): Shown;
	/** What to do if the service doesn't accept it, as a sentence. */
	advice?: string;
}

/**
 * The fields by the service's names, in the order in which they are sent. The contract's field list says
 * `domain_id`, its create example `domain`: both are sent.
 */
export const SENT_FIELDS: Readonly<Record<string, SentField>> = {
	url: { from: 'url', advice: 'A destination URL starts with https:// or http://.' },
	alias: {
		from: 'alias',
		advice:
			'Another link may have this alias, even in another account or domain, or with different capital letters. If "Get Many" shows that link, use "Create or Update" with "Match By" set to Alias, and enter the alias exactly as shown. Otherwise choose another alias.',
	},
	password: { from: 'password' },
	space_id: { from: 'spaceId', shows: (link, sent) => showsId(link.space, String(sent)) },
	pixel_ids: {
		from: 'pixelIds',
		empty: [],
		shows: (link, sent) => showsPixels(link, (ids) => areSame(ids, sent)),
		advice: PIXEL_IDS,
	},
	disabled: { from: 'disabled', shows: (link, sent) => showsDisabled(link, sent === '1') },
	privacy: { from: 'privacy' },
	privacy_password: { from: 'privacyPassword' },
	expiration_url: { from: 'expirationUrl' },
	expiration_date: { from: 'expirationDate' },
	expiration_time: { from: 'expirationTime' },
	expiration_clicks: {
		from: 'expirationClicks',
		shows: (link, sent) => showsSame(readCount(link.expiration_clicks), sent),
	},
	target_type: { from: 'targetType', empty: '0' },
	country: { from: 'countryRules', empty: [] },
	platform: { from: 'platformRules', empty: [] },
	language: { from: 'languageRules', empty: [] },
	rotation: { from: 'rotationRules', empty: [] },
	domain_id: { from: 'domainId' },
	domain: {
		from: 'domainId',
		advice: 'Choose a domain from the list, or enter its ID, not its name.',
	},
};

function areSame(ids: readonly string[], sent: BodyValue): boolean {
	const wanted = new Set<unknown>(sent);
	return ids.length === wanted.size && ids.every((id) => wanted.has(id));
}

/** Whether a link plainly shows what would be sent. */
export function showsLinkField(link: IDataObject, name: string, sent: BodyValue): Shown {
	return SENT_FIELDS[name]?.shows?.(link, sent) ?? showsSame(link[name], sent);
}

/** How messages speak of the service's fields. */
export const linkTexts = {
	fieldLabels: ofSentFields(({ from }) => labelOf(from)),
	fieldAdvice: ofSentFields(({ advice }) => advice),
};

function ofSentFields(textOf: (field: SentField) => string | undefined): Record<string, string> {
	const texts = Object.entries(SENT_FIELDS).map(([name, field]) => [name, textOf(field)] as const);
	return defined(Object.fromEntries(texts));
}

function labelOf(name: string): string {
	return allLinkFields.find((field) => field.name === name)?.label ?? name;
}

/**
 * The entries of Additional Fields and Update Fields.
 *
 * @param existing what happens to the other pixels of an existing link, as a sentence
 */
export function additionalLinkFields(existing = '') {
	const choose = 'Choose from the list';
	const description = pixelIds.property.description?.replace(
		choose,
		`${existing} ${choose}`.trim(),
	);
	const fields = optionalFields.map((field) =>
		field === pixelIds ? pixelIds.with({ description }) : field,
	);
	return alphabetical(fields);
}
