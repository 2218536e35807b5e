import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import { choiceField, flagField, openChoicesField, type Values } from '../../shared/node/field';
import { type Item, operation } from '../../shared/node/operation';
import { includeInputFields, optionsField } from '../../shared/node/options';
import { runConcurrently } from '../../shared/concurrency';
import { calculateScore } from '../api';
import { provinceField } from '../provinceField';
import { isSameProvince } from '../southAfrica/provinces';
import { simplify } from '../simplify';
import { allUniversities, universityCalled } from '../university/lookUp';
import { applicationWindow } from '../applicationWindow';
import { difference, rowOfFailure } from './scores';
import {
	type Learner,
	learnerOf,
	levelScale,
	subjectFields,
	tellSubjects,
} from './subjectParameters';

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

const comparisonFields = [
	scopeField,
	provinceField('The province whose universities to compare').with({
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
	}),
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
		flagField({
			displayName: 'Open Only',
			name: 'openOnly',
			type: 'boolean',
			default: false,
			description: 'Whether to compare only universities that take applications today',
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
	fields: comparisonFields,
	read: (values, form) => ({ ...values, learner: learnerOf(values, form) }),
	async run({ learner, ...input }, item) {
		tellSubjects(item, learner);
		const universities = await universitiesOf(item, input);
		const rows = await runConcurrently(
			universities,
			item.run.concurrency,
			async (university) => await rowOf(item, university, learner, input.simplify),
		);
		hintOn(rows, item);
		return rows
			.filter((row) => !input.options.onlyQualifying || row.qualifies === true || 'error' in row)
			.sort(bestFirst);
	},
});

/** @throws UserError if none is selected */
async function universitiesOf(
	item: Item,
	input: Values<typeof comparisonFields>,
): Promise<IDataObject[]> {
	const { universityScope: scope, universityIds: ids, province } = input;
	const { openOnly } = input.options;
	if (scope === 'selected' && ids.length === 0) {
		throw new UserError('"University Names or IDs" is empty', {
			description: 'Choose at least one university, or set "Universities" to All.',
		});
	}
	const all = await allUniversities(item);
	const chosen =
		scope === 'selected'
			? ids.map((id) => universityCalled(all, id) ?? { id })
			: all.filter((one) => scope === 'all' || isSameProvince(String(one.province), province));
	const universities = [...new Set(chosen)].filter((one) => {
		// What isn't in the list becomes a row that says so.
		return !openOnly || windowOf(one).applications_open === true || !all.includes(one);
	});
	if (universities.length === 0) {
		const which = openOnly ? ' that take applications today' : '';
		const where = scope === 'province' ? ` in ${province}` : '';
		item.hint(`The service doesn't list any universities${where}${which}.`);
	}
	return universities;
}

function windowOf({ application_opens: opens, application_closes: closes }: IDataObject) {
	return applicationWindow(opens, closes, new Date());
}

/**
 * How a learner does at a university, or an error in its place.
 *
 * @throws the error if every university would fail with it
 */
async function rowOf(
	item: Item,
	university: IDataObject,
	{ subjects, warnings }: Learner,
	isSimple: boolean,
): Promise<IDataObject> {
	const { id, name = null, aps_minimum = null } = university;
	const { application_opens = null, application_closes = null } = university;
	const dates = { application_opens, application_closes, ...windowOf(university) };
	try {
		const universityId = readIdentifier(id, 'University');
		const { breakdown, ...score } = await calculateScore(item.client, universityId, subjects);
		const gap = difference(score.aps_score, score.aps_minimum);
		return {
			...{ ...score, university_id: id, gap, ...dates, warnings },
			// Last: it is long, and hides the rest in a table.
			...(!isSimple && breakdown !== undefined && { breakdown }),
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

/** By the gap, the largest first; then those that take applications, by name and ID. Unchecked ones last. */
function bestFirst(one: IDataObject, other: IDataObject): number {
	const rank = (row: IDataObject) => ('error' in row ? 2 : row.gap === null ? 1 : 0);
	const isOpen = (row: IDataObject) => Number(row.applications_open === true);
	const byText = (field: string) => String(one[field]).localeCompare(String(other[field]), 'en');
	return (
		rank(one) - rank(other) ||
		Number(other.gap ?? 0) - Number(one.gap ?? 0) ||
		isOpen(other) - isOpen(one) ||
		byText('university') ||
		byText('university_id')
	);
}
