import { sleep } from 'n8n-workflow';

/** What waiting needs of time; the tests bring a clock of their own. Times in milliseconds. */
export interface Clock {
	now(): number;
	sleep(milliseconds: number): Promise<void>;
}

export const systemClock: Clock = { now: () => Date.now(), sleep };
