import { emptyError } from '../../../shared/node/emptiness';
import { choiceField, idField, textField, type Values } from '../../../shared/node/field';
import { defined } from '../../../shared/values';
import type { BodyFields } from '../../transport/formBody';
import { locatorProperty } from '../recordLocator';

/** The Pixel parameter; each operation and filter says in its own words what for. */
export const pixelId = idField({
	...locatorProperty('Pixel', 'pixelId', 'searchPixels', '12'),
	required: true,
	builderHint: {
		propertyHint:
			'Takes a number such as 12 in both modes. "searchPixels" finds it by the name of the pixel.',
	},
});

export const nameField = textField({
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Spring campaign',
	description: 'The display name of the pixel',
});

/** The contract's ten values, sorted by the name that n8n shows beside each. */
const TYPE_NAMES = {
	microblog: 'Microblog',
	pinboard: 'Pinboard',
	'professional-network': 'Professional Network',
	'qa-network': 'Q&A Network',
	retarget: 'Retargeting',
	'search-a-ads': 'Search Engine A: Ads',
	'search-a-analytics': 'Search Engine A: Analytics',
	'search-a-tag-manager': 'Search Engine A: Tag Manager',
	'search-b': 'Search Engine B',
	'social-a': 'Social Network A',
};

/** In a constant, because n8n's lint reports words in parentheses as wrong case. */
const TYPE_OPTIONS = [
	{
		name: 'Custom',
		value: 'custom',
		description: 'A type that isn\'t in this list. Enter it in "Custom Type".',
	},
	...Object.entries(TYPE_NAMES).map(([value, name]) => ({ name: `${name} (${value})`, value })),
];

export const typeField = choiceField({
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: TYPE_OPTIONS,
	default: 'retarget',
	description: 'The advertising or analytics platform that the pixel belongs to',
});

export const customTypeField = textField({
	displayName: 'Custom Type',
	name: 'customType',
	type: 'string',
	default: '',
	displayOptions: { show: { type: ['custom'] } },
	placeholder: 'e.g. my-platform',
	description: 'The type as your service names it',
});

const valueField = textField({
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 123456789012345',
	description: "The pixel's tracking ID, as the advertising or analytics platform shows it",
});

/** What the form calls the service's fields. */
export const pixelTexts = {
	fieldLabels: { name: nameField.label, type: typeField.label, value: valueField.label },
};

/** The parameters of a new pixel after its name. */
export const newPixelFields = [typeField, customTypeField.optional(), valueField] as const;

/** The entries of Update Fields: none of them is required. */
export const updatePixelFields = [
	nameField.with({ required: false }),
	typeField,
	customTypeField,
	valueField.with({ required: false }),
] as const;

/** What the form gives for the fields of a pixel. */
type PixelValues = Partial<Values<typeof updatePixelFields>>;

/**
 * The type as the service writes it; undefined where none was given.
 *
 * @throws UserError when it is `custom` and no custom type is given
 */
export function readType({ type, customType }: PixelValues): string | undefined {
	if (type !== 'custom') return type;
	if (customType === undefined) throw emptyError(customTypeField.label);
	return customType;
}

/** The body of a create or an update: only what was given. */
export function pixelBody(values: PixelValues): BodyFields {
	return defined({ name: values.name, type: readType(values), value: values.value });
}
