import { UserError } from 'n8n-workflow';

import {
	choiceField,
	forTools,
	notice,
	openField,
	rowsField,
	textField,
	type Values,
} from '../../../shared/node/field';
import type { Form } from '../../../shared/node/form';
import type { Item } from '../../../shared/node/operation';
import { includeInputFields, optionsField } from '../../../shared/node/options';
import { cut, listed, quoted } from '../../../shared/text';
import { isObject } from '../../../shared/values';
import { namesMissing, NOT_A_MARK, type ReadAs } from '../../southAfrica/subjects/itemFields';
import { readSubjects } from '../../southAfrica/subjects/readSubjects';
import { SubjectError } from '../../southAfrica/subjects/subjectError';
import { officialSubjects } from '../../southAfrica/subjects/subjectTable';
import { universityId } from '../university/universityId';

const SUBJECT_OPTIONS = officialSubjects.map((name) => ({ name, value: name }));

/** How to enter a learner's subjects and marks, in every operation on a score. */
export const subjectFields = [
	// A model can write JSON, but can't fill in rows.
	...forTools(
		choiceField({
			displayName: 'Subjects From',
			name: 'subjectsFrom',
			type: 'options',
			options: [
				{
					name: 'Define Below',
					value: 'define',
					description: 'Add the subjects below, one by one',
				},
				{
					name: 'Input Fields',
					value: 'fields',
					description:
						'Read every field of the input item that is named after a subject, e.g. from a form or a spreadsheet',
				},
				{ name: 'JSON', value: 'json', description: 'A list or an object of subjects and marks' },
			],
			default: 'define',
			description: "Where the learner's subjects and marks come from",
			builderHint: {
				propertyHint:
					'"fields" reads a learner from each input item, such as a row of a sheet; it needs no mapping.',
			},
		}),
		{ default: 'json' },
	),
	notice({
		displayName:
			'The node reads fields named after a subject, such as "Mathematics", "Maths Lit (Gr 12)", "Phys Sci" or "English HL", and pairs such as "Subject 1" and "Level 1" (or "Mark 1"). "warnings" in the output lists other fields that may hold marks. To tell the node what they are, add them to "Read Fields As" in "Options".',
		name: 'fieldsNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { subjectsFrom: ['fields'] } },
	}),
	choiceField({
		displayName: 'Mark Type',
		name: 'marksAs',
		type: 'options',
		options: [
			{
				name: 'Level',
				value: 'level',
				description: 'NSC levels from 1 to 7, or from 1 to 8 if you change "Level Scale"',
			},
			{
				name: 'Percentage',
				value: 'percentage',
				description: 'From 0 to 100, converted to NSC levels',
			},
		],
		default: 'level',
		description: 'How to read a mark without a unit, such as 6 or 65',
		builderHint: {
			propertyHint:
				'Set "percentage" for marks from 0 to 100. The default "level" takes 1 to 7 only.',
		},
	}),
	openField({
		displayName: 'Subjects',
		name: 'subjects',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true, minRequiredFields: 1 },
		placeholder: 'Add subject',
		default: {},
		displayOptions: { show: { subjectsFrom: ['define'] } },
		description: "The learner's subjects, each with its mark",
		options: [
			{
				name: 'subject',
				displayName: 'Subject',
				values: [
					{
						displayName: 'Subject Name',
						name: 'name',
						type: 'options',
						allowArbitraryValues: true,
						options: SUBJECT_OPTIONS,
						default: '',
						description:
							'An official NSC subject. Expressions can also use common short names, such as "Maths Lit" or "Eng HL".',
					},
					{
						displayName: 'Mark',
						name: 'mark',
						type: 'string',
						default: '',
						placeholder: 'e.g. 6 or 65%',
						description:
							'The level or percentage, as selected in "Mark Type". If you include a unit, as in "65%" or "Level 6", the node uses that unit instead.',
					},
				],
			},
		],
	}),
	// Empty for a model, which would otherwise use the example's marks for every learner.
	...forTools(
		openField({
			displayName: 'Subjects (JSON)',
			name: 'subjectsJson',
			type: 'json',
			required: true,
			default: '[\n  { "name": "Mathematics", "level": 6 }\n]',
			displayOptions: { show: { subjectsFrom: ['json'] } },
			description:
				'A list of subjects, each with a name and a level or percentage, or an object such as { "Mathematics": 6 }. An expression can return JSON text, a list or an object.',
		}),
		{ default: '' },
	),
] as const;

/** The entry of Options that goes with the subjects. */
export const levelScale = choiceField({
	displayName: 'Level Scale',
	name: 'levelScale',
	type: 'options',
	options: [
		{ name: '7 Levels', value: 7, description: 'The NSC scale: 80% and above is level 7' },
		{ name: '8 Levels', value: 8, description: 'Like the NSC scale, but 90% and above is level 8' },
	],
	default: 7,
	description: 'The number of levels on the scale',
}).filled();

