import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { tell } from '../../../shared/node/emptiness';
import {
	type AnyField,
	choiceField,
	Field,
	openChoiceField,
	rowsField,
	textField,
	type Values,
} from '../../../shared/node/field';
import { quoted } from '../../../shared/text';
import type { Form, Given } from '../../../shared/node/form';
import { defined, isObject, trimmed } from '../../../shared/values';
import { countries, type IsoList, languages } from './isoOptions';

const NONE = 0;
const GEOGRAPHIC = 1;
const PLATFORM = 2;
const ROTATION = 4;

const TYPES: Array<{ name: string; value: number | string; description: string }> = [
	{
		name: 'Leave As It Is',
		value: 'unchanged',
		description: "Don't change how an existing link redirects visitors",
	},
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

const allTypes = TYPES.map(({ value }) => value);

/** The type as it is sent; the initial one sends nothing. The contract has none for languages alone. */
function targetTypeField(options: typeof TYPES, initial: number | string) {
	const listed = choiceField({
		displayName: 'Targeting Type',
		name: 'targetType',
		type: 'options',
		allowArbitraryValues: true,
		options,
		default: initial,
		description:
			'How the link decides where to redirect a visitor. Each type except None can also have language rules. An expression can also return the number of another type that your service has.',
		builderHint: { propertyHint: '0 is None, 1 is Geographic, 2 is Platform, 4 is Rotation.' },
	});
	const open = new Field(listed.property, (given) => {
		const text = trimmed(String(given.value));
		return /^\d{1,9}$/.test(text) ? Number(text) : listed.read(given);
	});
	return open.filled().map((type) => (type === initial ? undefined : String(type)));
}

const targetType = targetTypeField(TYPES, 'unchanged');

/** A new link has no targeting. */
const newLinkType = targetTypeField(TYPES.slice(1), NONE);

/** The country or the language of a visitor. */
function codeColumn(displayName: string, { noun, options, codeOf }: IsoList): Field<'key', string> {
	return openChoiceField({
		displayName,
		name: 'key',
		type: 'options',
		allowArbitraryValues: true,
		options,
		default: '',
		required: true,
		description: `The visitor's ${noun}, sent as its ISO code. An expression can return its name or code, or any other value that the service accepts.`,
	}).map((text, { form, label }) => {
		const code = codeOf(text);
		if (code === undefined && !/^[a-z]{2}$/i.test(text)) {
			form.hint(
				`"${label}" is not a known ${noun}: ${quoted(text)}. It was sent as entered.`,
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
	required: true,
	description: "The visitor's operating system",
});

const THESE_VISITORS = 'The URL that these visitors are redirected to';

function urlColumn(example: string, description = THESE_VISITORS): Field<'value', string> {
	return textField({
		displayName: 'Destination URL',
		name: 'value',
		type: 'string',
		default: '',
		required: true,
		placeholder: `e.g. ${example}`,
		description,
	});
}

const rulesFields = [
	rulesField(
		{
			displayName: 'Country Rules',
			name: 'countryRules',
			placeholder: 'Add country',
			description: 'Where to redirect visitors from certain countries',
		},
		[GEOGRAPHIC],
		[codeColumn('Country Name or Code', countries), urlColumn('https://example.com/za')],
	),
	rulesField(
		{
			displayName: 'Platform Rules',
			name: 'platformRules',
			placeholder: 'Add platform',
			description: 'Where to redirect visitors with certain operating systems',
		},
		[PLATFORM],
		[platformColumn, urlColumn('https://apps.example.com')],
	),
	rulesField(
		{
			displayName: 'Rotation Rules',
			name: 'rotationRules',
			placeholder: 'Add destination',
			description: 'The URLs that visitors are redirected to in turn',
		},
		[ROTATION],
		[urlColumn('https://example.com/variant-b', 'One of the URLs')],
	),
	rulesField(
		{
			displayName: 'Language Rules',
			name: 'languageRules',
			placeholder: 'Add language',
			description:
				"Where to redirect visitors with certain browser languages. The service doesn't document which targeting type uses these rules, so check the link in the service.",
		},
		[GEOGRAPHIC, PLATFORM, ROTATION],
		[
			codeColumn('Language Name or Code', languages),
			// n8n asks a model for fields by their labels, so each label must be unique.
			urlColumn('https://example.com/af').with({ displayName: 'URL for Language' }),
		],
	),
] as const;

const [countryRules, platformRules, rotationRules, languageRules] = rulesFields;

/** Where a link is created, n8n asks for a rule of the type that is chosen. */
const neededRulesFields = [
	...needed(countryRules, GEOGRAPHIC),
	...needed(platformRules, PLATFORM),
	...needed(rotationRules, ROTATION),
	languageRules,
] as const;

/** The targeting fields of Update, which can change the type alone. */
export const targetingFields = [targetType, ...rulesFields] as const;

export const upsertTargetingFields = [targetType, ...neededRulesFields] as const;

export const newTargetingFields = [newLinkType, ...neededRulesFields] as const;

/**
 * A list of rules.
 *
 * @param types the targeting types that may use it
 */
function rulesField<const N extends string>(
	words: Pick<INodeProperties, 'displayName' | 'placeholder' | 'description'> & { name: N },
	types: Array<number | string>,
	columns: ReadonlyArray<Field<'key' | 'value', string>>,
) {
	const list = {
		...words,
		type: 'fixedCollection' as const,
		typeOptions: {
			multipleValues: true,
			sortable: true,
			fixedCollection: { itemTitle: `={{ $collection.item.value.${columns[0]?.name} || "Rule" }}` },
		},
		// Not by what shows it: the editor also shows it for a type that isn't in the list.
		displayOptions: { hide: { targetType: allTypes.filter((type) => !types.includes(type)) } },
		default: {},
	};
	const rows = rowsField(list, { name: 'rule', displayName: 'Rule' }, columns);
	const rules = rows.map((given, { label }) => {
		const complete = given.flatMap((row, index) => {
			if (Object.keys(row).length === 0) return [];
			const missing = columns.find(({ name }) => row[name] === undefined);
			if (!missing) return [defined(row)];
			throw new UserError(`"${label}, row ${index + 1}, ${missing.label}" is empty`, {
				description: 'Complete the row or remove it.',
			});
		});
		return complete.length > 0 ? complete : undefined;
	});
	return rules.optional();
}

/**
 * A list that needs a rule while its type is chosen. It is there once more for a type by an expression: then
 * n8n (2.41) shows every list, and would refuse to start without a rule in each.
 */
function needed<N extends string, T>(field: Field<N, T>, type: number): [Field<N, T>, Field<N, T>] {
	return [
		field.with({
			typeOptions: { ...field.property.typeOptions, minRequiredFields: 1 },
			displayOptions: { hide: { targetType: [{ _cnd: { not: type } }] } },
		}),
		field.with({ displayOptions: { hide: { targetType: allTypes } } }),
	];
}

function isUsedBy(type: number, { property }: AnyField): boolean {
	return property.displayOptions?.hide?.targetType?.includes(type) !== true;
}

/**
 * The type, if it is sent, and the rules that it uses: with an unknown type, all. If all rules in the form
 * are empty, as in a row of a sheet, nothing is sent, with a hint.
 *
 * @param isNew whether the link may be a new one, which needs a rule
 * @throws UserError if it has none
 */
export function targetingOf(values: Values<typeof targetingFields>, form: Form, isNew: boolean) {
	const { targetType: type } = values;
	if (type === undefined || Number(type) === NONE) return { targetType: type };
	const used = rulesFields.filter((field) => isUsedBy(Number(type), field));
	const rules = Object.fromEntries(used.map(({ name }) => [name, values[name]]));
	if (Object.values(rules).some((list) => list !== undefined)) {
		return { targetType: type, ...rules };
	}
	const empty = used.map(({ property }) => form.given(property)).filter(hasRows);
	for (const given of empty) tell(given, 'the targeting was left out');
	if (empty.length > 0) return {};
	if (!isNew) return { targetType: type };
	throw new UserError(`"Targeting Type" needs "${used.map(({ label }) => label).join('" or "')}"`, {
		description: 'Add a rule, or set "Targeting Type" to None.',
	});
}

function hasRows({ value }: Given): boolean {
	return isObject(value) && Array.isArray(value.rule) && value.rule.length > 0;
}
