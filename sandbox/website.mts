import type { AddressInfo } from 'node:net';
import fastify from 'fastify';

/** Where the example workflows look for this site; another address is put in when they are imported. */
export const usualWebsite = 'http://127.0.0.1:4030';

/** The site that the destinations of the sample links are on. */
const realSite = 'https://www.example.org';

const page = 'A sample page';

export interface Website {
	/** Without a trailing slash. */
	baseUrl: string;
	stop(): Promise<void>;
}

/**
 * Starts a stand-in for the site that the sample links lead to, which cannot be reached from here.
 *
 * Of the pages of the sample links, `/sample/<theme>/<number>`, some bursaries are gone, some campus
 * maps have moved for good, and some fail. Every other page is there.
 *
 * @param port 0 (default) takes a free one
 */
export async function startWebsite(port = 0): Promise<Website> {
	const server = fastify({ forceCloseConnections: true });
	server.get<{ Params: { theme: string; number: string } }>(
		'/sample/:theme/:number',
		async ({ params: { theme, number } }, reply) => {
			const lastDigit = Number(number) % 10;
			if (theme === 'bursary' && lastDigit === 3) {
				return await reply.code(404).send('This page is gone.');
			}
			if (theme === 'campus-map' && lastDigit === 5) {
				return await reply.redirect(`${realSite}/sample/maps/${number}`, 301);
			}
			if (theme === 'campus-map' && lastDigit === 7) {
				return await reply.code(503).send('This page is out of order.');
			}
			return page;
		},
	);
	server.get('*', () => page);
	await server.listen({ host: '127.0.0.1', port });
	const address = server.server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${address.port}`,
		stop: async () => await server.close(),
	};
}
