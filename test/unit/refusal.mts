import { UserError } from 'n8n-workflow';

/** The UserError that a function refuses its input with; any other outcome fails the test. */
export function refusal(attempt: () => unknown): UserError {
	let result: unknown;
	try {
		result = attempt();
	} catch (error) {
		if (error instanceof UserError) return error;
		throw error;
	}
	throw new Error(`Nothing was refused; the result is ${JSON.stringify(result)}`);
}
