import { sleep } from 'n8n-workflow';

/** What waiting needs of time; the tests bring a clock of their own. Times in milliseconds. */
export interface Clock {
	now(): number;
	sleep(milliseconds: number): Promise<void>;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now(), sleep };

/** Milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
