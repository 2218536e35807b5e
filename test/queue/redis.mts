import { access, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../sandbox/freePort.mjs';
import { startServer } from '../../sandbox/server.mjs';

export interface Redis {
	host: string;
	port: number;
	/** Ends the server and removes its folder. */
	stop(): Promise<void>;
}

/** The path of this machine's redis-server; undefined without one. */
export async function findRedis(): Promise<string | undefined> {
	for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
		const program = path.join(folder, 'redis-server');
		if (
			await access(program).then(
				() => true,
				() => false,
			)
		)
			return program;
	}
	return undefined;
}

/**
 * Starts a Redis that keeps nothing on disk, on 127.0.0.1 and a free port.
 *
 * @param program the path that `findRedis` gave
 * @throws Error with what the server said when it does not start
 */
export async function startRedis(program: string): Promise<Redis> {
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-redis-'));
	const host = '127.0.0.1';
	const port = await freePort();
	const end = await startServer(
		[
			program,
			['--bind', host],
			['--port', String(port)],
			['--save', ''],
			['--appendonly', 'no'],
			['--dir', folder],
		].flat(),
		{ folder, answers: async () => await answersPing(host, port) },
	);
	const stop = async () => {
		await end();
		await rm(folder, { recursive: true, force: true });
	};
	return { host, port, stop };
}

/** Whether a Redis answers there: `PING` gives `+PONG`. */
async function answersPing(host: string, port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, host, () => socket.write('PING\r\n'));
		socket.setTimeout(1_000, () => socket.destroy());
		socket.once('data', (answer) => {
			resolve(answer.toString().startsWith('+PONG'));
			socket.destroy();
		});
		socket.once('error', () => resolve(false));
		socket.once('close', () => resolve(false));
	});
}