const READ_AS_OPTIONS = [
	{ name: 'Not a Mark', value: NOT_A_MARK, description: 'Ignore the field' },
	...SUBJECT_OPTIONS,
];

/** A field as warnings quote it, `form.Points in sport`, of what n8n writes for one that is dropped on a parameter. */
function nameOfDropped(text: string): string {
	return text.replace(/(?<=.)\['([^'\]]+)'\]/g, '.$1');
}

/** The entry of Options that says what fields are which aren't read by themselves. */
export const readFieldsAs = rowsField(
	{
		displayName: 'Read Fields As',
		name: 'readFieldsAs',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add field',
		default: {},
		displayOptions: { show: { '/subjectsFrom': ['fields'] } },
		description: 'How to read fields that the node reads incorrectly or not at all',
		builderHint: {
			propertyHint: 'For "subjectsFrom" "fields": the fields that the warnings in the output name.',
		},
	},
	{ name: 'field', displayName: 'Field' },
	[
		textField({
			displayName: 'Field Name',
			name: 'name',
			type: 'string',
			default: '',
			required: true,
			requiresDataPath: 'single',
			placeholder: 'e.g. Maths result',
			description:
				'The name of the field, exactly as "warnings" or an error shows it. You can also drag the field here.',
		}).map(nameOfDropped),
		choiceField({
			displayName: 'Read As',
			name: 'readAs',
			type: 'options',
			options: READ_AS_OPTIONS,
			default: '',
			required: true,
			description: 'The subject that the mark in this field is for',
		}),
	],
).optional();

/** The parameters of an operation on the score for one university. */
export const scoreFields = [
	universityId.with({ description: 'The university that the learner wants to apply to' }),
	...subjectFields,
	optionsField(includeInputFields, levelScale, readFieldsAs),
] as const;

/** The learner's subjects as the service takes them, with warnings about how they were read. */
export type Learner = ReturnType<typeof learnerOf>;

/** @throws SubjectError naming the fields and values that can't be read */
export function learnerOf(
	values: Values<typeof subjectFields> & {
		options: Values<readonly [typeof levelScale, typeof readFieldsAs]>;
	},
	{ surroundings, hints }: Form,
) {
	const { subjectsFrom: from, marksAs, options } = values;
	const readAs = from === 'fields' ? saidOf(options.readFieldsAs ?? []) : undefined;
	const data = {
		define: () => values.subjects,
		fields: () => surroundings.json,
		json: () => ofOneLearner(values.subjectsJson),
	}[from]();
	if (readAs && readAs.size > 0) {
		for (const name of namesMissing(data, readAs)) {
			const text = `"Read Fields As" lists the field ${quoted(name, 200)}, but no item has it. Enter its name exactly as "warnings" shows it.`;
			hints.push({ text, type: 'warning', isOfAll: true });
		}
	}
	const read = readSubjects({ from, data, readAs }, { marksAs, levelScale: options.levelScale });
	return { from, ...read };
}

/** @throws UserError for an incomplete row, or for two rows that contradict each other */
function saidOf(rows: ReadonlyArray<{ name?: string; readAs?: string }>): ReadAs {
	const said = new Map<string, string>();
	for (const [index, { name, readAs }] of rows.entries()) {
		if (name === undefined && readAs === undefined) continue;
		if (name === undefined || readAs === undefined) {
			throw new UserError(`"Read Fields As", row ${index + 1} is incomplete`, {
				description: 'Enter the name of a field, and choose what it is.',
			});
		}
		if ((said.get(name) ?? readAs) !== readAs) {
			throw new UserError(`"Read Fields As" has ${quoted(name)} twice`, {
				description: 'Keep one of the two rows.',
			});
		}
		said.set(name, readAs);
	}
	return said;
}

/** Characters of JSON: 2,000 for each of 100 subjects. */
const LONGEST_JSON = 200_000;

const MAX_JSON_FIELDS = 500;

/** @throws SubjectError for more subjects than one learner can have, before they are read */
function ofOneLearner(json: unknown): unknown {
	const isTooMuch =
		typeof json === 'string'
			? json.length > LONGEST_JSON
			: isObject(json) && Object.keys(json).length > MAX_JSON_FIELDS;
	if (!isTooMuch) return json;
	throw new SubjectError(
		'"Subjects (JSON)" contains more than one learner can have',
		'Each item is one learner. Pass each learner as a separate item.',
	);
}

/** Shows how the first item was read, unless its subjects are in the form. */
export function tellSubjects(item: Item, { from, subjects }: Learner): void {
	if (item.index > 0 || from === 'define') return;
	const read = listed(subjects.map(({ name, level }) => `${cut(name)} ${level}`));
	item.hint(`The subjects and levels of the first item: ${read}.`);
}
