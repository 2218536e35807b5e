import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { Credential, N8nClient, Workflow } from './n8n/client.mjs';
import { checkout } from './n8n/package.mjs';
import type { PostgresAddress } from './postgres.mjs';
import { usualWebsite } from './website.mjs';

type Address = Record<'baseUrl' | 'apiKey', string>;

/** What an assistant signs in with to example 20: another one at each start. */
export const mcpToken = randomBytes(24).toString('hex');

/** The sandbox's credentials by their type. */
export type SandboxCredentials = Record<string, Credential>;

/**
 * Makes the sandbox's credentials, or brings those of an earlier start up to date: what they lead to
 * may have other ports now.
 *
 * @param postgres only where PostgreSQL is installed
 */
export async function provideCredentials(
	client: N8nClient,
	{ link, data, model }: Record<'link' | 'data' | 'model', Address>,
	postgres?: PostgresAddress,
): Promise<SandboxCredentials> {
	const stored = await client.request<Credential[]>('GET', '/credentials');
	const credentials: SandboxCredentials = {};
	const provide = async (type: string, name: string, values: IDataObject) => {
		const known = stored.find((one) => one.type === type && one.name === name);
		const changed = { name, type, data: values };
		if (known) await client.request('PATCH', `/credentials/${known.id}`, changed);
		credentials[type] = known ?? (await client.createCredential(name, type, values));
	};
	const service = ({ baseUrl, apiKey }: Address) => ({ baseUrl, apiKey });
	await provide('linkManagerApi', 'Link Manager (sandbox)', service(link));
	await provide('referenceDataApi', 'Reference Data (sandbox)', service(data));
	const { baseUrl: url, apiKey } = model;
	await provide('openAiApi', 'Model placeholder (sandbox)', { url, apiKey, header: false });
	await provide('httpBearerAuth', 'MCP clients (sandbox)', { token: mcpToken });
	if (postgres) {
		const values = { ...postgres, ssl: 'disable', sshTunnel: false };
		await provide('postgres', 'PostgreSQL (sandbox)', values);
	}
	return credentials;
}

/** The examples, in the order of their files, fitted to the sandbox's website and credentials. */
export async function readExamples(
	credentials: SandboxCredentials,
	website: { baseUrl: string },
): Promise<Workflow[]> {
	const folder = path.join(checkout, 'examples');
	const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
	const reading = files.map(async (name) => {
		const text = await readFile(path.join(folder, name), 'utf8');
		return fitted(text.replaceAll(usualWebsite, website.baseUrl), credentials);
	});
	return await Promise.all(reading);
}

/** An exported workflow; credentials of other types than the sandbox's stay for the user to choose. */
function fitted(text: string, credentials: SandboxCredentials): Workflow {
	const { name, nodes, connections, settings, pinData } = JSON.parse(text) as Workflow;
	for (const { credentials: used = {} } of nodes) {
		for (const type of Object.keys(used)) {
			const known = credentials[type];
			if (known) used[type] = { id: known.id, name: known.name };
		}
	}
	return { name, nodes, connections, settings, pinData };
}
