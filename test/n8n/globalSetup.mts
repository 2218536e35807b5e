import type { TestProject } from 'vitest/node';
import { provideWorld } from './world.mjs';

/** One n8n and one pair of services for the whole suite. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
	return await provideWorld(project);
}
