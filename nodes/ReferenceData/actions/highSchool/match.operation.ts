import type { IDataObject } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import { inTurn } from '../../../shared/eventLoop';
import { listRecords } from '../../../shared/http/pagination';
import { filtersField } from '../../../shared/node/collection';
import { emptyError } from '../../../shared/node/emptiness';
import { type Field, numberField, textField } from '../../../shared/node/field';
import { type Item, operation } from '../../../shared/node/operation';
import { includeInputFields, optionsField } from '../../../shared/node/options';
import type { Shape } from '../../../shared/node/output';
import { cut, joined, quoted } from '../../../shared/text';
import { defined } from '../../../shared/values';
import { directoryFor } from '../../records/schoolDirectory';
import { namesPlace } from '../../southAfrica/comparePlaces';
import { emisNumberIn, withoutEmisNumber } from '../../southAfrica/emisNumber';
import { compareNames } from '../../southAfrica/schoolNames/compareNames';
import { findSchool, type WantedSchool } from '../../southAfrica/schoolNames/findSchool';
import {
	contradicts,
	type KnownOfSchool,
	readSchool,
} from '../../southAfrica/schoolNames/recordedSchool';
import { schoolsLike } from '../../southAfrica/schoolNames/schoolIndex';
import { readTypedName } from '../../southAfrica/schoolNames/schoolName';
import type { Verdict } from '../../southAfrica/schoolNames/verdict';
import { isTooLongForName, textOf } from '../../southAfrica/words';
import { findByEmis, LARGEST_PAGE } from '../../transport/api';
import { districtField, provinceField, sectorField } from '../commonFields';
import { schoolOutput } from './schoolOutput';

/** Below this score, the name beside an EMIS number belongs to another school. */
const CONTRADICTS = 0.5;

const district = placeFilter(districtField);

const town = placeFilter(
	textField({
		displayName: 'Town',
		name: 'town',
		type: 'string',
		default: '',
		placeholder: 'e.g. Pretoria',
		description: 'The town or suburb',
	}),
);

const filters = [
	district,
	provinceField('Only schools in this province'),
	sectorField,
	town,
] as const;

export const match = operation({
	option: {
		name: 'Match',
		value: 'match',
		action: 'Match high school name',
		description:
			'Find the EMIS number for a school name that someone typed. The status is matched, ambiguous (the candidates list the schools it could mean) or not_found.',
	},
	changes: false,
	fields: [
		textField({
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
					'Use nat_emis of the output only where its status is matched; otherwise a person must choose a candidate.',
			},
			// Spreadsheets have rows without a name.
		}).optional(() => undefined),
		...schoolOutput.fields,
		filtersField(filters).with({
			description:
				'What you know about the school. The more filters you add, the fewer schools share the name.',
		}),
		optionsField(
			includeInputFields,
			numberField({
				displayName: 'Max Candidates',
				name: 'maxCandidates',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 20, numberPrecision: 0 },
				default: 5,
				description: 'Maximum number of schools to list in "candidates"',
			}).filled(),
			numberField({
				displayName: 'Minimum Score',
				name: 'minimumScore',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
				default: 0.85,
				description:
					'The lowest score at which a school counts as matched, from 0 to 1. Lower it to match more names, at the risk of wrong matches.',
			}).filled(),
		),
	],
	read({ schoolName: name = '', ...values }, form) {
		return {
			name,
			typed: readTypedName(withoutEmisNumber(name)),
			known: values.filters,
			...values.options,
			shape: schoolOutput.shapeOf(values, form),
		};
	},
	async run(input, item) {
		const verdict = await judgeName(item, input);
		item.count(verdict.status.replace('_', ' '));
		return [output(input, verdict)];
	},
});

/** The name of a place. A text that names none is left out, with a hint. */
function placeFilter<N extends string>(field: Field<N, string>): Field<N, string | undefined> {
	return field.map((text, { label, form }) => {
		if (namesPlace(text)) return text;
		form.hint(`"${label}" is ${quoted(text)}, so it was left out.`);
		return undefined;
	});
}

