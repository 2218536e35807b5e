import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Item } from '../../shared/node/operation';
import { joined, quoted } from '../../shared/text';
import type { FormFields } from '../form';
import type { Field, LinkValues, Rule } from './field';
import { countryOptions, languageOptions } from './isoOptions';

/** How a link decides where to redirect a visitor. */
const kindOptions: INodePropertyOptions[] = [
	{ name: 'Geographic', value: 1, description: 'Redirect visitors based on their country' },
	{ name: 'None', value: 0, description: 'Redirect every visitor to the same URL' },
	{ name: 'Platform', value: 2, description: 'Redirect visitors based on their operating system' },
	{ name: 'Rotation', value: 4, description: 'Redirect visitors to a list of URLs in turn' },
];

const targetTypeProperty: INodeProperties = {
	displayName: 'Targeting',
	name: 'targetType',
	type: 'options',
	options: kindOptions,
	default: 0,
	hint: 'Also add the field with the matching rules, e.g. "Country Rules"',
	description:
		'How the link decides where to redirect a visitor. If you add rules of one kind without this field, it is set to match them. The service doesn\'t document which option uses "Language Rules".',
	builderHint: { propertyHint: '0 is None, 1 is Geographic, 2 is Platform, 4 is Rotation.' },
};

/** The country or the language of a visitor. */
function codeProperty(
	displayName: string,
	noun: string,
	options: INodePropertyOptions[],
): INodeProperties {
	return {
		displayName,
		name: 'key',
		type: 'options',
		typeOptions: { allowArbitraryValues: true },
		options,
		default: '',
		description: `The visitor's ${noun}, sent as its ISO code. An expression can return any other value that the service accepts.`,
	};
}

const PLATFORMS = ['Android', 'Chrome OS', 'iOS', 'Linux', 'OS X', 'Ubuntu', 'Windows'];

const platformProperty: INodeProperties = {
	displayName: 'Operating System',
	name: 'key',
	type: 'options',
	options: PLATFORMS.map((name) => ({ name, value: name })),
	default: '',
	description: "The visitor's operating system",
};

/** A list of rules: how the form asks for it, and what the service makes of it. */
interface RuleList {
	name: 'countryRules' | 'languageRules' | 'platformRules' | 'rotationRules';
	label: string;
	/** The text of the button that adds a row. */
	button: string;
	description: string;
	/** What the visitors of a row have in common; the rotation has nothing. */
	key?: INodeProperties;
	/** What a message calls an entry of the key. */
	noun: string;
	/** A URL of a row. */
	example: string;
	apiName: string;
	/** The option of Targeting that uses the list; the contract names none for the languages. */
	kind?: string;
}

/** In the order in which they are sent. */
const RULE_LISTS: readonly RuleList[] = [
	{
		name: 'countryRules',
		label: 'Country Rules',
		button: 'Add country',
		description: 'Where to redirect visitors from certain countries.',
		key: codeProperty('Country Name or Code', 'country', countryOptions),
		noun: 'a country',
		example: 'https://example.com/za',
		apiName: 'country',
		kind: 'Geographic',
	},
	{
		name: 'platformRules',
		label: 'Platform Rules',
		button: 'Add platform',
		description: 'Where to redirect visitors with certain operating systems.',
		key: platformProperty,
		noun: 'an operating system',
		example: 'https://apps.example.com',
		apiName: 'platform',
		kind: 'Platform',
	},
	{
		name: 'languageRules',
		label: 'Language Rules',
		button: 'Add language',
		description: 'Where to redirect visitors with certain browser languages.',
		key: codeProperty('Language Name or Code', 'language', languageOptions),
		noun: 'a language',
		example: 'https://example.com/af',
		apiName: 'language',
	},
	{
		name: 'rotationRules',
		label: 'Rotation Rules',
		button: 'Add destination',
		description: 'The URLs that visitors are redirected to in turn.',
		noun: 'a URL',
		example: 'https://example.com/variant-b',
		apiName: 'rotation',
		kind: 'Rotation',
	},
];

const clear = {
	name: 'Targeting',
	value: 'targeting',
	description: 'Remove all country, language, platform and rotation rules',
};

const ADD_A_ROW =
	'Add a row right away, because the editor removes a list without rows when you add another field.';

