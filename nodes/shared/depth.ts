import { UserError } from 'n8n-workflow';

/** Far more than data has; a walk through thousands of levels takes more than the stack holds. */
const MOST_LEVELS = 100;

/** Whether lists and objects lie within each other in more levels than are read. */
export function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1));
}

/**
 * What `read` gives. n8n's own code may overflow the stack with a value that is too deep.
 *
 * @param name how the message names the value
 * @throws UserError for a value that is too deep to be read
 */
export function readShallow(name: string, read: () => unknown): unknown {
	let value: unknown;
	try {
		value = read();
	} catch (error) {
		throw error instanceof RangeError && /stack/.test(error.message) ? tooDeep(name) : error;
	}
	if (isTooDeep(value)) throw tooDeep(name);
	return value;
}

function tooDeep(name: string): UserError {
	return new UserError(`${name} is nested too deeply`, {
		description: `Lists and objects can be nested up to ${MOST_LEVELS} levels deep. Use only the part that you need.`,
	});
}
