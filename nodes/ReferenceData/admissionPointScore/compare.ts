import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { ExecutionCancelled } from '../../shared/client/gate';
import { inLanes } from '../../shared/lanes';
import type { Item, Operation } from '../../shared/item/operation';
import { optionsCollection } from '../../shared/item/commonProperties';
import { readUniversityId } from '../identifiers';
import type { SubjectLevel } from '../nsc/subjectInput';
import { provinceProperty } from '../provinceProperty';
import { readProvince } from '../provinces';
import { allUniversities } from '../university/all';
import { applicationWindow } from '../universityDates';
import { calculateScore } from './calculation';
import { levelScaleProperty, readSubjects, subjectProperties } from './subjects';

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
		description: 'Which universities to compare. Each is one call of the APS calculator.',
	},
	{
		...provinceProperty,
		displayOptions: { show: { universityScope: ['province'] } },
		required: true,
		description: 'The province of the universities',
	},
	{
		displayName: 'University Names or IDs',
		name: 'universityIds',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getUniversities' },
		displayOptions: { show: { universityScope: ['selected'] } },
		default: [],
		description:
			'The universities to compare. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	...subjectProperties,
	optionsCollection(levelScaleProperty, {
		displayName: 'Only Qualifying',
		name: 'onlyQualifying',
		type: 'boolean',
		default: false,
		description: 'Whether to return only the universities whose minimum the learner meets',
	}),
];

export const compare: Operation = {
	option: {
		name: 'Compare Universities',
		value: 'compare',
		action: 'Compare universities by APS (admission point score)',
		description:
			"Calculate a learner's APS for many universities and rank them, with closing dates",
	},
	properties,
	async execute(item) {
		const subjects = readSubjects(item);
		const universities = await chooseUniversities(item);
		const results: IDataObject[] = [];
		await inLanes(universities.length, item.run.concurrency, async (index) => {
			results[index] = await compareOne(item, universities[index] ?? {}, subjects);
		});
		const { onlyQualifying = false } = item.parameters.collection<{ onlyQualifying: boolean }>(
			'options',
		);
		const failed = results.filter((result) => 'error' in result).length;
		if (failed > 0) {
			item.hint(`${failed} universities could not be checked; see the field "error".`, 'warning');
		}
		return results
			.filter((result) => !onlyQualifying || result.qualifies === true || 'error' in result)
			.sort(bestFirst);
	},
};

async function chooseUniversities(item: Item): Promise<IDataObject[]> {
	const { parameters } = item;
	const scope = parameters.choice<'all' | 'province' | 'selected'>('universityScope');
	if (scope === 'all') return await allUniversities(item);
	if (scope === 'province') {
		const province = readProvince(parameters.text('province'));
		const all = await allUniversities(item);
		const inProvince = all.filter((university) => university.province === province);
		if (inProvince.length === 0) item.hint(`The service lists no university in ${province}.`);
		return inProvince;
	}
	const ids = [...new Set(parameters.choices('universityIds').map(readUniversityId))];
	if (ids.length === 0) {
		throw new UserError('"University Names or IDs" is empty', {
			description: 'Choose at least one university, or set "Universities" to All.',
		});
	}
	const all = await allUniversities(item);
	return ids.map((id) => all.find((university) => String(university.id) === id) ?? { id });
}

/** One row of the comparison; a university that could not be checked is a row with `error`. */
async function compareOne(
	{ client }: Item,
	{ id, name, application_opens, application_closes }: IDataObject,
	subjects: SubjectLevel[],
): Promise<IDataObject> {
	const dates = {
		application_opens: application_opens ?? null,
		application_closes: application_closes ?? null,
		...applicationWindow(application_opens, application_closes, new Date()),
	};
	try {
		const result = await calculateScore(client, readUniversityId(id), subjects);
		const gap = Number(result.aps_score) - Number(result.aps_minimum);
		// The breakdown last: it is long, and hides the rest in a table.
		const { breakdown, ...summary } = result;
		return {
			...summary,
			university_id: id,
			gap: Number.isFinite(gap) ? gap : null,
			...dates,
			...(breakdown === undefined ? {} : { breakdown }),
		};
	} catch (error) {
		if (error instanceof ExecutionCancelled) return await Promise.reject(error);
		const { message } = error as Error;
		return { university_id: id, university: name ?? null, error: message, ...dates };
	}
}

/** By the gap, the largest first; then by name; what could not be checked comes last. */
function bestFirst(a: IDataObject, b: IDataObject): number {
	const gapOf = ({ gap }: IDataObject) => (typeof gap === 'number' ? gap : -Infinity);
	const [first, second] = [gapOf(a), gapOf(b)];
	return first === second
		? String(a.university).localeCompare(String(b.university), 'en')
		: second - first;
}
