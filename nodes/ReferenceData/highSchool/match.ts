import type { IDataObject } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import type { Listing } from '../../shared/http/pagination';
import {
	filtersCollection,
	includeInputFieldsProperty,
	optionsCollection,
} from '../../shared/node/options';
import type { Item, Operation } from '../../shared/node/operation';
import { joined } from '../../shared/text';
import { findByEmis, LARGEST_PAGE, listRecords } from '../api';
import { emisNumberIn, withoutEmisNumber } from '../identifiers';
import { readPlaces, readQuery } from '../listing';
import { provinceProperty } from '../provinces';
import { compareNames } from '../schoolNames/compareNames';
import { findSchool } from '../schoolNames/findSchool';
import { contradicts, readSchool, type KnownOfSchool } from '../schoolNames/recordedSchool';
import { readTypedName } from '../schoolNames/schoolName';
import { searchWords } from '../schoolNames/searchWords';
import type { Verdict } from '../schoolNames/verdict';
import { textOf } from '../words';
import { outputProperties, schoolShape } from './output';
import { directoryFor } from './schoolDirectory';
import { sectorProperty } from './sector';

/** Below this score the name beside an EMIS number is that of another school. */
const CONTRADICTS = 0.5;

export const match: Operation = {
	option: {
		name: 'Match',
		value: 'match',
		action: 'Match high school name',
		description:
			'Find the EMIS number for a school name that someone typed. The status is matched, ambiguous (the candidates list the schools it could mean) or not_found.',
	},
	properties: [
		{
			displayName: 'School Name',
			name: 'schoolName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Pta Boys High',
			description:
				'The name as it was typed. Abbreviations, a place name and typos are fine, and so is an EMIS number.',
			builderHint: {
				propertyHint:
					'Use emis of the output only where its status is matched; otherwise a person must choose a candidate.',
			},
		},
		...outputProperties,
		{
			...filtersCollection(
				{
					displayName: 'District',
					name: 'district',
					type: 'string',
					default: '',
					placeholder: 'e.g. Tshwane South',
					description: 'The education district',
				},
				provinceProperty('Only schools in this province'),
				sectorProperty,
				{
					displayName: 'Town',
					name: 'town',
					type: 'string',
					default: '',
					placeholder: 'e.g. Pretoria',
					description: 'The town or suburb',
				},
			),
			description:
				'What you know about the school. The more filters you add, the fewer schools share the name.',
		},
		optionsCollection(
			includeInputFieldsProperty,
			{
				displayName: 'Max Candidates',
				name: 'maxCandidates',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 20, numberPrecision: 0 },
				default: 5,
				description: 'Maximum number of schools to list in "candidates"',
			},
			{
				displayName: 'Minimum Score',
				name: 'minimumScore',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
				default: 0.85,
				description:
					'The lowest score at which a school counts as matched, from 0 to 1. Lower it to match more names, at the risk of wrong matches.',
			},
		),
	],
	async execute(item) {
		const name = item.parameters.text('schoolName');
		const known = {
			...readPlaces(item, ['district', 'town']),
			...readQuery(item, ['province', 'sector']),
		};
		const { maxCandidates, minimumScore } = item.parameters.filled<{
			maxCandidates: number;
			minimumScore: number;
		}>('options');
		const shape = schoolShape(item);
		const verdict = await judgeName(item, { name, known, minimumScore });
		item.count(verdict.status.replace('_', ' '));
		return [output(name, verdict, maxCandidates, shape)];
	},
};

/** By the EMIS number in the text, in the directory that the run reads, or by searches. */
async function judgeName(
	item: Item,
	{ name, known, minimumScore }: { name: string; known: KnownOfSchool; minimumScore: number },
): Promise<Verdict> {
	const emis = emisNumberIn(name);
	if (emis !== undefined) return await judgeEmis(item, emis, withoutEmisNumber(name), known);
	const typed = readTypedName(name);
	if (searchWords(typed).length === 0) {
		const reason = 'The text has no name to search for, such as "Waterkloof" in "Waterkloof High"';
		return { status: 'not_found', reason, candidates: [] };
	}
	const wanted = { typed, known, minimumScore };
	const list = await directoryFor(item, known.province);
	return list === undefined
		? await findSchool(wanted, async (word) => await search(item, word, known))
		: await list.find(wanted);
}

/** The service filters by province and sector; the node compares district and town, as people write them. */
async function search(
	item: Item,
	word: string,
	{ province, sector }: KnownOfSchool,
): Promise<Listing> {
	const query = { search: word, ...(province && { province }), ...(sector && { sector }) };
	return await listRecords(item, 'high-schools', query, { limit: LARGEST_PAGE });
}

/** An EMIS number says which school is meant, unless the name beside it or a filter is that of another. */
async function judgeEmis(
	item: Item,
	emis: string,
	rest: string,
	known: KnownOfSchool,
): Promise<Verdict> {
	const school = await findByEmis(item, emis);
	if (school === undefined) {
		const reason = `No school has the EMIS number ${emis}. Check the number, or enter the name of the school.`;
		return { status: 'not_found', reason, candidates: [] };
	}
	const whose = `The EMIS number ${emis} is that of ${textOf(school.name)}`;
	const typed = readTypedName(rest);
	const recorded = readSchool(school);
	const compared = compareNames(typed, recorded);
	if (typed.words.length > 0 && compared.score < CONTRADICTS) {
		return {
			status: 'ambiguous',
			reason: `${whose}, but the text names another school`,
			candidates: [{ ...compared, school }],
		};
	}
	const missed = contradicts(recorded, known).map(
		(filter) => `"${item.parameters.label('filters', filter)}"`,
	);
	const candidates = [{ ...compared, school, score: 1, why: ['its EMIS number is in the text'] }];
	if (missed.length > 0) {
		const reason = `${whose}, which doesn't match ${joined(missed, 'and')}`;
		return { status: 'ambiguous', reason, candidates };
	}
	const reason = 'The text contains the EMIS number of this school';
	return { status: 'matched', reason, candidates };
}

function output(
	typed: string,
	{ status, reason, candidates }: Verdict,
	maxCandidates: number,
	shape: (school: IDataObject) => IDataObject,
): IDataObject {
	const [best] = candidates;
	const school = status === 'matched' ? best?.school : undefined;
	return {
		typed,
		status,
		emis: school === undefined ? null : textOf(school.nat_emis),
		score: best?.score ?? 0,
		reason,
		school: school === undefined ? null : shape(deepCopy(school)),
		candidates: candidates.slice(0, maxCandidates).map((candidate) => ({
			emis: textOf(candidate.school.nat_emis),
			name: textOf(candidate.school.name),
			town: textOf(candidate.school.town),
			district: textOf(candidate.school.district),
			province: textOf(candidate.school.province),
			score: candidate.score,
			why: asSentence(candidate.why),
		})),
	};
}

function asSentence(clauses: readonly string[]): string {
	const text = joined(clauses, 'and');
	return text.charAt(0).toUpperCase() + text.slice(1);
}
