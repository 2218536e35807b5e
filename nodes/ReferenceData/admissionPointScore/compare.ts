import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { hasStatus } from '../../shared/http/errors';
import { ExecutionCancelled } from '../../shared/http/queue';
import { choiceField, flagField, openChoicesField, type Values } from '../../shared/node/field';
import { type Item, operation } from '../../shared/node/operation';
import { includeInputFields, optionsField, requiredWhile } from '../../shared/node/options';
import { runConcurrently } from '../../shared/concurrency';
import { calculateScore } from '../api';
import { readUniversityId } from '../identifiers';
import { provinceField } from '../provinceField';
import { isSameProvince } from '../southAfrica/provinces';
import { simplify } from '../simplify';
import type { SubjectLevel } from '../southAfrica/subjects/marks';
import { allUniversities, universityWithId } from '../university/lookUp';
import { applicationWindow } from '../applicationWindow';
import { learnerOf, levelScale, subjectFields, tellSubjects } from './subjectParameters';

const scopeField = choiceField({
	displayName: 'Universities',
	name: 'universityScope',
	type: 'options',
	options: [
		{ name: 'All', value: 'all', description: 'Every university that the service lists' },
		{
			name: 'In One Province',
			value: 'province',
			description: 'Every one in the province you choose',
		},
		{ name: 'Selected', value: 'selected', description: 'Only the ones you choose' },
	],
	default: 'all',
	description: 'Which universities to compare. The node sends one APS calculator request for each.',
});

const fields = [
	scopeField,
	provinceField('The province whose universities to compare').with({
		displayOptions: { show: { universityScope: ['province'] } },
		required: true,
	}),
	requiredWhile(
		scopeField,
		'selected',
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
				propertyHint: 'IDs from "getUniversities", as a list or as text such as uct,dut.',
			},
		}).map((ids) => [...new Set(ids.map(readUniversityId))]),
	),
	...subjectFields,
	simplify,
	optionsField(
		includeInputFields,
		levelScale,
		flagField({
			displayName: 'Qualifying Only',
			name: 'onlyQualifying',
			type: 'boolean',
			default: false,
			description:
				"Whether to return only universities whose minimum APS the learner meets. Universities that couldn't be checked are returned too.",
		}).filled(),
	),
] as const;

/** Which universities to compare. */
type Chosen = { ids: readonly string[] } | { province?: string };

export const compare = operation({
	option: {
		name: 'Compare Universities',
		value: 'compare',
		action: 'Compare universities by APS',
		description:
			"Calculate a learner's APS for several universities and rank them, with application closing dates",
	},
	fields,
	read: (values, form) => ({
		learner: learnerOf(values, form),
		chosen: chosenBy(values),
		isWhole: !values.simplify,
		onlyQualifying: values.options.onlyQualifying,
	}),
	async run({ learner, chosen, isWhole, onlyQualifying }, item) {
		tellSubjects(item, learner);
		const universities = await universitiesOf(item, chosen);
		const rows: IDataObject[] = [];
		await runConcurrently(universities.length, item.run.concurrency, async (index) => {
			rows[index] = await rowOf(item, universities[index] ?? {}, learner.subjects, isWhole);
		});
		hintOn(rows, item);
		return rows
			.filter((row) => !onlyQualifying || row.qualifies === true || 'error' in row)
			.sort(bestFirst);
	},
});

/** @throws UserError if none is selected */
function chosenBy(values: Values<typeof fields>): Chosen {
	switch (values.universityScope) {
		case 'all':
			return {};
		case 'province':
			return { province: values.province };
		case 'selected': {
			const { universityIds: ids = [] } = values;
			if (ids.length > 0) return { ids };
			throw new UserError('"University Names or IDs" is empty', {
				description: 'Choose at least one university, or set "Universities" to All.',
			});
		}
	}
}

async function universitiesOf(item: Item, chosen: Chosen): Promise<IDataObject[]> {
	const all = await allUniversities(item);
	if ('ids' in chosen) {
		return [...new Set(chosen.ids.map((id) => universityWithId(all, id) ?? { id }))];
	}
	const { province } = chosen;
	const universities = all.filter(
		(university) => province === undefined || isSameProvince(String(university.province), province),
	);
	if (universities.length === 0) {
		const where = province === undefined ? '' : ` in ${province}`;
		item.hint(`The service doesn't list any universities${where}.`);
	}
	return universities;
}

/**
 * How a learner does at a university, or an error in its place.
 *
 * @throws NodeApiError when the service refuses the key (401) or its scope or plan (403), which is so for
 * every university, and the error that cancels the execution
 */
async function rowOf(
	item: Item,
	university: IDataObject,
	subjects: readonly SubjectLevel[],
	isWhole: boolean,
): Promise<IDataObject> {
	const { id, name = null, application_opens = null, application_closes = null } = university;
	const dates = {
		...{ application_opens, application_closes },
		...applicationWindow(application_opens, application_closes, new Date()),
	};
	const score = async (): Promise<IDataObject> => {
		const result = await calculateScore(item.client, readUniversityId(id), subjects);
		const { breakdown, ...summary } = result;
		const { aps_score: points, aps_minimum: minimum } = summary;
		const isKnown = typeof points === 'number' && typeof minimum === 'number';
		return {
			...{ ...summary, university_id: id, gap: isKnown ? points - minimum : null, ...dates },
			// Last: it is long, and hides the rest in a table.
			...(isWhole && breakdown !== undefined && { breakdown }),
		};
	};
	return await score().catch((error: unknown) => {
		const isForAll = hasStatus(error, 401) || hasStatus(error, 403);
		if (isForAll || error instanceof ExecutionCancelled || !(error instanceof Error)) throw error;
		return { university_id: id, university: name, error: error.message, ...dates };
	});
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
	if (rows.some(({ days_until_close: days }) => Number(days) < 0)) {
		item.hint(
			'If "days_until_close" is negative, applications closed that many days ago. Check "applications_open" before you show it to anyone.',
		);
	}
}

/** By the gap, the largest first; without one after them, unchecked last; then by name and ID. */
function bestFirst(one: IDataObject, other: IDataObject): number {
	const rank = (row: IDataObject) => ('error' in row ? 2 : row.gap === null ? 1 : 0);
	const byText = (field: string) => String(one[field]).localeCompare(String(other[field]), 'en');
	return (
		rank(one) - rank(other) ||
		Number(other.gap ?? 0) - Number(one.gap ?? 0) ||
		byText('university') ||
		byText('university_id')
	);
}
