import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Item } from '../../shared/node/operation';
import { joined, quoted } from '../../shared/text';
import type { Field } from '../fieldTable';
import type { FormFields } from '../form';
import { countryOptions, languageOptions } from './isoOptions';

/** A row of a rules field, as the form holds it. */
interface Rule {
	key?: string;
	value?: string;
}

type RulesName = 'countryRules' | 'languageRules' | 'platformRules' | 'rotationRules';

/** The parameters of a link that say where its visitors go. */
export type TargetingValues = { targetType: number } & Record<RulesName, Rule[]>;

const KINDS = { none: 0, geographic: 1, platform: 2, rotation: 4 } as const;

const kindOptions: INodePropertyOptions[] = [
	{
		name: 'Geographic',
		value: KINDS.geographic,
		description: 'Redirect visitors based on their country',
	},
	{ name: 'None', value: KINDS.none, description: 'Redirect every visitor to the same URL' },
	{
		name: 'Platform',
		value: KINDS.platform,
		description: 'Redirect visitors based on their operating system',
	},
	{
		name: 'Rotation',
		value: KINDS.rotation,
		description: 'Redirect visitors to a list of URLs in turn',
	},
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

const countryProperty: INodeProperties = {
	displayName: 'Country Name or Code',
	name: 'key',
	type: 'options',
	typeOptions: { allowArbitraryValues: true },
	options: countryOptions,
	default: '',
	description:
		"The visitor's country, sent as its ISO code. An expression can return any other value that the service accepts.",
};

const languageProperty: INodeProperties = {
	displayName: 'Language Name or Code',
	name: 'key',
	type: 'options',
	typeOptions: { allowArbitraryValues: true },
	options: languageOptions,
	default: '',
	description:
		"The visitor's language, sent as its ISO code. An expression can return any other value that the service accepts.",
};

const platformProperty: INodeProperties = {
	displayName: 'Operating System',
	name: 'key',
	type: 'options',
	options: [
		{ name: 'Android', value: 'Android' },
		{ name: 'Chrome OS', value: 'Chrome OS' },
		{ name: 'iOS', value: 'iOS' },
		{ name: 'Linux', value: 'Linux' },
		{ name: 'OS X', value: 'OS X' },
		{ name: 'Ubuntu', value: 'Ubuntu' },
		{ name: 'Windows', value: 'Windows' },
	],
	default: 'iOS',
	description: "The visitor's operating system",
};

function destinationProperty(placeholder: string, description: string): INodeProperties {
	return {
		displayName: 'Destination URL',
		name: 'value',
		type: 'string',
		default: '',
		placeholder,
		description,
	};
}

/** A list of rules: how the form asks for it, and what the service makes of it. */
interface RuleList {
	name: RulesName;
	label: string;
	/** The text of the button that adds a row. */
	button: string;
	description: string;
	columns: INodeProperties[];
	/** What a message calls an entry of the first column; the rotation has none. */
	key?: string;
	apiName: string;
	/** The kind of targeting that uses the list; the contract names none for the languages. */
	kind?: number;
}

const THESE_VISITORS = 'The URL that these visitors are redirected to';

/** In the order in which they are sent. */
const RULE_LISTS: readonly RuleList[] = [
	{
		name: 'countryRules',
		label: 'Country Rules',
		button: 'Add country',
		description:
			'Where to redirect visitors from certain countries. If you don\'t add "Targeting", it is set to Geographic.',
		columns: [countryProperty, destinationProperty('e.g. https://example.com/za', THESE_VISITORS)],
		key: 'a country',
		apiName: 'country',
		kind: KINDS.geographic,
	},
	{
		name: 'platformRules',
		label: 'Platform Rules',
		button: 'Add platform',
		description:
			'Where to redirect visitors with certain operating systems. If you don\'t add "Targeting", it is set to Platform.',
		columns: [
			platformProperty,
			destinationProperty('e.g. https://apps.example.com', THESE_VISITORS),
		],
		key: 'an operating system',
		apiName: 'platform',
		kind: KINDS.platform,
	},
	{
		name: 'languageRules',
		label: 'Language Rules',
		button: 'Add language',
		description:
			'Where to redirect visitors with certain browser languages. The service doesn\'t document which "Targeting" option uses these rules.',
		columns: [languageProperty, destinationProperty('e.g. https://example.com/af', THESE_VISITORS)],
		key: 'a language',
		apiName: 'language',
	},
	{
		name: 'rotationRules',
		label: 'Rotation Rules',
		button: 'Add destination',
		description:
			'The URLs that visitors are redirected to in turn. If you don\'t add "Targeting", it is set to Rotation.',
		columns: [
			destinationProperty('e.g. https://example.com/variant-b', 'One of the URLs in the rotation'),
		],
		apiName: 'rotation',
		kind: KINDS.rotation,
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
export const targetingFields: ReadonlyArray<Field<TargetingValues>> = [
	{
		property: targetTypeProperty,
		apiNames: ['target_type'],
		clear: { entry: clear, sends: String(KINDS.none) },
		read: readTargetType,
	},
	...RULE_LISTS.map(
		(list): Field<TargetingValues> => ({
			property: rulesProperty(list),
			apiNames: [list.apiName],
			clear: { entry: clear, sends: [] },
			read: (values) => readRules(values[list.name], list),
		}),
	),
];

function rulesProperty({ name, label, button, description, columns }: RuleList): INodeProperties {
	return {
		displayName: label,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: button,
		// The editor begins such a list without rows, whatever the default is.
		default: {},
		description: `${description} ${ADD_A_ROW}`,
		options: [{ name: 'rule', displayName: 'Rule', values: columns }],
	};
}

/** The kind of targeting to send: the one chosen, or the only one that the rules given leave. */
function readTargetType(values: Partial<TargetingValues>): string | undefined {
	if (values.targetType !== undefined) return String(values.targetType);
	const kinds = RULE_LISTS.filter(({ name }) => values[name] !== undefined).flatMap(
		({ kind }) => kind ?? [],
	);
	return kinds.length === 1 ? String(kinds[0]) : undefined;
}

/**
 * The rows of a rules field as the service takes them, in their order, each key once.
 *
 * @throws UserError when a row lacks a column, or two rows send one key to two URLs
 */
function readRules(
	rows: Rule[] | undefined,
	{ label, columns, key: noun }: RuleList,
): Array<Record<string, string>> | undefined {
	const urls = new Map<string, string>();
	return rows?.flatMap((row, index) => {
		const { key = '', value = '' } = row;
		for (const { name, displayName } of columns) {
			if (row[name as keyof Rule]) continue;
			throw new UserError(`"${label}, row ${index + 1}, ${displayName}" is empty`, {
				description: 'Complete the row or remove it.',
			});
		}
		if (noun === undefined) return [{ value }];
		const known = urls.get(key.toLowerCase());
		urls.set(key.toLowerCase(), value);
		if (known === undefined) return [{ key, value }];
		if (known === value) return [];
		throw new UserError(`"${label}" has ${noun} with two destination URLs: ${quoted(key)}`, {
			description: 'Keep one of the two rows and remove the other.',
		});
	});
}

/** Values without the rows that are as the form adds them, and without the lists that have no others. */
export function withoutEmptyRows<Values extends Partial<TargetingValues>>(values: Values): Values {
	const filled = { ...values };
	for (const { name, columns } of RULE_LISTS) {
		const unset = columns.find((column) => column.name === 'key')?.default;
		const rows = values[name]?.filter(({ key, value }) => value || (key && key !== unset));
		if (rows?.length === 0) delete filled[name];
		else if (rows) Object.assign(filled, { [name]: rows });
	}
	return filled;
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
	const known = nameOfKind(kind);
	const unused = RULE_LISTS.filter(({ apiName, kind: uses }) => {
		const rows = form[apiName];
		return uses !== undefined && uses !== kind && Array.isArray(rows) && rows.length > 0;
	});
	const labels = joined(
		unused.map(({ label }) => `"${label}"`),
		'and',
	);
	if (known !== undefined && unused.length > 0) {
		const [are, them] =
			unused.length === 1
				? ["was saved but isn't", 'it']
				: ["were saved but aren't", 'one of them'];
		const kinds = unused.map((one) => nameOfKind(one.kind)).join(' or ');
		item.hint(
			`${labels} ${are} in use, because the link has "Targeting" set to ${known}. To use ${them}, set "Targeting" to ${kinds}.`,
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

function nameOfKind(kind: number | undefined): string | undefined {
	return kindOptions.find(({ value }) => value === kind)?.name;
}
