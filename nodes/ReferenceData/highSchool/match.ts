import type { IDataObject } from 'n8n-workflow';

import { includeInputFieldsProperty, optionsCollection } from '../../shared/node/options';
import type { Item, Operation } from '../../shared/node/operation';
import { isTool } from '../../shared/node/agentOutput';
import { joined, quoted } from '../../shared/text';
import { fetchPage, findByEmis, LARGEST_PAGE } from '../api';
import { schoolFilters } from '../filters';
import { readQuery, usedFilters } from '../listing';
import { emisNumberIn } from '../identifiers';
import { fold } from '../names/fold';
import { findSchool, type SchoolPage, type SchoolQuery } from '../names/findSchool';
import { isElsewhere, likeness } from '../names/likeness';
import { readRecordedName, readTypedName } from '../names/schoolName';
import type { KnownOfSchool } from '../names/sought';
import { placeOf, textOf, type Verdict } from '../names/verdict';
import { provinceProperty } from '../provinces';
import { sectorProperty } from './sector';
import { outputProperties, schoolShape } from './output';

interface MatchOptions {
	maxCandidates: number;
	minimumScore: number;
}

/** The filters that the service has; the node compares district and town by itself, as people write them. */
const sentFilters = schoolFilters.filter(({ name }) => name === 'province' || name === 'sector');

/** Below this score the name beside an EMIS number is that of another school. */
const CONTRADICTS = 0.5;

export const match: Operation = {
	option: {
		name: 'Match',
		value: 'match',
		action: 'Match high school name',
		description:
			'Find the EMIS number for a school name that someone typed, or list the schools it could mean',
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
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			description:
				'What you know about the school. The more filters you add, the fewer schools share the name.',
			options: [
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
			],
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
		const added = item.parameters.added<{ district: string; town: string }>('filters');
		const [district, town] = (['district', 'town'] as const).map((name) =>
			name in added && saysSomething(item, name, added[name]) ? added[name] : undefined,
		);
		const sent = readQuery(item, sentFilters);
		const { maxCandidates, minimumScore } = item.parameters.filled<MatchOptions>('options');
		const shape = schoolShape(item);
		const emis = emisNumberIn(name);
		const known = { district, town, province: sent.province, sector: sent.sector };
		const verdict =
			emis === undefined
				? await findSchool(
						{ typed: readTypedName(name), known, minimumScore },
						async (query) => await askFor(item, query, sent),
					)
				: await judgeEmis(item, emis, name.replace(emis, ' ').replace(/^[\d\s.]+$/, ''), known);
		const unlisted = verdict.candidates.length - maxCandidates;
		if (unlisted > 0 && verdict.status === 'ambiguous' && isTool(item.functions)) {
			item.hint(
				`There are more schools that may be meant than the ${maxCandidates} candidates: ${unlisted} more. Add the province, district or town to find them.`,
				'info',
				true,
			);
		}
		return [output(verdict, maxCandidates, shape)];
	},
};

/** One page of schools; the node judges the filters too, since a service may ignore one. */
async function askFor(
	item: Item,
	{ page, ...query }: SchoolQuery,
	sent: Record<string, string>,
): Promise<SchoolPage> {
	const asked = { ...query, ...sent, per_page: String(LARGEST_PAGE) };
	const found = await fetchPage(item, 'high-schools', asked, page);
	const isEnd = found.records.length === 0;
	return {
		schools: found.records.filter((school) => missedFilters(school, sent).length === 0),
		listed: found.records,
		total: found.total ?? (isEnd ? 0 : undefined),
	};
}

/** The names of the filters that a school shows it doesn't meet. */
function missedFilters(school: IDataObject, sent: Readonly<Record<string, string | undefined>>) {
	return usedFilters(sentFilters, sent)
		.filter(({ isMet }) => isMet?.(school) === false)
		.map(({ name }) => name);
}

/**
 * An EMIS number says which school is meant, unless the name beside it, or a filter, is that of
 * another.
 */
async function judgeEmis(
	item: Item,
	emis: string,
	rest: string,
	{ town, district, ...sent }: KnownOfSchool,
): Promise<Verdict> {
	const school = await findByEmis(item, emis);
	if (school === undefined) {
		const reason = `No school has the EMIS number ${emis}. Check the number, or enter the name of the school.`;
		return { status: 'not_found', reason, candidates: [] };
	}
	const typed = readTypedName(rest);
	const place = placeOf(school);
	const like = likeness(typed, readRecordedName(textOf(school.name)), place);
	const missed = [
		...missedFilters(school, { ...sent }),
		...(isElsewhere(place, { town }) ? ['town'] : []),
		...(isElsewhere(place, { district }) ? ['district'] : []),
	].map((filter) => `"${item.parameters.label('filters', filter)}"`);
	const isNamed = typed.words.length > 0 && like.score < CONTRADICTS;
	const doubt = isNamed
		? 'but the text names another school'
		: `which doesn't match ${joined(missed, 'and')}`;
	const isDoubtful = isNamed || missed.length > 0;
	const candidate = isNamed
		? { ...like, school }
		: { ...like, school, score: 1, why: ['EMIS number'] };
	return {
		status: isDoubtful ? 'ambiguous' : 'matched',
		reason: isDoubtful
			? `The EMIS number ${emis} is that of ${textOf(school.name)}, ${doubt}`
			: 'The text contains the EMIS number of this school',
		candidates: [candidate],
	};
}

function output(
	{ status, reason, candidates }: Verdict,
	maxCandidates: number,
	shape: (school: IDataObject) => IDataObject,
): IDataObject {
	const [best] = candidates;
	const school = status === 'matched' ? best?.school : undefined;
	return {
		status,
		emis: school === undefined ? null : textOf(school.nat_emis),
		score: best?.score ?? 0,
		reason,
		school: school === undefined ? null : shape(school),
		candidates: candidates.slice(0, maxCandidates).map((candidate) => ({
			emis: textOf(candidate.school.nat_emis),
			name: textOf(candidate.school.name),
			town: textOf(candidate.school.town),
			district: textOf(candidate.school.district),
			province: textOf(candidate.school.province),
			score: candidate.score,
			why: candidate.why.join(', '),
		})),
	};
}

/** Whether a filter has a letter or a digit to compare; a hint says that "-" or "?" was left out. */
function saysSomething(item: Item, name: string, value: unknown): boolean {
	if (fold(String(value)) !== '') return true;
	const label = item.parameters.label('filters', name);
	item.hint(`"${label}" is ${quoted(value)}, so it was left out.`);
	return false;
}
