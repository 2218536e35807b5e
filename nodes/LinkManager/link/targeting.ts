import { UserError } from 'n8n-workflow';

import { leftAsItIs } from '../../shared/node/emptiness';
import {
	choiceField,
	type Field,
	openChoiceField,
	rowsField,
	textField,
	type Values,
} from '../../shared/node/field';
import { quoted } from '../../shared/text';
import { defined } from '../../shared/values';
import { countries, type IsoList, languages } from './isoOptions';

const NONE = 0;
const GEOGRAPHIC = 1;
const PLATFORM = 2;
const ROTATION = 4;

const TYPES: Array<{ name: string; value: number | string; description: string }> = [
	{ name: 'None', value: NONE, description: 'Redirect every visitor to the same URL' },
	{
		name: 'Geographic',
		value: GEOGRAPHIC,
		description: 'Redirect visitors based on their country',
	},
	{
		name: 'Platform',
		value: PLATFORM,
		description: 'Redirect visitors based on their operating system',
	},
	{
		name: 'Rotation',
		value: ROTATION,
		description: 'Redirect visitors to a list of URLs in turn',
	},
];

const UNCHANGED = {
	name: 'Leave As It Is',
	value: 'unchanged',
	description: "Don't change how an existing link redirects visitors",
};

const inWords = {
	displayName: 'Targeting Type',
	description:
		'How the link decides where to redirect a visitor. Each type but None can have language rules, too.',
	builderHint: { propertyHint: '0 is None, 1 is Geographic, 2 is Platform, 4 is Rotation.' },
};

/** A new link has no targeting anyway, so None sends nothing. */
const newLinkType = choiceField({
	...inWords,
	name: 'targetType',
	type: 'options',
	options: TYPES,
	default: NONE,
})
	.filled()
	.map((type) => (type === NONE ? undefined : String(type)));

const targetType = choiceField({
	...inWords,
	name: 'targetType',
	type: 'options',
	options: [UNCHANGED, ...TYPES],
	default: UNCHANGED.value,
})
	.filled(leftAsItIs)
	.map((type) => (type === UNCHANGED.value ? undefined : String(type)));

/** A row of a rules field. */
type Rule = Readonly<Record<string, string>>;

/** The country or the language of a visitor. */
function codeColumn(displayName: string, { noun, options, codeOf }: IsoList): Field<'key', string> {
	return openChoiceField({
		displayName,
		name: 'key',
		type: 'options',
		typeOptions: { allowArbitraryValues: true },
		options,
		default: '',
		description: `The visitor's ${noun}, sent as its ISO code. An expression can return its name or code, or any other value that the service accepts.`,
	}).map((text, { form, label }) => {
		const code = codeOf(text);
		if (code === undefined && !/^[a-z]{2}$/i.test(text)) {
			form.hint(
				`"${label}" is not a known ${noun}: ${quoted(text)}. It was sent as it is.`,
				'warning',
			);
		}
		return code ?? text;
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

/** A list of rules: how the form asks for it. */
interface RuleList {
	name: RuleListName;
	label: string;
	/** The text of the button that adds a row. */
	button: string;
	description: string;
	/** What a row holds. */
	columns: readonly [Field<'key' | 'value', string>, ...Array<Field<'value', string>>];
	/** The targeting types that may use the list. */
	types: readonly number[];
}

const RULE_LISTS: readonly RuleList[] = [
	{
		name: 'countryRules',
		label: 'Country Rules',
		button: 'Add country',
		description: 'Where to redirect visitors from certain countries',
		columns: [codeColumn('Country Name or Code', countries), urlColumn('https://example.com/za')],
		types: [GEOGRAPHIC],
	},
	{
		name: 'platformRules',
		label: 'Platform Rules',
		button: 'Add platform',
		description: 'Where to redirect visitors with certain operating systems',
		columns: [platformColumn, urlColumn('https://apps.example.com')],
		types: [PLATFORM],
	},
	{
		name: 'languageRules',
		label: 'Language Rules',
		button: 'Add language',
		description:
			"Where to redirect visitors with certain browser languages. The service doesn't document which targeting type uses these rules, so check the link in the service.",
		columns: [codeColumn('Language Name or Code', languages), urlColumn('https://example.com/af')],
		types: [GEOGRAPHIC, PLATFORM, ROTATION],
	},
	{
		name: 'rotationRules',
		label: 'Rotation Rules',
		button: 'Add destination',
		description: 'The URLs that visitors are redirected to in turn',
		columns: [urlColumn('https://example.com/variant-b', 'One of the URLs')],
		types: [ROTATION],
	},
];

const rulesFields = RULE_LISTS.map((list) => rulesField(list).optional());

/** The fields of a link that say where its visitors go. */
export const targetingFields = [targetType, ...rulesFields] as const;

/** Those of a link that doesn't exist yet. */
export const newTargetingFields = [newLinkType, ...rulesFields] as const;

function rulesField({ name, label, button, description, columns, types }: RuleList) {
	const [{ name: titled }] = columns;
	return rowsField(
		{
			displayName: label,
			name,
			type: 'fixedCollection',
			typeOptions: {
				multipleValues: true,
				sortable: true,
				fixedCollection: { itemTitle: `={{ $collection.item.value.${titled} || "Rule" }}` },
			},
			displayOptions: { show: { targetType: [...types] } },
			placeholder: button,
			default: {},
			description,
		},
		{ name: 'rule', displayName: 'Rule' },
		columns,
	).map((rows): Rule[] => {
		const isFilled = (row: object) => Object.keys(row).length > 0;
		rows.forEach((row, index) => {
			const missing = columns.find((column) => row[column.name] === undefined);
			if (!missing || !isFilled(row)) return;
			throw new UserError(`"${label}, row ${index + 1}, ${missing.label}" is empty`, {
				description: 'Complete the row or remove it.',
			});
		});
		return rows.filter(isFilled).map(defined);
	});
}

/**
 * The type, if it is sent, and the rules that it shows. n8n shows every list while the type is an
 * expression; those of other types are never read.
 */
export function targetingOf(values: Values<typeof targetingFields>) {
	const { targetType: type } = values;
	const used = RULE_LISTS.filter(({ types }) => types.some((one) => String(one) === type));
	const rules: Partial<Record<RuleListName, Rule[]>> = {};
	for (const { name } of used) rules[name] = values[name];
	return { targetType: type, ...rules };
}
