/** How a query parameter is read; refused values are told in `problem`. */
export interface ParameterRule {
	/** The values that are allowed; any text when absent. */
	values?: readonly string[];
	/** A pattern the value must match, and its meaning in words. */
	pattern?: { matches: RegExp; means: string };
	/** Compares `values` without regard to case. */
	anyCase?: boolean;
}

export const WHOLE_NUMBER = { matches: /^[1-9]\d{0,8}$/, means: 'a whole number from 1' };

/**
 * The problems of a query, by parameter: unknown or repeated parameters and values outside the
 * documented set.
 */
export function queryProblems(
	query: URLSearchParams,
	rules: Record<string, ParameterRule>,
): Record<string, string[]> {
	const problems = new Map<string, string[]>();
	for (const name of new Set(query.keys())) {
		const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
		const problem = parameterProblem(name, query.getAll(name), rule);
		if (problem) problems.set(name, [problem]);
	}
	return Object.fromEntries(problems);
}

function parameterProblem(
	name: string,
	sent: string[],
	rule: ParameterRule | undefined,
): string | undefined {
	if (!rule) return `The ${name} parameter does not exist here.`;
	const [value = '', ...more] = sent;
	if (more.length > 0) return `The ${name} parameter was sent ${sent.length} times.`;
	const { values, pattern, anyCase } = rule;
	const compared = anyCase ? value.toLowerCase() : value;
	if (values && !values.some((one) => (anyCase ? one.toLowerCase() : one) === compared)) {
		return `The ${name} parameter must be one of: ${values.join(', ')}.`;
	}
	if (pattern && !pattern.matches.test(value)) {
		return `The ${name} parameter must be ${pattern.means}.`;
	}
	return undefined;
}

/** Whether a filter has been made ineffective by a quirk. */
export function isIgnored(name: string, ignoreFilters: boolean | string[] | undefined): boolean {
	return Array.isArray(ignoreFilters) ? ignoreFilters.includes(name) : ignoreFilters === true;
}
