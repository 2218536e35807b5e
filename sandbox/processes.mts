import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { execa, type Options } from 'execa';
import waitFor from 'p-wait-for';

export interface ProcessOptions extends Pick<Options, 'uid' | 'gid' | 'env'> {
	/** Its name in messages, and the name of its log. */
	name: string;
	folder: string;
	/** The milliseconds that it may take to start. Half a minute by default. */
	startLimit?: number;
	/** Called until it returns true: the program is ready. */
	ready(): Promise<boolean>;
}

/** Whether a process of this user with this ID is running. */
export function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/**
 * Starts a program and waits until it can be used. It ends with `stop()` or with this process.
 *
 * @throws Error with the end of the program's log if it ends or isn't ready in time
 */
export async function startProcess(
	command: string,
	args: string[],
	{ name, folder, startLimit = 30_000, ready, ...options }: ProcessOptions,
) {
	const logFile = path.join(folder, `${name}.log`);
	// A file, not a pipe: n8n uses all of a core if the reader of its output is gone.
	const log = await open(logFile, 'w');
	// Any file descriptor will do; execa's types know the first three.
	const output = log.fd as 1;
	const child = execa(command, args, {
		...options,
		cwd: folder,
		extendEnv: false,
		stdio: ['ignore', output, output],
		reject: false,
		forceKillAfterDelay: 15_000,
	});
	let isRunning = true;
	/** Settles when the program has ended. */
	const ended = child.then(async () => {
		isRunning = false;
		await log.close();
	});
	/** Ends the program. It can be called again. */
	const stop = async () => {
		child.kill('SIGINT');
		await ended;
	};
	try {
		const message = `${name} did not start within ${startLimit / 1_000} seconds.`;
		await waitFor(async () => !isRunning || (await ready()), {
			interval: 100,
			timeout: { milliseconds: startLimit, message },
		});
		if (!isRunning) throw new Error(`${name} ended while it started.`);
	} catch (error) {
		await stop();
		const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-30);
		throw new Error(`${String(error)} The end of its log:\n${lines.join('\n')}`, { cause: error });
	}
	return { pid: child.pid ?? 0, logFile, ended, stop };
}
