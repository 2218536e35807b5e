import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import waitFor from 'p-wait-for';

const stopLimit = 15_000;

/** A program that runs beside this one. */
export interface Process {
	/** Leads the group of everything that the program started. */
	pid: number;
	/** Everything it wrote, for when something goes wrong. */
	logFile: string;
	/** Settles when the program has ended, for whatever reason. */
	ended: Promise<void>;
	/** Ends it and everything it started. Calling it again does no harm. */
	stop(): Promise<void>;
}

export interface ProcessOptions {
	/** What it is called in messages, and its log in its folder. */
	name: string;
	/** The folder that it runs in. */
	folder: string;
	/** Who it runs as; default whoever runs this. */
	user?: { uid: number; gid: number };
	environment?: NodeJS.ProcessEnv;
	/** Milliseconds that it may take to start; default half a minute. */
	startLimit?: number;
	/** Asked again and again until it says that the program can be used. */
	ready(): Promise<boolean>;
}

/**
 * Starts a program and waits until it can be used. It ends with `stop()`, or by itself as soon as the
 * calling process is gone, even if that was killed.
 *
 * @throws Error with the end of the program's log when it ends or is not ready in time
 */
export async function startProcess(
	command: string,
	args: string[],
	{ name, folder, user, environment, startLimit = 30_000, ready }: ProcessOptions,
): Promise<Process> {
	const logFile = path.join(folder, `${name}.log`);
	// A file and not a pipe: n8n spins for ever when it outlives the reader of its output.
	const log = await open(logFile, 'w');
	const child = spawn(command, args, {
		...user,
		cwd: folder,
		env: environment,
		// A group of its own: the terminal's Ctrl-C goes to the caller alone, which then stops it.
		detached: true,
		stdio: ['ignore', log.fd, log.fd],
	});
	let running = true;
	const ended = new Promise<void>((resolve) => child.once('error', resolve).once('exit', resolve));
	void ended.then(() => (running = false));
	await log.close();
	endWithThisProcess(child, ended);
	const stop = async () => await endGroup(child, ended);
	try {
		const message = `${name} did not start within ${startLimit / 1_000} seconds.`;
		const settled = async () => !running || (await ready());
		await waitFor(settled, { interval: 100, timeout: { milliseconds: startLimit, message } });
		if (!running) throw new Error(`${name} ended while it started.`);
	} catch (error) {
		await stop();
		const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-30);
		throw new Error(`${String(error)} The end of ${logFile}:\n${lines.join('\n')}`, {
			cause: error,
		});
	}
	return { pid: child.pid ?? 0, logFile, ended, stop };
}

/** Whether a server answers there with success, in whatever form. */
export async function answersHttp(url: string): Promise<Response | undefined> {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
		await response.body?.cancel();
		return response.ok ? response : undefined;
	} catch {
		return undefined;
	}
}

let watchdog: ChildProcess | undefined;

/** Has one more process end the group when this one is gone: see `watchdog.mjs`. */
function endWithThisProcess({ pid }: ChildProcess, ended: Promise<void>): void {
	if (pid === undefined) return;
	watchdog ??= spawn(process.execPath, [path.join(import.meta.dirname, 'watchdog.mjs')], {
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
	});
	watchdog.unref();
	const { stdin } = watchdog;
	stdin?.write(`${pid}\n`);
	void ended.then(() => stdin?.write(`-${pid}\n`));
}

/** Asks the group to end, and ends it by force when it has not done so in good time. */
async function endGroup(child: ChildProcess, ended: Promise<void>): Promise<void> {
	signal(child, 'SIGINT');
	const force = setTimeout(() => signal(child, 'SIGKILL'), stopLimit);
	await ended;
	clearTimeout(force);
	signal(child, 'SIGKILL');
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
	if (pid === undefined) return;
	try {
		// A negative id addresses the whole group; Windows has no groups.
		process.kill(process.platform === 'win32' ? pid : -pid, name);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}
