import { startModel } from './model.mjs';
import { startServices } from './services/start.mjs';
import { startWebsite } from './website.mjs';

/**
 * Starts everything that the nodes and the examples talk to, in this process.
 */
export async function startWorld(
	ports: Partial<Record<'link' | 'data' | 'website' | 'model', number>> = {},
) {
	const services = await startServices({ ports });
	const website = await startWebsite(ports.website);
	const model = await startModel(ports.model);
	const { link, data } = services;
	const stop = async () => {
		await Promise.all([services.stop(), website.stop(), model.stop()]);
	};
	return { link, data, website, model, stop };
}
