import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { MAIN_DOMAIN } from '../../sandbox/services/data/links.mjs';
import type { RateLimit, ServicesOptions } from '../../sandbox/services/start.mjs';
import type { PlainRequest } from './bareLoop.mjs';
import {
	atOnce,
	axiosLoop,
	computed,
	during,
	helperLoop,
	httpRequestNode,
	limitName,
	packageNode,
	type Contestant,
	type Judge,
} from './contestants.mjs';
import type { ServiceFacts } from './services.mjs';

/** A promise about one contestant's time as a multiple of another's. */
export interface Target {
	of: string;
	against: string;
	most: number;
}

/** Something that a workflow does, and the ways to do it. */
export interface Job {
	title: string;
	/** How the services are started, besides their latency. */
	services: ServicesOptions;
	/** How many results a run that does the whole job gives. */
	of: number;
	contestants(facts: ServiceFacts): Contestant[];
	targets: Target[];
	/** The largest part of its requests that the package may have refused. */
	mostRefused?: number;
	/**
	 * Whether each round has services of its own, whose account has refused nobody yet. Such a job is
	 * not run to warm up, since its first contestant is there to be cold.
	 */
	freshAccounts?: boolean;
}

/** How much of everything; the short form of the benchmark has less. */
export interface Sizes {
	schools: number[];
	lookUps: number;
	paced: { lookUps: number; limit: RateLimit };
	/** Executions of so many look-ups at once, and of one learner each. */
	atOnce: { lookUps: [number, number]; learners: number };
	/** Look-ups of an import, and the forms that come in during it. */
	importing: { lookUps: number; forms: number };
	creates: number;
	learners: number;
	/** So many learners at so many schools. */
	repeated: [number, number];
}

export const fullSizes: Sizes = {
	schools: [20_000, 100_000],
	lookUps: 1_000,
	paced: { lookUps: 300, limit: { requests: 60, windowMs: 2_000 } },
	atOnce: { lookUps: [4, 75], learners: 20 },
	importing: { lookUps: 5_000, forms: 10 },
	creates: 1_000,
	learners: 40,
	repeated: [5_000, 80],
};

export const shortSizes: Sizes = {
	schools: [2_000],
	lookUps: 200,
	paced: { lookUps: 300, limit: { requests: 60, windowMs: 1_000 } },
	atOnce: { lookUps: [4, 30], learners: 5 },
	importing: { lookUps: 600, forms: 2 },
	creates: 200,
	learners: 4,
	repeated: [200, 4],
};

const PAGE = 100;
const UNIVERSITIES = 26;
export const HTTP_REQUEST = 'HTTP Request';

export function ours(inFlight: number): string {
	return `this package, ${inFlight} in flight`;
}

export function jobs(sizes: Sizes): Job[] {
	return [
		...sizes.schools.map((count) => allSchools(count)),
		lookUps(sizes.lookUps, 10),
		lookUps(sizes.lookUps, 50),
		pacedLookUps(sizes.paced.lookUps, sizes.paced.limit),
		lookUpsAtOnce(sizes.atOnce.lookUps, sizes.paced.limit),
		rush(sizes.atOnce.learners, sizes.paced.limit),
		formsDuringImport(sizes.importing, sizes.paced.limit),
		creates(sizes.creates),
		comparisons(sizes.learners),
		repeatedReads(sizes.repeated),
	];
}

/**
 * Every school there is, 100 a page.
 *
 * @param simplify as in the node's form; without it the records are whole, as the others give them
 */
export function allSchools(count: number, { simplify = false } = {}): Job {
	const different: Judge = (output) => new Set(output.map(({ json }) => json.nat_emis)).size;
	const differentInPages: Judge = (output) => {
		const records = output.flatMap(({ json }) => json.data as IDataObject[]);
		return new Set(records.map(({ nat_emis }) => nat_emis)).size;
	};
	const pages = Math.ceil(count / PAGE);
	const must = { done: count, mostRequests: pages };
	return {
		title: `All of ${count.toLocaleString('en')} schools, 100 a page`,
		services: { schools: count },
		of: count,
		contestants: (facts) => {
			const url = `${facts.data.baseUrl}/v1/high-schools`;
			const requests = range(pages).map(
				(index): PlainRequest => ({
					method: 'GET',
					url: `${url}?per_page=${PAGE}&page=${index + 1}`,
				}),
			);
			return [
				packageNode(ours(10), 'referenceData', getSchools(simplify), [{}], different, must),
				httpRequestNode(HTTP_REQUEST, 'data', pagination(url), [{}], differentInPages, {
					must,
					slow: pages > 200,
				}),
				helperLoop('referenceData', requests, 10),
				axiosLoop('data', facts, requests, 10),
			];
		},
		targets: [
			{ of: ours(10), against: HTTP_REQUEST, most: 1 / 6 },
			{ of: ours(10), against: limitName(10), most: 1.5 },
		],
	};
}

