import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../../shared/item/operation';
import type { MarkOptions } from '../nsc/marks';
import {
	type SubjectLevel,
	subjectsFromFields,
	subjectsFromJson,
	subjectsFromRows,
} from '../nsc/subjectInput';
import { subjectOptions } from '../nsc/subjects';

/** How a learner's subjects and marks come in: the same on Calculate and Compare. */
export const subjectProperties: INodeProperties[] = [
	{
		displayName: 'Subjects From',
		name: 'subjectsFrom',
		type: 'options',
		options: [
			{ name: 'Define Below', value: 'define', description: 'Choose the subjects in this form' },
			{
				name: 'Input Fields',
				value: 'fields',
				description:
					'Every field of the input item that is named after a subject, as a form or a sheet gives them',
			},
			{ name: 'JSON', value: 'json', description: 'A list or an object of subjects and marks' },
		],
		default: 'define',
		description: "Where the learner's subjects and marks come from",
	},
	{
		displayName:
			'Fields such as "Mathematics", "Maths Lit", "Phys Sci" or "English HL" are read as subjects, and so are pairs such as "Subject 1" and "Level 1". Empty fields and all others are passed over.',
		name: 'fieldsNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { subjectsFrom: ['fields'] } },
	},
	{
		displayName: 'Marks As',
		name: 'marksAs',
		type: 'options',
		options: [
			{
				name: 'Level',
				value: 'level',
				description: 'NSC levels, 1 to 7, or 1 to 8 with the option Level Scale',
			},
			{
				name: 'Percentage',
				value: 'percentage',
				description: '0 to 100; turned into levels by the bands of the NSC',
			},
		],
		default: 'level',
		description: 'What a plain number means. It is never guessed.',
	},
	{
		displayName: 'Subjects',
		name: 'subjects',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
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
						typeOptions: { allowArbitraryValues: true },
						options: subjectOptions,
						default: 'Mathematics',
						description:
							'An official NSC subject. By expression, names that people write, such as "Maths Lit" or "Eng HL", are understood.',
					},
					{
						displayName: 'Mark',
						name: 'mark',
						type: 'string',
						default: '',
						placeholder: 'e.g. 6',
						description:
							'The level or the percentage, as chosen in Marks As. A written unit such as "65%" or "Level 6" is honoured.',
					},
				],
			},
		],
	},
	{
		displayName: 'Subjects (JSON)',
		name: 'subjectsJson',
		type: 'json',
		default: '[\n  { "name": "Mathematics", "level": 6 }\n]',
		displayOptions: { show: { subjectsFrom: ['json'] } },
		description:
			'A list of subjects, each with its name and either a level or a percentage, or an object such as { "Mathematics": 6 }. An expression may give text or a real list or object.',
	},
];

/** The entry of Options that goes with the subjects. */
export const levelScaleProperty: INodeProperties = {
	displayName: 'Level Scale',
	name: 'levelScale',
	type: 'options',
	options: [
		{ name: '7 Levels', value: 7, description: 'The NSC scale: 80% and above is level 7' },
		{ name: '8 Levels', value: 8, description: 'As 7, but 90% and above is level 8' },
	],
	default: 7,
	description: 'How many levels there are',
};

/**
 * The learner's subjects as the service takes them. What looks odd but is sent all the same becomes a
 * hint.
 *
 * @throws UserError naming the subject and the value
 */
export function readSubjects(item: Item): SubjectLevel[] {
	const { parameters } = item;
	const { levelScale = 7 } = parameters.collection<{ levelScale: 7 | 8 }>('options');
	const options: MarkOptions = {
		marksAs: parameters.choice<'level' | 'percentage'>('marksAs'),
		levelScale,
	};
	const from = parameters.choice<'define' | 'json' | 'fields'>('subjectsFrom');
	const { subjects, warnings } =
		from === 'define'
			? subjectsFromRows(parameters.raw('subjects'), options)
			: from === 'json'
				? subjectsFromJson(parameters.raw('subjectsJson'), options)
				: subjectsFromFields(item.json, options);
	for (const warning of warnings) item.hint(warning, 'warning');
	return subjects;
}
