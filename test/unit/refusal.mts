import { UserError } from 'n8n-workflow';

/** The UserError, or other error, that a function refuses its input with; any other outcome fails the test. */
export function refusal<E extends Error = UserError>(
	attempt: () => unknown,
	Refused: abstract new (...args: never[]) => E = UserError as never,
): E {
	let result: unknown;
	try {
		result = attempt();
	} catch (error) {
		if (error instanceof Refused) return error;
		throw error;
	}
	throw new Error(`Nothing was refused; the result is ${JSON.stringify(result)}`);
}
