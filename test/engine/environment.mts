import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

// n8n-core reads these when it is imported, so this file is a vitest set-up file.
process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
process.env.N8N_ENCRYPTION_KEY = 'a key for tests only';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';

// Random cases are the same ones each time, so that a commit that passed passes again.
const { SEED = '2' } = process.env;
fc.configureGlobal({ seed: SEED === 'random' ? Date.now() | 0 : Number(SEED) });