function getSchools(simplify: boolean) {
	return { resource: 'highSchool', operation: 'getAll', returnAll: true, simplify };
}

/** As the documentation of HTTP Request shows it for a page number. */
function pagination(url: string) {
	const { page, per_page, total } = Object.fromEntries(
		['page', 'per_page', 'total'].map((name) => [name, `$response.body.pagination.${name}`]),
	);
	return {
		url,
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'per_page', value: String(PAGE) }] },
		options: {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: {
						parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
					},
					paginationCompleteWhen: 'other',
					completeExpression: `={{ ${page} * ${per_page} >= ${total} }}`,
				},
			},
		},
	};
}

/** One school after another by its EMIS number, one input item each. */
export function lookUps(count: number, inFlight: number): Job {
	const must = { done: count, mostRequests: count };
	return {
		title: `${count.toLocaleString('en')} single look-ups, ${inFlight} in flight`,
		services: { schools: Math.max(count, 1_000) },
		of: count,
		contestants: (facts) => {
			const items = emisItems(facts, count);
			const { url, requests } = schoolRequests(facts, items);
			return [
				packageNode(ours(inFlight), 'referenceData', getSchool(inFlight), items, sameSchool, must),
				httpRequestNode(HTTP_REQUEST, 'data', { url }, items, sameSchool, { must }),
				helperLoop('referenceData', requests, inFlight),
				axiosLoop('data', facts, requests, inFlight),
			];
		},
		targets: [
			{ of: ours(inFlight), against: limitName(inFlight), most: 1.3 },
			...(inFlight === 50 ? [{ of: ours(inFlight), against: HTTP_REQUEST, most: 1 }] : []),
		],
	};
}

/** Look-ups of schools that are not there, in a node that is set to continue. */
export function failingLookUps(count: number): Job {
	const items = range(count).map((index) => ({ emis: String(999_000_000 + index) }));
	const notFound: Judge = (output) =>
		output.filter(({ json }) => String(json.error).startsWith('No school has the EMIS number'))
			.length;
	const must = { done: count, mostRequests: count };
	return {
		title: `${count.toLocaleString('en')} look-ups of schools that are not there`,
		services: {},
		of: count,
		contestants: () => [
			packageNode(ours(10), 'referenceData', getSchool(10), items, notFound, must, {
				onError: 'continueRegularOutput',
			}),
		],
		targets: [],
	};
}

/** More look-ups than the service allows at once. */
function pacedLookUps(count: number, limit: RateLimit): Job {
	const { requests: allowed, windowMs } = limit;
	return {
		title: `${count} look-ups, the service allows ${allowed} in ${windowMs / 1000} s`,
		services: { rateLimit: limit },
		of: count,
		contestants: (facts) => {
			const items = emisItems(facts, count);
			const { url, requests } = schoolRequests(facts, items);
			const batch = { batchSize: allowed, batchInterval: windowMs * 1.25 };
			return [
				packageNode(
					'this package, default settings',
					'referenceData',
					getSchool(),
					items,
					sameSchool,
					{
						done: count,
						mostRequests: Math.floor(count * 1.15),
					},
				),
				httpRequestNode(`${HTTP_REQUEST}, default settings`, 'data', { url }, items, sameSchool, {
					settings: { onError: 'continueRegularOutput' },
				}),
				httpRequestNode(`${HTTP_REQUEST}, Retry on Fail`, 'data', { url }, items, sameSchool, {
					settings: { retryOnFail: true, maxTries: 5, waitBetweenTries: 5_000 },
					slow: true,
				}),
				httpRequestNode(
					`${HTTP_REQUEST}, batching tuned by hand`,
					'data',
					{ url, options: { batching: { batch } } },
					items,
					sameSchool,
					{ slow: true },
				),
				axiosLoop('data', facts, requests, 10, { requests: allowed, windowMs }),
			];
		},
		targets: [{ of: 'this package, default settings', against: limitName(10), most: 1.1 }],
	};
}

/** More look-ups than the service allows, in executions that start at once. */
function lookUpsAtOnce([executions, each]: [number, number], limit: RateLimit): Job {
	const count = executions * each;
	return {
		title: `${executions} executions of ${each} look-ups at once, ${allowance(limit)}`,
		services: { rateLimit: limit },
		of: count,
		contestants: (facts) => {
			const items = emisItems(facts, each);
			const { requests } = schoolRequests(facts, items);
			const all = range(executions).flatMap(() => requests);
			return [
				...coldAndWarm(executions, lookUpNode(items), 2 * count),
				axiosLoop('data', facts, all, 10, limit),
			];
		},
		freshAccounts: true,
		targets: bothAtMost(executions, 1.15),
	};
}

