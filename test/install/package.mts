import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Name and version that the package is published under. */
export const { name: packageName, version: packageVersion } = JSON.parse(
	await readFile(path.join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
) as { name: string; version: string };
