import { Readable } from 'node:stream';
import fastify from 'fastify';
import { host } from './host.mjs';

/** Where the example workflows look for this site; another address is put in when they are imported. */
export const usualWebsite = 'http://127.0.0.1:4030';

/**
 * Starts a stand-in for the site that the sample links lead to, for the example that looks for broken
 * destinations. Of the pages `/sample/<theme>/<number>` some bursaries are gone, some campus maps
 * have moved for good, and some fail. `/endless` refuses HEAD, and would be sent for as long as somebody reads
 * it. Every other page is there.
 */
export async function startWebsite(port = 0) {
	const server = fastify({ forceCloseConnections: true });
	server.head('/endless', async (_request, reply) => await reply.code(405).send());
	server.get('/endless', { exposeHeadRoute: false }, async (_request, reply) => {
		const line = 'Still a sample page.\n'.repeat(1000);
		return await reply.send(
			Readable.from(
				(function* () {
					while (true) yield line;
				})(),
			),
		);
	});
	server.get('*', async ({ url }, reply) => {
		const [, theme = '', number = ''] = /^\/sample\/([\w-]+)\/(\d+)$/.exec(url) ?? [];
		if (theme === 'bursary' && number.endsWith('3')) return await reply.code(404).send('Gone.');
		if (theme === 'campus-map' && number.endsWith('5')) {
			return await reply.redirect(`https://www.example.org/sample/maps/${number}`, 301);
		}
		if (theme === 'campus-map' && number.endsWith('7')) {
			return await reply.code(503).send('Out of order.');
		}
		return 'A sample page';
	});
	const baseUrl = await server.listen({ host, port });
	return { baseUrl, stop: async () => await server.close() };
}
