import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';
import { setImmediate } from 'node:timers/promises';

import { RequestQueue } from '../../../nodes/shared/http/queue.js';
import { referenceDataService } from '../../../nodes/ReferenceData/api.js';
import { match } from '../../../nodes/ReferenceData/highSchool/match.js';
import type { Item } from '../../../nodes/shared/node/operation.js';
import { RunState } from '../../../nodes/shared/http/runState.js';
import { districts } from '../../../sandbox/services/data/places.mjs';
import { readList } from '../../list.mjs';
import { formOf } from '../forms.mjs';

export type School = Record<'nat_emis' | 'name' | 'town' | 'district' | 'province', string>;

export interface TypedName {
	name: string;
	filters: IDataObject;
	/** The EMIS number that must come out; undefined if the text leaves open which school is meant. */
	emis?: string;
	/** Schools that a person must then get to choose from. */
	among: string[];
}

/** `asked`: rightly or not, a person gets the candidates, or hears that there is none. */
export type Outcome = 'right' | 'rightly asked' | 'missed' | 'false';

export interface Measured extends TypedName {
	outcome: Outcome;
	requests: number;
	result: IDataObject;
}

/** The schools of the labelled set, by the short keys that its labels use. */
export function labelledSchools(): Map<string, School> {
	const columns = ['key', 'name', 'town', 'district', 'province'] as const;
	const digitOf = new Map(districts.map(({ province }) => [province.name, province.emisDigit]));
	return new Map(
		readList(import.meta.dirname, 'schools.txt', columns).map(({ key, ...school }, index) => {
			const digit = digitOf.get(school.province) ?? '';
			return [key, { ...school, nat_emis: `${digit}${String(30_000_000 + index * 11)}` }];
		}),
	);
}

/** The labelled names: lines `typed|filters|key`, or `?keys` where no school may be chosen. */
export function labelledNames(schools: ReadonlyMap<string, School>): TypedName[] {
	const emisOf = (key: string) => {
		const school = schools.get(key);
		if (school === undefined) throw new Error(`typed.txt: no school has the key ${key}`);
		return school.nat_emis;
	};
	const columns = ['typed', 'where', 'answer'] as const;
	return readList(import.meta.dirname, 'typed.txt', columns).map(({ typed, where, answer }) => {
		const name = typed.replace(/\{(\w+)\}/g, (_, key: string) => emisOf(key));
		const pairs = where.split(';').filter(Boolean);
		const filters = Object.fromEntries(pairs.map((pair) => pair.split('=')));
		if (!answer.startsWith('?')) return { name, filters, emis: emisOf(answer), among: [] };
		const among = answer.slice(1).split(',').filter(Boolean).map(emisOf);
		return { name, filters, among };
	});
}

type Service = ReturnType<typeof serviceOf>;

/**
 * A service in memory, with the filters of the contract. Its search takes words as beginnings of words, as
 * the sandbox does, or as whole words.
 */
export function serviceOf(
	schools: readonly School[],
	search: 'beginnings' | 'wholeWords' = 'beginnings',
) {
	const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	const indexed = schools.map((school) => ({ school, words: words(school.name) }));
	const byEmis = new Map(schools.map((school) => [school.nat_emis, school]));
	const fits = (its: string, word: string) =>
		search === 'beginnings' ? its.startsWith(word) : its === word;
	return (path: readonly string[], query: Record<string, string> = {}): { body: unknown } => {
		const [, emis] = path;
		if (emis !== undefined) {
			const school = byEmis.get(emis);
			if (school) return { body: { data: school } };
			const error = new NodeApiError({} as INode, {}, { httpCode: '404', message: 'Not found' });
			throw Object.assign(error, { context: { isNotFound: true } });
		}
		const wanted = words(query.search ?? '');
		const found = indexed.filter(
			({ school, words: its }) =>
				(['province', 'district'] as const).every(
					(key) =>
						query[key] === undefined || school[key].toLowerCase() === query[key].toLowerCase(),
				) && wanted.every((word) => its.some((one) => fits(one, word))),
		);
		const [page, size] = [Number(query.page ?? 1), Number(query.per_page)];
		const data = found.slice((page - 1) * size, page * size).map(({ school }) => school);
		return { body: { data, pagination: { page, per_page: size, total: found.length } } };
	};
}

/** What Match makes of each name, in a run of its own. */
export async function measureOneByOne(
	names: readonly TypedName[],
	service: Service,
): Promise<Measured[]> {
	const all = await Promise.all(names.map(async (name) => await measureRun([name], service)));
	return all.flatMap(({ measured }) => measured);
}

/** What Match makes of each name that has a school, while that school isn't listed. */
export async function withoutOwnSchool(
	names: readonly TypedName[],
	schools: ReadonlyMap<string, School>,
): Promise<Measured[]> {
	const named = names.filter(({ name, emis }) => emis && !name.includes(emis));
	const all = named.map(async (name) => {
		const others = [...schools.values()].filter(({ nat_emis }) => nat_emis !== name.emis);
		return await measureOneByOne([{ ...name, emis: undefined }], serviceOf(others));
	});
	return (await Promise.all(all)).flat();
}

/** What Match makes of names that are the items of one run, and how many requests it sends. */
export async function measureRun(
	names: readonly TypedName[],
	service: Service,
): Promise<{ measured: Measured[]; requests: number }> {
	let requests = 0;
	const run = new RunState(new RequestQueue(1));
	const client = {
		run,
		service: referenceDataService,
		request: async (
			{ path, query }: { path: string[]; query?: Record<string, string> },
			valueOf: (body: unknown) => unknown,
		) => {
			requests += 1;
			await setImmediate();
			return valueOf(service(path, query).body);
		},
	};
	const forms = new Map(
		names.map((typed) => {
			const { name: schoolName, filters } = typed;
			return [typed, formOf({ schoolName, filters })];
		}),
	);
	const measured: Measured[] = [];
	for (const [typed, form] of forms) {
		const before = requests;
		const item = { client, run, hint: () => undefined, count: () => undefined };
		const [result = {}] = await match.run(form, item as unknown as Item, forms.values());
		forms.delete(typed);
		const outcome = outcomeOf(typed, result);
		measured.push({ ...typed, requests: requests - before, result, outcome });
	}
	return { measured, requests };
}

function outcomeOf({ emis, among }: TypedName, { status, ...result }: IDataObject): Outcome {
	if (status === 'matched') return result.emis === emis ? 'right' : 'false';
	if (emis !== undefined) return 'missed';
	const offered = (result.candidates as Array<{ emis: string }>).map((candidate) => candidate.emis);
	return among.every((one) => offered.includes(one)) ? 'rightly asked' : 'missed';
}
