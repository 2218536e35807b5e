import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Item } from '../../shared/node/operation';
import { joined, quoted } from '../../shared/text';
import type { FormFields, FormValue } from '../form';
import { countryOptions, languageOptions } from './isoOptions';

/** A row of a rules field, as the form holds it. */
export interface Rule {
	key?: string;
	value?: string;
}

/** The parameters of a link that say where its visitors go. */
export interface TargetingValues {
	targetType: number;
	countryRules: Rule[];
	languageRules: Rule[];
	platformRules: Rule[];
	rotationRules: Rule[];
}

export const targetTypeProperty: INodeProperties = {
	displayName: 'Targeting',
	name: 'targetType',
	type: 'options',
	options: [
		{ name: 'Geographic', value: 1, description: 'Redirect visitors based on their country' },
		{ name: 'None', value: 0, description: 'Redirect every visitor to the same URL' },
		{
			name: 'Platform',
			value: 2,
			description: 'Redirect visitors based on their operating system',
		},
		{ name: 'Rotation', value: 4, description: 'Redirect visitors to a list of URLs in turn' },
	],
	default: 0,
	hint: 'Also add the field with the matching rules, e.g. "Country Rules"',
	description:
		'How the link decides where to redirect a visitor. If you add rules of one kind without this field, it is set to match them. The service doesn\'t document which option uses "Language Rules".',
	builderHint: { propertyHint: '0 is None, 1 is Geographic, 2 is Platform, 4 is Rotation.' },
};

/** The rules collections, in the order of the alphabet, as n8n sorts collections. */
export const countryRulesProperty: INodeProperties = {
	displayName: 'Country Rules',
	name: 'countryRules',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add country',
	default: {},
	description:
		'Where to redirect visitors from certain countries. Without "Targeting", it is set to Geographic. Add a country right away, because the editor removes an empty list when you add another field.',
	options: [
		{
			name: 'rule',
			displayName: 'Rule',
			values: [
				{
					displayName: 'Country Name or Code',
					name: 'key',
					type: 'options',
					typeOptions: { allowArbitraryValues: true },
					options: countryOptions,
					default: '',
					required: true,
					description:
						"The visitor's country, sent as its ISO code. An expression can return any other value that the service accepts.",
				},
				{
					displayName: 'Destination URL',
					name: 'value',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. https://example.com/za',
					description: 'The URL that these visitors are redirected to',
				},
			],
		},
	],
};

export const languageRulesProperty: INodeProperties = {
	displayName: 'Language Rules',
	name: 'languageRules',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add language',
	default: {},
	description:
		'Where to redirect visitors with certain browser languages. The service doesn\'t document which "Targeting" option uses these rules. Add a language right away, because the editor removes an empty list when you add another field.',
	options: [
		{
			name: 'rule',
			displayName: 'Rule',
			values: [
				{
					displayName: 'Language Name or Code',
					name: 'key',
					type: 'options',
					typeOptions: { allowArbitraryValues: true },
					options: languageOptions,
					default: '',
					required: true,
					description:
						"The visitor's language, sent as its ISO code. An expression can return any other value that the service accepts.",
				},
				{
					displayName: 'Destination URL',
					name: 'value',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. https://example.com/af',
					description: 'The URL that these visitors are redirected to',
				},
			],
		},
	],
};

export const platformRulesProperty: INodeProperties = {
	displayName: 'Platform Rules',
	name: 'platformRules',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add platform',
	default: {},
	description:
		'Where to redirect visitors with certain operating systems. Without "Targeting", it is set to Platform. Add a platform right away, because the editor removes an empty list when you add another field.',
	options: [
		{
			name: 'rule',
			displayName: 'Rule',
			values: [
				{
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
					required: true,
					description: "The visitor's operating system",
				},
				{
					displayName: 'Destination URL',
					name: 'value',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. https://apps.example.com',
					description: 'The URL that these visitors are redirected to',
				},
			],
		},
	],
};

export const rotationRulesProperty: INodeProperties = {
	displayName: 'Rotation Rules',
	name: 'rotationRules',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add destination',
	default: {},
	description:
		'The URLs that visitors are redirected to in turn. Without "Targeting", it is set to Rotation. Add a destination right away, because the editor removes an empty list when you add another field.',
	options: [
		{
			name: 'rule',
			displayName: 'Rule',
			values: [
				{
					displayName: 'Destination URL',
					name: 'value',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. https://example.com/variant-b',
					description: 'One of the URLs in the rotation',
				},
			],
		},
	],
};

/**
 * The rows of a rules field as the service takes them, in their order, each key once.
 *
 * @param columns each column with what a person calls it
 * @throws UserError when a row lacks one of them, or two rows send one key to two URLs
 */
export function readRules(
	rows: Rule[] | undefined,
	{ displayName }: INodeProperties,
	columns: Partial<Record<keyof Rule, string>>,
): FormValue | undefined {
	const names = Object.keys(columns) as Array<keyof Rule>;
	const read = rows?.map((row, index) => {
		if (names.some((name) => row[name] === undefined || row[name] === '')) {
			throw new UserError(`"${displayName}, row ${index + 1}" is incomplete`, {
				description: `Every row needs ${Object.values(columns).join(' and ')}. Complete the row or remove it.`,
			});
		}
		return Object.fromEntries(names.map((name) => [name, row[name] ?? ''])) as Required<Rule>;
	});
	if (columns.key === undefined) return read;
	const byKey = new Map<string, Required<Rule>>();
	for (const row of read ?? []) {
		const key = row.key.toLowerCase();
		const known = byKey.get(key) ?? row;
		byKey.set(key, known);
		if (known.value === row.value) continue;
		throw new UserError(
			`"${displayName}" has ${columns.key} with two destination URLs: ${quoted(row.key)}`,
			{ description: 'Keep one of the two rows and remove the other.' },
		);
	}
	return read && [...byKey.values()];
}

/** The kind of targeting that uses each list of rules; the contract names none for the languages. */
const USED_BY = [
	{ rules: 'countryRules', wire: 'country', label: 'Country Rules', kind: 1 },
	{ rules: 'platformRules', wire: 'platform', label: 'Platform Rules', kind: 2 },
	{ rules: 'rotationRules', wire: 'rotation', label: 'Rotation Rules', kind: 4 },
] as const;

/** The kind of targeting to send: the one chosen, or the only one that the rules given leave. */
export function readTargetType({
	targetType,
	...rules
}: Partial<TargetingValues>): string | undefined {
	if (targetType !== undefined) return String(targetType);
	const [used, ...others] = USED_BY.filter(({ rules: name }) => rules[name] !== undefined);
	return used === undefined || others.length > 0 ? undefined : String(used.kind);
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
	const nameOf = (value: number) =>
		targetTypeProperty.options?.find((one) => 'value' in one && one.value === value)?.name;
	const known = nameOf(kind);
	const unused = USED_BY.filter(({ wire, kind: uses }) => {
		const rows = form[wire];
		return uses !== kind && Array.isArray(rows) && rows.length > 0;
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
		const kinds = unused.map((one) => nameOf(one.kind)).join(' or ');
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
