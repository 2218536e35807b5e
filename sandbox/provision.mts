import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Credential, N8nClient, Owner, Workflow } from './n8n/client.mjs';

/** Fixed, since nothing of the sandbox can be reached from outside this machine. */
export const owner: Owner = {
	email: 'owner@sandbox.example',
	password: 'Sandbox-2026',
	firstName: 'Sandbox',
	lastName: 'Owner',
};

/** Which credential stands for which service, under the name the sandbox gives it. */
const credentialNames: Record<string, string> = {
	linkManagerApi: 'Link Manager (sandbox)',
	referenceDataApi: 'Reference Data (sandbox)',
};

export interface ServiceAddress {
	baseUrl: string;
	apiKey: string;
}

/** The sandbox's credentials by their type. */
export type SandboxCredentials = Record<string, Credential>;

/**
 * Makes the two credentials, or brings those of an earlier start up to date: the services may have
 * other ports now.
 */
export async function provideCredentials(
	client: N8nClient,
	services: { link: ServiceAddress; data: ServiceAddress },
): Promise<SandboxCredentials> {
	const stored = await client.listCredentials();
	const addresses = { linkManagerApi: services.link, referenceDataApi: services.data };
	const credentials: SandboxCredentials = {};
	for (const [type, { baseUrl, apiKey }] of Object.entries(addresses)) {
		const name = credentialNames[type] ?? type;
		const known = stored.find((one) => one.type === type && one.name === name);
		if (known) await client.updateCredential(known, { baseUrl, apiKey });
		credentials[type] = known ?? (await client.createCredential(name, type, { baseUrl, apiKey }));
	}
	return credentials;
}

/**
 * Imports each workflow file that was not imported before, so that what the user has changed,
 * renamed or deleted stays as it is.
 *
 * @param ledger a JSON file that remembers which files were imported
 * @param files paths of exported workflows
 */
export async function importWorkflows(
	client: N8nClient,
	files: string[],
	credentials: SandboxCredentials,
	ledger: string,
): Promise<void> {
	const imported = await readLedger(ledger);
	for (const file of files) {
		const name = path.basename(file);
		if (name in imported) continue;
		const workflow = await readWorkflow(file, credentials);
		imported[name] = (await client.createWorkflow(workflow)).id;
		await writeFile(ledger, JSON.stringify(imported, null, '\t'));
	}
}

/** The workflow files of a folder by name; none if there is no such folder. */
export async function workflowFiles(folder: string): Promise<string[]> {
	try {
		const names = await readdir(folder);
		return names
			.filter((name) => name.endsWith('.json'))
			.sort()
			.map((name) => path.join(folder, name));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
		throw error;
	}
}

/**
 * Reads an exported workflow and puts the sandbox's credentials into the nodes that use one of
 * their types; other credentials stay for the user to choose.
 */
export async function readWorkflow(
	file: string,
	credentials: SandboxCredentials,
): Promise<Workflow> {
	const { name, nodes, connections, settings, pinData } = JSON.parse(
		await readFile(file, 'utf8'),
	) as Workflow;
	for (const node of nodes) {
		for (const type of Object.keys(node.credentials ?? {})) {
			const credential = credentials[type];
			if (node.credentials && credential) {
				node.credentials[type] = { id: credential.id, name: credential.name };
			}
		}
	}
	return { name, nodes, connections, settings, pinData };
}

async function readLedger(file: string): Promise<Record<string, string>> {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
		throw error;
	}
}
