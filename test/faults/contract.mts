import { decodeForm } from '../../sandbox/services/phpForm.mjs';
import type { RecordedRequest } from '../../sandbox/services/start.mjs';
import {
	ENDPOINTS,
	findEndpoint,
	fits,
	type Endpoint,
	type Field,
	type Parameter,
} from '../contract/endpoints.mjs';
import type { NodeName } from '../engine/harness.mjs';

type Fields = Record<string, Field>;

/** What is wrong with a body; there must be none where the contract has none. */
function bodyProblems({ form, json }: Endpoint, { headers, body }: RecordedRequest): string[] {
	if (!form && !json) return body === '' ? [] : ['a body where there should be none'];
	const type = json ? 'application/json' : 'application/x-www-form-urlencoded';
	if (!headers['content-type']?.startsWith(type)) {
		return [`content type ${headers['content-type']}`];
	}
	if (json) return jsonProblems(json, JSON.parse(body) as Record<string, unknown>);
	if (!/^[\w.*\-+%&=]+$/.test(body)) return [`no form: ${body}`];
	return fieldProblems(form ?? {}, decodeForm(body));
}

function fieldProblems(known: Fields, fields: Record<string, unknown>): string[] {
	return Object.entries(fields).flatMap(([name, value]) => {
		const field = Object.hasOwn(known, name) ? known[name] : undefined;
		if (!field) return [`unknown field ${name}`];
		return isField(field, value) ? [] : [`field ${name} is ${JSON.stringify(value)}`];
	});
}

/** Every field is there, with at least one row in a list of rows. */
function jsonProblems(known: Fields, fields: Record<string, unknown>): string[] {
	const missing = Object.keys(known).filter((name) => [fields[name]].flat().length === 0);
	return [...missing.map((name) => `no ${name}`), ...fieldProblems(known, fields)];
}

function isField(field: Field, value: unknown): boolean {
	const { list, rows } = field;
	if (!list && !rows) return isCell(field, value);
	// One empty element stands for none.
	if (!Array.isArray(value)) return false;
	if (value.length === 1 && value[0] === '') return true;
	return value.every((entry: unknown) => (rows ? isRow(rows, entry) : typeof entry === 'string'));
}

function isRow(columns: Record<string, Parameter>, row: unknown): boolean {
	if (typeof row !== 'object' || row === null) return false;
	const names = Object.keys(columns);
	const cells = row as Record<string, unknown>;
	return (
		Object.keys(row).length === names.length &&
		names.every((name) => isCell(columns[name] ?? {}, cells[name]))
	);
}

function isCell(parameter: Parameter, value: unknown): boolean {
	if (parameter.range) return typeof value === 'number' && fits(parameter, String(value));
	return typeof value === 'string' && fits(parameter, value);
}

/** What a value looks like that was put into a text without being looked at. */
const ACCIDENT = /undefined|\[object |NaN|Infinity|=>|function\s*\(/;

const PATHS: Record<NodeName, string> = { linkManager: '/api/v1/', referenceData: '/v1/' };

/** Where a request is not one that the contract knows; empty when all is well. */
export function contractProblems(node: NodeName, request: RecordedRequest): string[] {
	const { method, path, query, headers, body, status } = request;
	const name = path.startsWith(PATHS[node]) ? findEndpoint(method, path) : undefined;
	const shown = `${method} ${path}${query === '' ? '' : `?${query}`} ${body}`;
	if (!name) return [`${shown}: no such call`];
	const endpoint: Endpoint = ENDPOINTS[name];
	const problems = bodyProblems(endpoint, request);
	const parameters = new URLSearchParams(query);
	for (const parameter of new Set(parameters.keys())) {
		const [value = '', ...more] = parameters.getAll(parameter);
		const known = endpoint.query?.[parameter];
		if (!known || value === '' || !fits(known, value) || more.length > 0) {
			problems.push(`parameter ${parameter} is ${[value, ...more].join(' and ')}`);
		}
	}
	if (headers.accept !== 'application/json') problems.push(`Accept is ${headers.accept}`);
	if (ACCIDENT.test(`${decodeURIComponent(path)} ${String(parameters)} ${decoded(body)}`)) {
		problems.push('a value that was not looked at');
	}
	if (status === undefined || ![200, 201, 404, 422].includes(status)) {
		problems.push(`answered with ${status}`);
	}
	return problems.map((problem) => `${shown}: ${problem}`);
}

function decoded(body: string): string {
	return body.startsWith('{') ? body : String(new URLSearchParams(body));
}
