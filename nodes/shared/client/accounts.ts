import { createHmac, randomBytes } from 'node:crypto';

import { type Clock, systemClock } from '../clock';
import { Pace } from './pace';

/** Milliseconds without a request, after which an account is forgotten. */
const IDLE = 10 * 60_000;

/** Beyond so many, accounts that nobody uses are forgotten at once. */
const MOST = 200;

/**
 * The accounts that this process has used lately, each with the pace that its service taught. They are
 * told apart by a digest of address and key, under a secret of this process, and never written down.
 */
export class Accounts {
	private readonly paces = new Map<string, Pace>();

	private readonly secret = randomBytes(32);

	constructor(private readonly clock: Clock = systemClock) {}

	/** The pace of the account, the same one for all who ask while it is known. */
	paceOf(baseUrl: string, apiKey: string): Pace {
		const account = JSON.stringify([baseUrl, apiKey]);
		const digest = createHmac('sha256', this.secret).update(account).digest('base64');
		const pace = this.paces.get(digest) ?? new Pace(this.clock);
		this.paces.delete(digest);
		this.forgetIdle();
		this.paces.set(digest, pace);
		return pace;
	}

	/** Without a timer, which would keep the process alive: whoever asks next has it tidied up. */
	private forgetIdle(): void {
		for (const [digest, pace] of this.paces) {
			const idle = pace.idleFor();
			if (idle > IDLE || (idle > 0 && this.paces.size >= MOST)) this.paces.delete(digest);
		}
	}
}

export const accounts = new Accounts();
