import getPort from 'get-port';
import { describe } from 'vitest';
import { data, link } from '../n8n/harness.mjs';
import { it } from './harness.mjs';

const cases = [
	{ node: 'Link Manager', action: 'Get many links', service: link },
	{ node: 'Reference Data', action: 'Get many universities', service: data },
];

describe.each(cases)('the credential of the $node node', ({ node, action, service }) => {
	const { baseUrl, apiKey } = service;

	it('is created in its dialog, and says what is wrong until it is right', async ({ editor }) => {
		await editor.newWorkflow();
		await editor.addNode(node, action);
		await editor.newCredential();

		await editor.saveCredential({ baseUrl, apiKey: 'wrong' });
		await editor.dialog.getByText('More details').click();
		await editor.dialog.getByText(/refused the API key/).waitFor();

		await editor.saveCredential({ baseUrl: `http://127.0.0.1:${await getPort()}`, apiKey });
		await editor.dialog.getByText(/could not be reached/).waitFor();

		await service.fault({ kind: 'html', times: 1 });
		await editor.saveCredential({ baseUrl, apiKey });
		await editor.dialog.getByText(/a web page instead of data.*base URL/).waitFor();

		// A slash at the end does no harm.
		await editor.saveCredential({ baseUrl: `${baseUrl}/` });
		await editor.dialog.waitFor({ state: 'hidden' });
		await editor.editCredential();
		await editor.dialog.getByText('Connection tested successfully').waitFor();
	});
});
