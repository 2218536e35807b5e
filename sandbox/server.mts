import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const startLimit = 30_000;

export interface ServerOptions {
	/** The folder that the program runs in. */
	folder: string;
	/** Who it runs as; default whoever runs this. */
	user?: { uid: number; gid: number };
	/** Asked again and again until it says that the server answers. */
	answers(): Promise<boolean>;
}

/**
 * Starts a server program, waits until it answers and gives the function that ends it (SIGINT). It
 * ends by itself as soon as the calling process is gone. Not for Windows.
 *
 * @throws Error with what the server said when it does not answer within half a minute
 */
export async function startServer(
	command: string[],
	{ folder, user, answers }: ServerOptions,
): Promise<() => Promise<void>> {
	// The shell ends the server when its own input ends, which it does at the latest with this process.
	const child = spawn(
		'sh',
		[
			'-c',
			'"$@" & server=$!; cat >/dev/null; kill -INT "$server"; wait "$server"',
			'sh',
			...command,
		],
		{ ...user, cwd: folder, detached: true, stdio: ['pipe', 'pipe', 'pipe'] },
	);
	let log = '';
	for (const output of [child.stdout, child.stderr]) {
		output.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-20_000)));
	}
	const ended = once(child, 'exit');
	const stop = async () => {
		child.stdin.end();
		await ended;
	};
	const deadline = Date.now() + startLimit;
	while (!(await answers())) {
		if (Date.now() > deadline) {
			await stop();
			throw new Error(`${command[0]} did not start:\n${log}`);
		}
		await wait(100);
	}
	return stop;
}
