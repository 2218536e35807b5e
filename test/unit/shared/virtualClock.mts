import { setImmediate as turn } from 'node:timers/promises';
import { vi } from 'vitest';

import { systemClock } from '../../../nodes/shared/clock.js';

/**
 * A clock that stands still while anything can run and then jumps to the next alarm, so that
 * minutes of waiting take no time and always run in the same order. The nodes use it from its
 * creation until the mocks are restored.
 */
export class VirtualClock {
	private time = Date.UTC(2026, 0, 1);

	private alarms: Array<{ at: number; ring: () => void }> = [];

	constructor() {
		vi.spyOn(Date, 'now').mockImplementation(() => this.now());
		vi.spyOn(systemClock, 'sleep').mockImplementation(async (ms) => await this.sleep(ms));
	}

	now(): number {
		return this.time;
	}

	async sleep(milliseconds: number): Promise<void> {
		await new Promise<void>((ring) => {
			const at = this.time + Math.max(0, milliseconds);
			const later = this.alarms.findIndex((alarm) => alarm.at > at);
			this.alarms.splice(later === -1 ? this.alarms.length : later, 0, { at, ring });
		});
	}

	/**
	 * Lets time pass until the work is done.
	 *
	 * @throws Error if the work waits for something other than time
	 */
	async run<T>(work: Promise<T>): Promise<T> {
		let done = false;
		const finish = () => (done = true);
		work.then(finish, finish);
		for (await turn(); !done; await turn()) {
			const next = this.alarms.shift();
			if (!next) throw new Error('Stuck: the work is not done, and nothing is due');
			this.time = next.at;
			next.ring();
			while (this.alarms[0]?.at === this.time) this.alarms.shift()?.ring();
		}
		return await work;
	}
}
