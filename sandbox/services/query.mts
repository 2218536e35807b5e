import { refusal, type Parameter } from '../../test/contract/endpoints.mjs';

/**
 * The problems of a query, by parameter: unknown or repeated parameters and values outside the
 * documented set.
 */
export function queryProblems(
	query: URLSearchParams,
	parameters: Record<string, Parameter>,
): Record<string, string[]> {
	const problems = new Map<string, string[]>();
	for (const name of new Set(query.keys())) {
		const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
		const problem = parameterProblem(name, query.getAll(name), parameter);
		if (problem) problems.set(name, [problem]);
	}
	return Object.fromEntries(problems);
}

function parameterProblem(
	name: string,
	sent: string[],
	parameter: Parameter | undefined,
): string | undefined {
	if (!parameter) return `The ${name} parameter does not exist here.`;
	const [value = '', ...more] = sent;
	if (more.length > 0) return `The ${name} parameter was sent ${sent.length} times.`;
	const problem = refusal(parameter, value);
	return problem && `The ${name} parameter ${problem}.`;
}

/** Whether a filter has been made ineffective by a quirk. */
export function isIgnored(name: string, ignoreFilters: boolean | string[] | undefined): boolean {
	return Array.isArray(ignoreFilters) ? ignoreFilters.includes(name) : ignoreFilters === true;
}
