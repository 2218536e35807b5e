import type { INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import {
	choiceField,
	type Field,
	openChoiceField,
	rowsField,
	textField,
} from '../../shared/node/field';
import { defined } from '../../shared/values';
import { LinkField, type Rule } from './field';
import { countryOptions, languageOptions } from './isoOptions';

/** How a link decides where to redirect a visitor. */
const targetType = choiceField({
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
}).map(String);

/** The country or the language of a visitor. */
function codeColumn(
	displayName: string,
	noun: string,
	options: INodePropertyOptions[],
): Field<'key', string> {
	return openChoiceField({
		displayName,
		name: 'key',
		type: 'options',
		typeOptions: { allowArbitraryValues: true },
		options,
		default: '',
		description: `The visitor's ${noun}, sent as its ISO code. An expression can return any other value that the service accepts.`,
	});
}

const PLATFORMS = ['Android', 'Chrome OS', 'iOS', 'Linux', 'OS X', 'Ubuntu', 'Windows'];

const platformColumn = choiceField({
	displayName: 'Operating System',
	name: 'key',
	type: 'options',
	options: PLATFORMS.map((name) => ({ name, value: name })),
	default: '',
	description: "The visitor's operating system",
});

const THESE_VISITORS = 'The URL that these visitors are redirected to';

function urlColumn(example: string, description = THESE_VISITORS): Field<'value', string> {
	return textField({
		displayName: 'Destination URL',
		name: 'value',
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description,
	});
}

type RuleListName = 'countryRules' | 'platformRules' | 'languageRules' | 'rotationRules';

/** A list of rules: how the form asks for it, and what the service makes of it. */
interface RuleList {
	name: RuleListName;
	label: string;
	/** The text of the button that adds a row. */
	button: string;
	description: string;
	/** What a row holds. */
	columns: Array<Field<'key' | 'value', string>>;
	apiName: string;
	/** The value of Targeting that uses the list; the contract names none for the languages. */
	kind?: number;
}

/** In the order in which they are sent. */
const RULE_LISTS: readonly RuleList[] = [
	{
		name: 'countryRules',
		label: 'Country Rules',
		button: 'Add country',
		description:
			'Where to redirect visitors from certain countries. If you don\'t add "Targeting", it is set to Geographic.',
		columns: [
			codeColumn('Country Name or Code', 'country', countryOptions),
			urlColumn('https://example.com/za'),
		],
		apiName: 'country',
		kind: 1,
	},
	{
		name: 'platformRules',
		label: 'Platform Rules',
		button: 'Add platform',
		description:
			'Where to redirect visitors with certain operating systems. If you don\'t add "Targeting", it is set to Platform.',
		columns: [platformColumn, urlColumn('https://apps.example.com')],
		apiName: 'platform',
		kind: 2,
	},
	{
		name: 'languageRules',
		label: 'Language Rules',
		button: 'Add language',
		description:
			'Where to redirect visitors with certain browser languages. The service doesn\'t document which "Targeting" option uses these rules.',
		columns: [
			codeColumn('Language Name or Code', 'language', languageOptions),
			urlColumn('https://example.com/af'),
		],
		apiName: 'language',
	},
	{
		name: 'rotationRules',
		label: 'Rotation Rules',
		button: 'Add destination',
		description:
			'The URLs that visitors are redirected to in turn. If you don\'t add "Targeting", it is set to Rotation.',
		columns: [urlColumn('https://example.com/variant-b', 'One of the URLs')],
		apiName: 'rotation',
		kind: 4,
	},
];

const clear = {
	name: 'Targeting',
	value: 'targeting',
	description: 'Remove all country, language, platform and rotation rules',
};

const ADD_A_ROW =
	'Add a row right away, because the editor removes a list without rows when you add another field.';

const targetTypeField = new LinkField(targetType, {
	apiNames: ['target_type'],
	clear: { entry: clear, sends: '0' },
});

/** The fields of a link that say where its visitors go, in the order in which they are sent. */
export const targetingFields = [
	targetTypeField,
	...RULE_LISTS.map(
		(list) =>
			new LinkField(rulesField(list), {
				apiNames: [list.apiName],
				clear: { entry: clear, sends: [] },
				usedIf: list.kind === undefined ? undefined : { field: targetTypeField, is: list.kind },
			}),
	),
] as const;

function rulesField({ name, label, button, description, columns }: RuleList) {
	return rowsField(
		{
			displayName: label,
			name,
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true },
			placeholder: button,
			// The editor begins such a list without rows, whatever the default is.
			default: {},
			description: `${description} ${ADD_A_ROW}`,
		},
		{ name: 'rule', displayName: 'Rule' },
		columns,
	).map((rows): Rule[] => {
		rows.forEach((row, index) => {
			const missing = columns.find((column) => row[column.name] === undefined);
			if (!missing) return;
			throw new UserError(`"${label}, row ${index + 1}, ${missing.label}" is empty`, {
				description: 'Complete the row or remove it.',
			});
		});
		return rows.map(defined);
	});
}

/** The only kind of targeting that the rules given leave, if there is one. */
export function targetTypeOf(rules: Partial<Record<RuleListName, Rule[]>>): string | undefined {
	const kinds = RULE_LISTS.filter(({ name }) => rules[name]).flatMap(({ kind }) => kind ?? []);
	return kinds.length === 1 ? String(kinds[0]) : undefined;
}
