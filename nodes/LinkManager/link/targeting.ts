import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { FormFields } from '../form';
import { countryOptions, languageOptions } from './isoOptions';

/** The four targeting lists: the parameter that holds each, and the service's name for it. */
const LISTS = {
	countryRules: 'country',
	platformRules: 'platform',
	languageRules: 'language',
	rotationRules: 'rotation',
} as const;

export type TargetingParameter = keyof typeof LISTS;

export interface Rule {
	key?: string;
	value?: string;
}

export const targetTypeProperty: INodeProperties = {
	displayName: 'Targeting',
	name: 'targetType',
	type: 'options',
	options: [
		{
			name: 'Geographic',
			value: 1,
			description: 'Send visitors to other addresses by their country',
		},
		{ name: 'None', value: 0, description: 'Send every visitor to the same address' },
		{
			name: 'Platform',
			value: 2,
			description: 'Send visitors to other addresses by their operating system',
		},
		{ name: 'Rotation', value: 4, description: 'Send visitors to a list of addresses in turn' },
	],
	default: 0,
	hint: 'Add the field with the matching rules too',
	description:
		'Which kind of targeting the link uses. The service does not document which kind uses the language rules.',
};

/** The rules collections, in the order of the alphabet, as n8n sorts collections. */
export const countryRulesProperty: INodeProperties = {
	displayName: 'Country Rules',
	name: 'countryRules',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add country',
	default: {},
	description: 'Where visitors from a country are sent. Set Targeting to Geographic to use them.',
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
						'The country of the visitor, sent as its ISO code. An expression may give any text that the service knows.',
				},
				{
					displayName: 'Destination URL',
					name: 'value',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. https://example.com/za',
					description: 'Where these visitors are sent',
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
		'Where visitors with a browser in a certain language are sent. The service does not document which Targeting uses them.',
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
						'The language of the visitor, sent as its ISO code. An expression may give any text that the service knows.',
				},
				{
					displayName: 'Destination URL',
					name: 'value',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. https://example.com/af',
					description: 'Where these visitors are sent',
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
		'Where visitors with an operating system are sent. Set Targeting to Platform to use them.',
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
					description: 'The operating system of the visitor',
				},
				{
					displayName: 'Destination URL',
					name: 'value',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. https://apps.example.com',
					description: 'Where these visitors are sent',
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
		'The addresses that visitors are sent to in turn. Set Targeting to Rotation to use them.',
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
					description: 'One of the addresses',
				},
			],
		},
	],
};

/**
 * The targeting lists of a form, from the rules that the user gave. Rows keep their order.
 *
 * @throws UserError when a row lacks its key or its value, or when there are no rows: a field that was
 * added but not filled in must not empty the list
 */
export function targetingFields(rules: Partial<Record<TargetingParameter, Rule[]>>): FormFields {
	const fields: FormFields = {};
	for (const [parameter, name] of Object.entries(LISTS) as Array<
		[TargetingParameter, (typeof LISTS)[TargetingParameter]]
	>) {
		const rows = rules[parameter];
		if (rows === undefined) continue;
		if (rows.length === 0) {
			throw new UserError(`The ${name} rules have no row`, {
				description:
					'Add a row, or remove the field. To remove all rules from a link, update it with Targeting in "Clear Fields".',
			});
		}
		fields[name] = rows.map((row, index) => {
			const columns =
				parameter === 'rotationRules' ? (['value'] as const) : (['key', 'value'] as const);
			const missing = columns.find((column) => row[column] === undefined || row[column] === '');
			if (missing !== undefined) {
				throw new UserError(`Row ${index + 1} of the ${name} rules has no ${missing}`, {
					description: `Every row needs ${columns.join(' and ')}. Fill it in, or remove the row.`,
				});
			}
			return Object.fromEntries(columns.map((column) => [column, row[column] ?? '']));
		});
	}
	return fields;
}

/** What empties all targeting: no kind, and every list emptied. */
export const noTargeting: FormFields = {
	target_type: '0',
	...Object.fromEntries(Object.values(LISTS).map((name) => [name, []])),
};
