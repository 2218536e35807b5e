import type { IDataObject } from 'n8n-workflow';

import { districts } from '../../../sandbox/services/data/places.mjs';
import { useSandbox } from '../sandbox.mjs';
import { readList } from '../../list.mjs';

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
	/** All that its run sent. */
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

/** What may be chosen beside a name. */
const FILTERS = ['town', 'district', 'province'];

/** Nothing else says where a school of the labelled set is. */
const NO_ADDRESS = { circuit: undefined, street_address: undefined, postal_address: undefined };

/** The service that Match asks, and what Match makes of names. */
export async function useMatch() {
	const { data, holdsSchools, referenceData } = await useSandbox({ links: 1, schools: 1 });
	/** Has the service these schools and no others. */
	function holds(schools: readonly School[]): void {
		holdsSchools(schools.map((school) => ({ id: school.nat_emis, ...NO_ADDRESS, ...school })));
	}
	/** What Match makes of names that are the items of one run. */
	async function measureRun(names: readonly TypedName[]): Promise<Measured[]> {
		data.requests.length = 0;
		const given = (field: string) => `={{ $json.${field} }}`;
		const parameters = {
			resource: 'highSchool',
			operation: 'match',
			schoolName: given('name'),
			filters: Object.fromEntries(FILTERS.map((filter) => [filter, given(filter)])),
		};
		const items = names.map(({ name, filters }) => ({ name, ...filters }));
		const { records } = await referenceData(parameters, { items });
		return names.map((typed, index) => {
			const result = records[index] ?? {};
			const outcome = outcomeOf(typed, result);
			return { ...typed, requests: data.requests.length, result, outcome };
		});
	}
	/** What Match makes of each name, in a run of its own. */
	async function measureOneByOne(names: readonly TypedName[]): Promise<Measured[]> {
		const measured: Measured[] = [];
		for (const name of names) measured.push(...(await measureRun([name])));
		return measured;
	}
	return { data, holds, measureRun, measureOneByOne };
}

function outcomeOf({ emis, among }: TypedName, { status, ...result }: IDataObject): Outcome {
	if (status === 'matched') return result.nat_emis === emis ? 'right' : 'false';
	if (emis !== undefined) return 'missed';
	const offered = (result.candidates as Array<{ nat_emis: string }>).map(
		({ nat_emis }) => nat_emis,
	);
	return among.every((one) => offered.includes(one)) ? 'rightly asked' : 'missed';
}
