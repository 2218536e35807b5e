import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { hasStatus, withMessage } from '../../shared/http/errors';
import { ExecutionCancelled } from '../../shared/http/queue';
import {
	includeInputFieldsProperty,
	optionsCollection,
	requiredWhile,
} from '../../shared/node/options';
import type { Item, Operation } from '../../shared/node/operation';
import { runConcurrently } from '../../shared/concurrency';
import { flagOf } from '../../shared/values';
import { calculateScore } from '../api';
import { readUniversityId } from '../identifiers';
import type { SubjectLevel } from '../nsc/subjectInput';
import { isSameProvince, provinceProperty, readProvince } from '../provinces';
import { simplifyProperty } from '../simplify';
import { allUniversities, universityWithId } from '../university/lookUp';
import { applicationWindow } from '../applicationWindow';
import { levelScaleProperty, readSubjects, subjectProperties } from './subjectParameters';

const properties: INodeProperties[] = [
	{
		displayName: 'Universities',
		name: 'universityScope',
		type: 'options',
		options: [
			{ name: 'All', value: 'all', description: 'Every university that the service lists' },
			{ name: 'In One Province', value: 'province' },
			{ name: 'Selected', value: 'selected', description: 'Only the ones you choose' },
		],
		default: 'all',
		description:
			'Which universities to compare. The node sends one APS calculator request for each.',
	},
	{
		...provinceProperty('The province whose universities to compare'),
		displayOptions: { show: { universityScope: ['province'] } },
		required: true,
	},
	...requiredWhile(['universityScope', 'selected'], {
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
	}),
	...subjectProperties,
	simplifyProperty,
	optionsCollection(includeInputFieldsProperty, levelScaleProperty, {
		displayName: 'Qualifying Only',
		name: 'onlyQualifying',
		type: 'boolean',
		default: false,
		description:
			"Whether to return only universities whose minimum APS the learner meets. Universities that couldn't be checked, or whose result is unclear, are returned too.",
	}),
];

export const compare: Operation = {
	option: {
		name: 'Compare Universities',
		value: 'compare',
		action: 'Compare universities by APS',
		description:
			"Calculate a learner's APS for several universities and rank them, with application closing dates",
	},
	properties,
	async execute(item) {
		const subjects = readSubjects(item);
		const isSimple = item.parameters.flag('simplify');
		const { onlyQualifying } = item.parameters.filled<{ onlyQualifying: boolean }>('options');
		const rows = await compareAll(item, await chooseUniversities(item), subjects);
		const failed = rows.filter((row) => 'error' in row).length;
		if (failed > 0) {
			const universities = failed === 1 ? '1 university' : `${failed} universities`;
			item.hint(`${universities} couldn't be checked. See the field "error".`, 'warning');
		}
		const answers = rows.map(({ qualifies }) => qualifies);
		if (answers.includes(false) && !answers.includes(true)) {
			const which = answers.every((qualifies) => qualifies === false)
				? 'any of these universities'
				: 'any university that could be compared';
			item.hint(`The learner doesn't meet the minimum APS of ${which}.`);
		}
		const unclear = rows.filter(isUnclear).length;
		if (unclear > 0) {
			const universities = unclear === 1 ? '1 university' : `${unclear} universities`;
			item.hint(
				`The service didn't show clearly whether the learner qualifies at ${universities}, so the field "qualifies" is empty there.`,
				'warning',
			);
		}
		const open = answers.filter((qualifies) => qualifies === null).length - unclear;
		if (open > 0) {
			const have = open === 1 ? '1 university has' : `${open} universities have`;
			item.hint(`${have} no minimum APS, so the fields "qualifies" and "gap" are empty there.`);
		}
		return rows
			.filter(
				(row) => !onlyQualifying || row.qualifies === true || isUnclear(row) || 'error' in row,
			)
			.sort(bestFirst)
			.map((row) => (isSimple ? withoutBreakdown(row) : row));
	},
};

async function chooseUniversities(item: Item): Promise<IDataObject[]> {
	const { parameters } = item;
	const scope = parameters.choice<'all' | 'province' | 'selected'>('universityScope');
	if (scope === 'selected') return await selectedUniversities(item);
	const province = scope === 'province' ? readProvince(parameters.text('province')) : undefined;
	const universities = (await allUniversities(item)).filter(
		(university) => province === undefined || isSameProvince(String(university.province), province),
	);
	if (universities.length === 0) {
		const where = province === undefined ? '' : ` in ${province}`;
		item.hint(`The service doesn't list any universities${where}.`);
	}
	return universities;
}

