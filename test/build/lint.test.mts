import { ESLint } from 'eslint';
import path from 'node:path';
import { expect, test } from 'vitest';

const cwd = path.resolve(import.meta.dirname, '../..');
const eslint = new ESLint({ cwd, overrideConfigFile: 'test/eslint.config.mjs' });

async function complaints(code: string, filePath: string): Promise<string[]> {
	const [result] = await eslint.lintText(`export const f = async (that) => { ${code} };\n`, {
		filePath,
	});
	return (result?.messages ?? []).map(({ message }) => message);
}

const WAYS_OUT = [
	'await that.helpers.httpRequest({})',
	"await that.helpers.httpRequestWithAuthentication.call(that, 'x', {})",
	'await that.helpers.request({})',
	"const out = that['helpers']; await out.request({})",
	'await that[`helpers`].request({})',
	'const { helpers } = that; await helpers.request({})',
	'const { helpers: { requestWithAuthentication } } = that',
	"await fetch('https://example.org')",
	"// eslint-disable-next-line\nawait fetch('https://example.org')",
];

test.each(WAYS_OUT)('only the client may say: %s', async (code) => {
	const refused = [expect.stringContaining('Only nodes/shared/client/client.ts')];
	for (const file of ['nodes/LinkManager/api.ts', 'nodes/shared/client/paginate.ts']) {
		expect(await complaints(code, file)).toEqual(expect.arrayContaining(refused));
	}
	const inClient = await complaints(code, 'nodes/shared/client/client.ts');
	expect(inClient).not.toEqual(expect.arrayContaining(refused));
});