/** The fields of a link that say where its visitors go, in the order in which they are sent. */
export const targetingFields: readonly Field[] = [
	{
		property: targetTypeProperty,
		apiNames: ['target_type'],
		clear: { entry: clear, sends: '0' },
		read: readTargetType,
	},
	...RULE_LISTS.map(
		(list): Field => ({
			property: rulesProperty(list),
			apiNames: [list.apiName],
			clear: { entry: clear, sends: [] },
			read: (values) => readRules(values[list.name], list),
		}),
	),
];

function rulesProperty({ name, label, button, description, key, example, kind }: RuleList) {
	const url: INodeProperties = {
		displayName: 'Destination URL',
		name: 'value',
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description: key ? 'The URL that these visitors are redirected to' : 'One of the URLs',
	};
	const use =
		kind === undefined
			? 'The service doesn\'t document which "Targeting" option uses these rules.'
			: `If you don't add "Targeting", it is set to ${kind}.`;
	const property: INodeProperties = {
		displayName: label,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: button,
		// The editor begins such a list without rows, whatever the default is.
		default: {},
		description: `${description} ${use} ${ADD_A_ROW}`,
		options: [{ name: 'rule', displayName: 'Rule', values: key ? [key, url] : [url] }],
	};
	return property;
}

/** The kind of targeting to send: the one chosen, or the only one that the rules given leave. */
function readTargetType(values: Partial<LinkValues>): string | undefined {
	if (values.targetType !== undefined) return String(values.targetType);
	const given = RULE_LISTS.filter(({ name, kind }) => kind && values[name] !== undefined);
	const [only] = kindOptions.filter(({ name }) => name === given[0]?.kind);
	return given.length === 1 ? String(only?.value) : undefined;
}

/**
 * The rows of a rules field as the service takes them, in their order, each key once.
 *
 * @throws UserError when a row lacks a column, or two rows send one key to two URLs
 */
function readRules(
	rows: Rule[] | undefined,
	{ label, key: property, noun }: RuleList,
): Array<Record<string, string>> | undefined {
	const urls = new Map<string, string>();
	return rows?.flatMap(({ key = '', value = '' }, index) => {
		const emptyKey = key === '' ? property?.displayName : undefined;
		const missing = emptyKey ?? (value === '' ? 'Destination URL' : undefined);
		if (missing !== undefined) {
			throw new UserError(`"${label}, row ${index + 1}, ${missing}" is empty`, {
				description: 'Complete the row or remove it.',
			});
		}
		if (!property) return [{ value }];
		const known = urls.get(key.toLowerCase());
		urls.set(key.toLowerCase(), value);
		if (known === undefined) return [{ key, value }];
		if (known === value) return [];
		throw new UserError(`"${label}" has ${noun} with two destination URLs: ${quoted(key)}`, {
			description: 'Keep one of the two rows and remove the other.',
		});
	});
}

/**
 * Warns of rules that were sent, but are of no use to the link as it is now, and of rules of several
 * kinds where its kind doesn't show.
 */
export function warnAboutUnusedRules(
	item: Pick<Item, 'hint'>,
	form: Readonly<FormFields>,
	record: IDataObject,
): void {
	const kind = Number(form.target_type ?? record.target_type ?? Number.NaN);
	const known = kindOptions.find(({ value }) => value === kind)?.name;
	const unused = RULE_LISTS.filter(({ apiName, kind: use }) => {
		const rows = form[apiName];
		return use !== undefined && use !== known && Array.isArray(rows) && rows.length > 0;
	});
	const labels = joined(
		unused.map(({ label }) => `"${label}"`),
		'and',
	);
	if (known !== undefined && unused.length > 0) {
		const isOne = unused.length === 1;
		const are = isOne ? "was saved but isn't" : "were saved but aren't";
		const kinds = unused.map((list) => list.kind).join(' or ');
		item.hint(
			`${labels} ${are} in use, because the link has "Targeting" set to ${known}. To use ${isOne ? 'it' : 'one of them'}, set "Targeting" to ${kinds}.`,
			'warning',
		);
	}
	if (known === undefined && unused.length > 1) {
		item.hint(
			`${labels} were saved, but a link uses rules of one kind only. To choose it, add "Targeting".`,
			'warning',
		);
	}
}
