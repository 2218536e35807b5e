import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { readIdentifier } from '../../../shared/node/identifier';
import { choiceField, flagField, openChoicesField } from '../../../shared/node/field';
import { type Item, operation } from '../../../shared/node/operation';
import { includeInputFields, optionsField } from '../../../shared/node/options';
import { simplify } from '../../../shared/node/output';
import { compareNamesInList } from '../../../shared/text';
import { runConcurrently } from '../../../shared/concurrency';
import { calculateScore } from '../../transport/api';
import { provinceField } from '../commonFields';
import { isSameProvince } from '../../southAfrica/provinces';
import { allUniversities, universityCalled } from '../university/universityId';
import { applicationWindow } from '../../records/applicationWindow';
import { difference, rowOfFailure } from './scores';
import {
	type Learner,
	learnerOf,
	levelScale,
	readFieldsAs,
	subjectFields,
	tellSubjects,
} from './learner';

const scopeField = choiceField({
	displayName: 'Universities',
	name: 'universityScope',
	type: 'options',
	options: [
		{ name: 'All', value: 'all', description: 'Every university that the service lists' },
		{
			name: 'In One Province',
			value: 'province',
			description: 'Every university in the province you choose',
		},
		{ name: 'Selected', value: 'selected', description: 'Only the universities you choose' },
	],
	default: 'all',
	description: 'Which universities to compare. The node sends one APS calculator request for each.',
});

const comparisonFields = [
	scopeField,
	provinceField('The province of the universities to compare').with({
		displayOptions: { show: { universityScope: ['province'] } },
		required: true,
	}),
	openChoicesField({
		displayName: 'University Names or IDs',
		name: 'universityIds',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getUniversities' },
		displayOptions: { show: { universityScope: ['selected'] } },
		default: [],
		description:
			'The universities to compare. An expression must return a list of IDs. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		builderHint: {
			propertyHint:
				'Required if "universityScope" is "selected". IDs from "getUniversities", as a list or as text such as uct,dut.',
		},
	}).map((ids) => {
		if (ids.length > 0) return ids;
		throw new UserError('"University Names or IDs" is empty', {
			description: 'Choose at least one university, or set "Universities" to All.',
		});
	}),
	...subjectFields,
	simplify,
	optionsField(
		includeInputFields,
		levelScale,
		readFieldsAs,
		flagField({
			displayName: 'Qualifying Only',
			name: 'onlyQualifying',
			type: 'boolean',
			default: false,
			description:
				"Whether to return only universities whose minimum APS the learner meets. Universities that couldn't be checked are returned too.",
		}).filled(),
		flagField({
			displayName: 'Open Only',
			name: 'openOnly',
			type: 'boolean',
			default: false,
			description: 'Whether to compare only universities that accept applications today',
		}).filled(),
	),
] as const;

export const compare = operation({
	option: {
		name: 'Compare Universities',
		value: 'compare',
		action: 'Compare universities by APS',
		description:
			"Calculate a learner's APS for several universities and rank them, with application closing dates",
	},
	changes: false,
	fields: comparisonFields,
	read(values, form) {
		const { universityScope: scope, options } = values;
		return {
			learner: learnerOf(values, form),
			ids: scope === 'selected' ? values.universityIds : undefined,
			province: scope === 'province' ? values.province : undefined,
			isWhole: !values.simplify,
			onlyQualifying: options.onlyQualifying,
			openOnly: options.openOnly,
		};
	},
	async run({ learner, isWhole, onlyQualifying, ...chosen }, item) {
		tellSubjects(item, learner);
		const universities = await universitiesOf(item, chosen);
		const rows = await runConcurrently(
			universities,
			item.run.queue.concurrency,
			async (university) => await rowOf(item, university, learner, isWhole),
		);
		hintOn(rows, item);
		return rows
			.filter((row) => !onlyQualifying || row.qualifies === true || 'error' in row)
			.sort(bestFirst);
	},
});

/** The universities to compare: those chosen, or those of a province, or all. */
async function universitiesOf(
	item: Item,
	{ ids, province, openOnly }: { ids?: string[]; province?: string; openOnly: boolean },
): Promise<IDataObject[]> {
	const all = await allUniversities(item);
	const listed = all.filter((one) => !province || isSameProvince(String(one.province), province));
	const chosen = ids?.map((id) => universityCalled(all, id) ?? { id }) ?? listed;
	const universities = [...new Set(chosen)].filter((one) => {
		// An ID that isn't in the list becomes a row with an error.
		return !openOnly || applicationWindow(one).applications_open || !all.includes(one);
	});
	if (universities.length === 0) {
		const which = openOnly ? ' that accept applications today' : '';
		const where = province === undefined ? '' : ` in ${province}`;
		item.hint(`The service doesn't list any universities${where}${which}.`);
	}
	return universities;
}

/**
 * The result of a learner at a university, or an error instead.
 *
 * @throws the error if every university would fail with it
 */
async function rowOf(
	item: Item,
	university: IDataObject,
	{ subjects, warnings }: Learner,
	isWhole: boolean,
): Promise<IDataObject> {
	const { id, name = null, aps_minimum = null } = university;
	const { application_opens = null, application_closes = null } = university;
	const dates = { application_opens, application_closes, ...applicationWindow(university) };
	try {
		const universityId = readIdentifier(id, 'University');
		const { breakdown, ...score } = await calculateScore(item.client, universityId, subjects);
		const gap = difference(score.aps_score, score.aps_minimum);
		return {
			...score,
			university_id: id,
			gap,
			...dates,
			warnings,
			// Last, because it is long and would hide the other columns of a table.
			...(isWhole && breakdown !== undefined && { breakdown }),
		};
	} catch (error) {
		const failure = rowOfFailure(error);
		return { university_id: id, university: name, aps_minimum, ...failure, ...dates, warnings };
	}
}

function hintOn(rows: readonly IDataObject[], item: Item): void {
	const failed = rows.filter((row) => 'error' in row).length;
	if (failed > 0) {
		const universities = failed === 1 ? '1 university' : `${failed} universities`;
		item.hint(`${universities} couldn't be checked. See the field "error".`, 'warning');
	}
	const results = rows.map(({ qualifies }) => qualifies);
	if (failed === 0 && results.includes(false) && !results.includes(true)) {
		item.hint("The learner doesn't meet the minimum APS of any of these universities.");
	}
}

/** Largest gap first, then those that accept applications, then by name and ID. Unchecked ones last. */
function bestFirst(one: IDataObject, other: IDataObject): number {
	const rank = (row: IDataObject) => ('error' in row ? 2 : row.gap === null ? 1 : 0);
	const isOpen = (row: IDataObject) => Number(row.applications_open === true);
	const byText = (field: string) => compareNamesInList(String(one[field]), String(other[field]));
	return (
		rank(one) - rank(other) ||
		Number(other.gap ?? 0) - Number(one.gap ?? 0) ||
		isOpen(other) - isOpen(one) ||
		byText('university') ||
		byText('university_id')
	);
}
