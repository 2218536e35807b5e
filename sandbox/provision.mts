import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { Credential, N8nClient, Owner, Workflow } from './n8n/client.mjs';
import type { PostgresAddress } from './postgres.mjs';
import { usualWebsite } from './website.mjs';

/** Fixed, since nothing of the sandbox can be reached from outside this machine. */
export const owner: Owner = {
	email: 'owner@sandbox.example',
	password: 'Sandbox-2026',
	firstName: 'Sandbox',
	lastName: 'Owner',
};

export interface ServiceAddress {
	baseUrl: string;
	apiKey: string;
}

/** What the sandbox's credentials lead to. */
export interface SandboxAddresses {
	link: ServiceAddress;
	data: ServiceAddress;
	/** The stand-in for a language model. */
	model: ServiceAddress;
	/** Only where PostgreSQL is installed. */
	postgres?: PostgresAddress;
}

/** The sandbox's credentials by their type. */
export type SandboxCredentials = Record<string, Credential>;

/** What an imported workflow is fitted to. */
export interface Surroundings {
	credentials: SandboxCredentials;
	/** The base URL of the stand-in for the web site that the sample links lead to. */
	website: string;
}

/**
 * Makes the sandbox's credentials, or brings those of an earlier start up to date: what they lead to
 * may have other ports now.
 */
export async function provideCredentials(
	client: N8nClient,
	addresses: SandboxAddresses,
): Promise<SandboxCredentials> {
	const stored = await client.listCredentials();
	const credentials: SandboxCredentials = {};
	for (const { type, name, data } of wantedCredentials(addresses)) {
		const known = stored.find((one) => one.type === type && one.name === name);
		if (known) await client.updateCredential(known, data);
		credentials[type] = known ?? (await client.createCredential(name, type, data));
	}
	return credentials;
}

function wantedCredentials({ link, data, model, postgres }: SandboxAddresses) {
	const wanted: Array<{ type: string; name: string; data: IDataObject }> = [
		{ type: 'linkManagerApi', name: 'Link Manager (sandbox)', data: service(link) },
		{ type: 'referenceDataApi', name: 'Reference Data (sandbox)', data: service(data) },
		{
			type: 'openAiApi',
			name: 'Model stand-in (sandbox)',
			data: { url: model.baseUrl, apiKey: model.apiKey, header: false },
		},
	];
	if (postgres) {
		const { host, port, database, user, password } = postgres;
		wanted.push({
			type: 'postgres',
			name: 'PostgreSQL (sandbox)',
			data: { host, port, database, user, password, ssl: 'disable', sshTunnel: false },
		});
	}
	return wanted;
}

function service({ baseUrl, apiKey }: ServiceAddress): IDataObject {
	return { baseUrl, apiKey };
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
	surroundings: Surroundings,
	ledger: string,
): Promise<void> {
	const imported = await readLedger(ledger);
	for (const file of files) {
		const name = path.basename(file);
		if (name in imported) continue;
		const workflow = await readWorkflow(file, surroundings);
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
 * their types; other credentials stay for the user to choose. Where the workflow names the usual
 * address of the sandbox's web site, it gets the one that it has.
 */
export async function readWorkflow(
	file: string,
	{ credentials, website }: Surroundings,
): Promise<Workflow> {
	const text = (await readFile(file, 'utf8')).replaceAll(usualWebsite, website);
	const { name, nodes, connections, settings, pinData } = JSON.parse(text) as Workflow;
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
