import { sleep } from 'n8n-workflow';

/** The clock and timers in one place, so that tests can fast-forward them. Times in milliseconds. */
export const systemClock = { now: () => Date.now(), sleep };

/** Milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