/** Forms that are sent in at once, each compared over all universities. */
function rush(forms: number, limit: RateLimit): Job {
	const count = forms * (1 + UNIVERSITIES);
	return {
		title: `${forms} forms at once, each compared over ${UNIVERSITIES} universities, ${allowance(limit)}`,
		services: { rateLimit: limit },
		of: forms * UNIVERSITIES,
		contestants: (facts) => [
			...coldAndWarm(forms, formNode(), 2 * count),
			axiosLoop(
				'data',
				facts,
				range(count).map(() => universityList(facts)),
				10,
				limit,
			),
		],
		freshAccounts: true,
		targets: bothAtMost(forms, 1.2),
		mostRefused: 0.05,
	};
}

/** Executions that start at once, before the service has refused the account a request and after. */
function coldAndWarm(executions: number, one: Contestant, mostRequests: number): Contestant[] {
	return namesOf(executions).map((name) => atOnce(name, executions, one, mostRequests));
}

function bothAtMost(executions: number, most: number): Target[] {
	return namesOf(executions).map((of) => ({ of, against: limitName(10), most }));
}

function namesOf(executions: number): string[] {
	const name = `this package, ${executions} executions`;
	return [`${name}, cold (the account was never refused a request)`, `${name}, warm`];
}

/** One of the executions of a soak: more of them at once than the service allows. */
export function soaked(lookUps: number, limit: RateLimit): Job {
	return {
		title: `Executions of ${lookUps} look-ups, ${allowance(limit)}`,
		services: { rateLimit: limit },
		of: lookUps,
		contestants: (facts) => [lookUpNode(emisItems(facts, lookUps))],
		targets: [],
	};
}

/** Forms one after another, while an import uses up what the service allows. */
function formsDuringImport({ lookUps, forms }: Sizes['importing'], limit: RateLimit): Job {
	const { requests: allowed, windowMs } = limit;
	const share = ((1 + UNIVERSITIES) / (allowed / 2)) * windowMs;
	const name = `this package, median of ${forms} forms`;
	const against = 'half of what the service allows';
	return {
		title: `A form during an import of ${lookUps.toLocaleString('en')} look-ups, ${allowance(limit)}`,
		services: { schools: Math.max(lookUps, 1_000), rateLimit: limit },
		of: forms * UNIVERSITIES,
		contestants: (facts) => [
			during(name, forms, formNode(), lookUpNode(emisItems(facts, lookUps))),
			computed(against, share),
		],
		targets: [{ of: name, against, most: 1.5 }],
	};
}

function allowance({ requests, windowMs }: RateLimit): string {
	return `the service allows ${requests} in ${windowMs / 1000} s`;
}

function lookUpNode(items: IDataObject[]): Contestant {
	const must = { done: items.length, mostRequests: items.length };
	return packageNode(ours(10), 'referenceData', getSchool(), items, sameSchool, must);
}

function formNode(): Contestant {
	const items = [{ subjects: subjectsOf(0) }];
	const must = { done: UNIVERSITIES, mostRequests: 1 + UNIVERSITIES };
	return packageNode(ours(10), 'referenceData', compareAll, items, scored, must);
}

function emisItems({ emisNumbers }: ServiceFacts, count: number): IDataObject[] {
	return range(count).map((index) => ({ emis: emisNumbers[index] }));
}

function schoolRequests({ data }: ServiceFacts, items: IDataObject[]) {
	const base = `${data.baseUrl}/v1/high-schools`;
	return {
		url: `=${base}/{{ $json.emis }}`,
		requests: items.map(
			({ emis }): PlainRequest => ({
				method: 'GET',
				url: `${base}/${String(emis)}`,
			}),
		),
	};
}

function getSchool(concurrency?: number) {
	return {
		resource: 'highSchool',
		operation: 'get',
		schoolId: { __rl: true, mode: 'emis', value: '={{ $json.emis }}' },
		simplify: false,
		options: concurrency === undefined ? {} : { concurrency },
	};
}

/** Items that hold the school of the input item they are linked to, whole or in `data`. */
const sameSchool: Judge = (output, input) =>
	output.filter(({ json, pairedItem }) => {
		const record = (json.data ?? json) as IDataObject;
		return record.nat_emis === input[itemOf(pairedItem)]?.emis;
	}).length;

function itemOf(pairedItem: INodeExecutionData['pairedItem']): number {
	return typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : -1;
}

