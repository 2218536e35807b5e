import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Clock } from '../../../nodes/shared/clock.js';
import { mapInTurns, Turns } from '../../../nodes/shared/turns.js';

/** A clock on which work takes time, and whose sleepers wake when the test ends the turn. */
class TurningClock implements Clock {
	time = 0;

	turn = 0;

	private sleepers: Array<() => void> = [];

	now(): number {
		return Math.floor(this.time);
	}

	async sleep(): Promise<void> {
		await new Promise<void>((wake) => this.sleepers.push(wake));
	}

	/** Wakes who sleeps; false when nobody does. */
	async endTurn(): Promise<boolean> {
		this.turn += 1;
		this.time = Math.ceil(this.time);
		const sleepers = this.sleepers.splice(0);
		for (const wake of sleepers) wake();
		await settled();
		return sleepers.length > 0;
	}
}

async function settled(): Promise<void> {
	for (let tick = 0; tick < 20; tick++) await Promise.resolve();
}

interface Piece {
	name: number;
	turn: number;
	at: number;
}

/** Runs pieces of work that come one after another in one turn and take so many milliseconds each. */
async function spread(durations: number[]): Promise<Piece[]> {
	const clock = new TurningClock();
	const turns = new Turns(clock);
	const begun: Piece[] = [];
	for (const [name, duration] of durations.entries()) {
		void turns.next().then(() => {
			begun.push({ name, turn: clock.turn, at: clock.now() });
			clock.time += duration;
		});
		await settled();
	}
	while (await clock.endTurn());
	return begun;
}

describe('turns of the event loop', () => {
	it('do not keep work waiting that comes alone', async () => {
		expect(await spread([5])).toEqual([{ name: 0, turn: 0, at: 0 }]);
	});

	it('are shared by work that takes next to no time', async () => {
		expect((await spread([0, 0, 0])).map(({ turn }) => turn)).toEqual([0, 0, 0]);
	});

	it('leave the next piece of work to the next turn', async () => {
		expect((await spread([2, 2, 2])).map(({ turn }) => turn)).toEqual([0, 1, 2]);
	});

	it('lie between the parts of a long list', async () => {
		const list = Array.from({ length: 2000 }, (_, index) => index);
		let turns = 0;
		const others = setInterval(() => (turns += 1), 0);
		const seen = await mapInTurns(list, (entry) => {
			const end = performance.now() + 0.02;
			while (performance.now() < end);
			return [entry, turns] as const;
		});
		clearInterval(others);
		expect(seen.map(([entry]) => entry)).toEqual(list);
		for (const [entry, then] of seen.slice(0, -500)) {
			expect(seen[entry + 500]?.[1]).toBeGreaterThan(then);
		}
	});

	it('lose nothing, keep the order and never hold more than a millisecond has room for', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.double({ min: 0, max: 3, noNaN: true })), async (durations) => {
				const begun = await spread(durations);
				expect(begun.map(({ name }) => name)).toEqual(durations.map((_, name) => name));
				for (const { turn, at } of begun) {
					const together = begun.filter((piece) => piece.turn === turn);
					expect(together.every((piece) => piece.at === at)).toBe(true);
				}
			}),
		);
	});
});
