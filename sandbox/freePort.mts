import { createServer } from 'node:net';

/**
 * Gives a port of 127.0.0.1 on which nothing listens: the preferred one when it is free, else one
 * that the system picks.
 */
export async function freePort(preferred = 0): Promise<number> {
	try {
		return await probe(preferred);
	} catch (error) {
		if (preferred === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		return await probe(0);
	}
}

async function probe(port: number): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	if (address === null || typeof address === 'string') throw new Error('No port was given.');
	return address.port;
}