async function selectedUniversities(item: Item): Promise<IDataObject[]> {
	const ids = [...new Set(item.parameters.choices('universityIds').map(readUniversityId))];
	if (ids.length === 0) {
		throw new UserError('"University Names or IDs" is empty', {
			description: 'Choose at least one university, or set "Universities" to All.',
		});
	}
	const all = await allUniversities(item);
	return [...new Set(ids.map((id) => universityWithId(all, id) ?? id))].map((found) =>
		typeof found === 'string' ? { id: found } : found,
	);
}

/**
 * The rows of the comparison, one for each university.
 *
 * @throws NodeApiError when no university could be checked, one alone as well: a row with an error is for
 * others to stand beside. Where the key may not use the calculator, no requests follow the first answers
 */
async function compareAll(
	item: Item,
	universities: IDataObject[],
	subjects: SubjectLevel[],
): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	const errors: Error[] = [];
	const compareAt = async (index: number) => {
		const university = universities[index] ?? {};
		try {
			rows[index] = rowOf(university, await scoreFor(item, university, subjects));
		} catch (error) {
			if (error instanceof ExecutionCancelled) return await Promise.reject(error);
			errors.push(error as Error);
			rows[index] = failedRow(university, error as Error);
		}
	};
	const errorWith = (...statuses: number[]) =>
		errors.find((error) => statuses.some((status) => hasStatus(error, status)));
	const isNoneChecked = () => rows.every((row) => 'error' in row);
	const isDenied = () => errorWith(401, 402, 403) !== undefined && isNoneChecked();
	const open = () => [...universities.keys()].filter((index) => rows[index] === undefined);
	for (let left = open(); left.length > 0 && !isDenied(); left = open()) {
		const compareNext = async (index: number) => await compareAt(left[index] ?? 0);
		await runConcurrently(left.length, item.run.concurrency, compareNext, () => !isDenied());
	}
	// What a person can change comes before what may pass.
	const error = errorWith(401, 402, 403) ?? errorWith(400, 404, 422, 429) ?? errors[0];
	if (!error || !isNoneChecked()) return rows;
	if (universities.length === 1 || isDenied()) throw error;
	const message = `None of the ${universities.length} universities could be checked. ${error.message}`;
	throw withMessage(item.functions.getNode(), error, message);
}

async function scoreFor(
	item: Item,
	{ id }: IDataObject,
	subjects: SubjectLevel[],
): Promise<IDataObject> {
	return await calculateScore(item, readUniversityId(id), subjects);
}

/** A university without a minimum can neither be met nor missed; nor is an answer without a score one. */
function rowOf(university: IDataObject, result: IDataObject): IDataObject {
	const score = numberOf(result.aps_score);
	const minimum = numberOf(result.aps_minimum);
	const { breakdown, ...summary } = result;
	return {
		...summary,
		qualifies:
			score === undefined || isAbsent(result.aps_minimum)
				? null
				: (flagOf(result.qualifies) ?? null),
		university_id: university.id,
		gap: score === undefined || minimum === undefined ? null : score - minimum,
		...datesOf(university),
		// Last: it is long, and hides the rest in a table.
		...(breakdown === undefined ? {} : { breakdown }),
	};
}

/** Whether the service's answer leaves open whether the learner qualifies, though there may be a minimum. */
function isUnclear({ qualifies, aps_score, aps_minimum }: IDataObject): boolean {
	return qualifies === null && (numberOf(aps_score) === undefined || !isAbsent(aps_minimum));
}

function isAbsent(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

function failedRow(university: IDataObject, { message }: Error): IDataObject {
	const { id, name } = university;
	return { university_id: id, university: name ?? null, error: message, ...datesOf(university) };
}

function datesOf({ application_opens, application_closes }: IDataObject): IDataObject {
	return {
		application_opens: application_opens ?? null,
		application_closes: application_closes ?? null,
		...applicationWindow(application_opens, application_closes, new Date()),
	};
}

function numberOf(value: unknown): number | undefined {
	const isNumber = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
	return isNumber && Number.isFinite(Number(value)) ? Number(value) : undefined;
}

function withoutBreakdown(row: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(row).filter(([field]) => field !== 'breakdown'));
}

/** By the gap, the largest first; without a minimum after them, unchecked last; then by name and ID. */
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