/** By the EMIS number in the text, in the directory that the run reads, or by searches. */
async function judgeName(item: Item<WantedSchool>, wanted: WantedSchool): Promise<Verdict> {
	const { name, typed, known } = wanted;
	if (name === '') {
		const isFirstOfNone = item.index === 0 && (await item.inputs()).every((one) => one.name === '');
		if (isFirstOfNone) throw emptyError('School Name');
		return notFound('No name was typed.');
	}
	if ([name, known.district, known.town].some((text) => isTooLongForName(text ?? ''))) {
		return notFound('A school name, district or town has at most 200 characters and 30 words.');
	}
	const emis = emisNumberIn(name);
	if (emis !== undefined) return await judgeEmis(item, emis, wanted);
	const hasName = typed.words.length > 0;
	if (!hasName && typed.types.length === 0) return notFound(NO_NAME);
	const list = await directoryFor(item, known.province);
	const listed = list && (await inTurn(() => schoolsLike(list, wanted)));
	const verdict = await findSchool(
		wanted,
		async (text) => listed ?? (await searchByWord(item, text, known)),
	);
	return hasName || verdict.candidates.some(({ isSame }) => isSame) ? verdict : notFound(NO_NAME);
}

const NO_NAME = 'The text has no name to search for, such as "Waterkloof" in "Waterkloof High"';

function notFound(reason: string): Verdict {
	return { status: 'not_found', reason, candidates: [] };
}

/** The service filters by province and sector; the node compares district and town, as people write them. */
async function searchByWord(item: Item, text: string, { province, sector }: KnownOfSchool) {
	const query = defined({ search: text, province, sector });
	const listing = await listRecords(item.client, 'high-schools', query, { limit: LARGEST_PAGE });
	const { records, left, incomplete } = listing;
	return { schools: records.map(readSchool), isWhole: left === 0 && incomplete === undefined };
}

/** An EMIS number decides, unless the name beside it or a filter belongs to another school. */
async function judgeEmis(
	item: Item,
	emis: string,
	{ typed, known }: WantedSchool,
): Promise<Verdict> {
	const school = await findByEmis(item.client, emis);
	if (school === undefined) {
		return notFound(
			`No school has the EMIS number ${emis}. Check the number, or enter the name of the school.`,
		);
	}
	const whose = `The EMIS number ${emis} belongs to ${cut(textOf(school.name))}`;
	const recorded = readSchool(school);
	const compared = compareNames(typed, recorded);
	// "Umlazi" is the place of the school, but "Umlazi High School" is another school.
	const isPlace = typed.types.length === 0 && compared.hasAllTyped;
	if (typed.words.length > 0 && !isPlace && compared.score < CONTRADICTS) {
		return {
			status: 'ambiguous',
			reason: `${whose}, but the text names another school`,
			candidates: [compared],
		};
	}
	const missed = filters
		.filter(({ name }) => contradicts(recorded, { [name]: known[name] }))
		.map(({ label }) => `"${label}"`);
	const candidates = [{ ...compared, score: 1, why: ['its EMIS number is in the text'] }];
	if (missed.length > 0) {
		const reason = `${whose}, which doesn't match ${joined(missed, 'and')}`;
		return { status: 'ambiguous', reason, candidates };
	}
	const reason = 'The text contains the EMIS number of this school';
	return { status: 'matched', reason, candidates };
}

function output(
	{ name, maxCandidates, shape }: { name: string; maxCandidates: number; shape: Shape },
	{ status, reason, candidates }: Verdict,
): IDataObject {
	const [best] = candidates;
	const school = status === 'matched' ? best?.school : undefined;
	return {
		typed: name,
		status,
		nat_emis: school === undefined ? null : textOf(school.nat_emis),
		score: best?.score ?? 0,
		reason,
		school: school === undefined ? null : shape(deepCopy(school)),
		candidates: candidates.slice(0, maxCandidates).map((candidate) => ({
			nat_emis: textOf(candidate.school.nat_emis),
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