/** New links, one input item each. */
export function creates(count: number): Job {
	const must = { done: count, mostRequests: count };
	const items = range(count).map((index) => ({ url: `https://example.com/offer/${index}` }));
	const domain = String(MAIN_DOMAIN.id);
	const createdOnce: Judge = (output, input, { createdUrls }) =>
		createdUrls.length === input.length && output.length === input.length
			? new Set(createdUrls).size
			: 0;
	return {
		title: `${count.toLocaleString('en')} links created`,
		services: {},
		of: count,
		contestants: (facts) => {
			const url = `${facts.link.baseUrl}/api/v1/links`;
			const requests = items.map(
				(item): PlainRequest => ({
					method: 'POST',
					url,
					form: { url: item.url, domain_id: domain, domain },
				}),
			);
			const fields = { url: '={{ $json.url }}', domain_id: domain, domain };
			const parameters = Object.entries(fields).map(([name, value]) => ({ name, value }));
			return [
				packageNode(
					ours(10),
					'linkManager',
					{
						resource: 'link',
						operation: 'create',
						url: '={{ $json.url }}',
						domainId: { __rl: true, mode: 'id', value: domain },
					},
					items,
					createdOnce,
					must,
				),
				httpRequestNode(
					HTTP_REQUEST,
					'link',
					{
						method: 'POST',
						url,
						sendBody: true,
						contentType: 'form-urlencoded',
						bodyParameters: { parameters },
					},
					items,
					createdOnce,
					{ must },
				),
				helperLoop('linkManager', requests, 10),
				axiosLoop('link', facts, requests, 10),
			];
		},
		targets: [{ of: ours(10), against: limitName(10), most: 1.3 }],
	};
}

/** Learners compared over all universities. */
function comparisons(learners: number): Job {
	const count = learners * UNIVERSITIES;
	const must = { done: count, mostRequests: count + 1 };
	const items = range(learners).map((index) => ({ subjects: subjectsOf(index) }));
	return {
		title: `${learners} learners compared over ${UNIVERSITIES} universities`,
		services: {},
		of: count,
		contestants: (facts) => {
			const url = `${facts.data.baseUrl}/v1/aps-calculator`;
			const bodies = items.flatMap(({ subjects }) =>
				facts.universityIds.map((id) => ({ university_id: id, subjects })),
			);
			const requests = bodies.map((json): PlainRequest => ({ method: 'POST', url, json }));
			return [
				packageNode(ours(10), 'referenceData', compareAll, items, scored, must),
				httpRequestNode(
					HTTP_REQUEST,
					'data',
					{
						method: 'POST',
						url,
						sendBody: true,
						contentType: 'json',
						specifyBody: 'json',
						jsonBody: '={{ $json.body }}',
					},
					bodies.map((body) => ({ body })),
					scored,
					{ must },
				),
				helperLoop('referenceData', requests, 10),
				axiosLoop('data', facts, [universityList(facts), ...requests], 10),
			];
		},
		targets: [{ of: ours(10), against: limitName(10), most: 1.3 }],
	};
}

const compareAll = {
	resource: 'admissionPointScore',
	operation: 'compare',
	subjectsFrom: 'json',
	subjectsJson: '={{ $json.subjects }}',
};

const scored: Judge = (output) =>
	output.filter(({ json }) => typeof json.aps_score === 'number').length;

/** Learners and their schools: far more items than different reads. */
function repeatedReads([learners, schools]: [number, number]): Job {
	const count = learners.toLocaleString('en');
	return {
		title: `${count} learners at ${schools} schools, each learner's school looked up`,
		services: {},
		of: learners,
		contestants: (facts) => {
			const items = range(learners).map((index) => ({ emis: facts.emisNumbers[index % schools] }));
			const { url, requests } = schoolRequests(facts, items);
			const must = { done: learners, mostRequests: schools };
			return [
				packageNode(ours(10), 'referenceData', getSchool(10), items, sameSchool, must),
				httpRequestNode(HTTP_REQUEST, 'data', { url }, items, sameSchool, { slow: true }),
				axiosLoop('data', facts, requests, 10),
			];
		},
		targets: [{ of: ours(10), against: limitName(10), most: 1 }],
	};
}

function universityList({ data }: ServiceFacts): PlainRequest {
	return { method: 'GET', url: `${data.baseUrl}/v1/universities?per_page=${PAGE}` };
}

function subjectsOf(learner: number): IDataObject[] {
	const names = ['English Home Language', 'Mathematics', 'Physical Sciences', 'Life Sciences'];
	return names.map((name, index) => ({ name, level: 3 + ((learner + index) % 5) }));
}

function range(count: number): number[] {
	return Array.from({ length: count }, (_, index) => index);
}
