import { defineConfig } from 'vitest/config';

/** One n8n in queue mode for the whole suite: a main, two workers, PostgreSQL and Redis. */
export default defineConfig({
	test: { include: ['test/queue/**/*.test.mts'], fileParallelism: false },
});
