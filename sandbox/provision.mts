import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { Credential, N8nClient, Owner, Workflow } from './n8n/client.mjs';
import type { PostgresAddress } from './postgres.mjs';
import { usualWebsite } from './website.mjs';

/** Fixed, because nothing of the sandbox can be reached from outside this machine. */
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
	/** Of the site that the sample links lead to. */
	website: { baseUrl: string };
}

/**
 * Makes the sandbox's credentials, or brings those of an earlier start up to date: what they lead to
 * may have other ports now.
 */
export async function provideCredentials(
	client: N8nClient,
	{ link, data, model, postgres }: SandboxAddresses,
): Promise<SandboxCredentials> {
	const stored = await client.listCredentials();
	const credentials: SandboxCredentials = {};
	const provide = async (type: string, name: string, values: IDataObject) => {
		const known = stored.find((one) => one.type === type && one.name === name);
		if (known) await client.updateCredential(known, values);
		credentials[type] = known ?? (await client.createCredential(name, type, values));
	};
	const service = ({ baseUrl, apiKey }: ServiceAddress) => ({ baseUrl, apiKey });
	await provide('linkManagerApi', 'Link Manager (sandbox)', service(link));
	await provide('referenceDataApi', 'Reference Data (sandbox)', service(data));
	await provide('openAiApi', 'Model stand-in (sandbox)', {
		...{ url: model.baseUrl, apiKey: model.apiKey, header: false },
	});
	if (postgres) {
		const values = { ...postgres, ssl: 'disable', sshTunnel: false };
		await provide('postgres', 'PostgreSQL (sandbox)', values);
	}
	return credentials;
}

/**
 * Imports each workflow file that was not imported before, so that what the user has changed,
 * renamed or deleted stays as it is.
 *
 * @param ledger a JSON file that remembers which files were imported
 * @returns the ids of the workflows, by the names of their files
 */
export async function importWorkflows(
	client: N8nClient,
	files: string[],
	surroundings: Surroundings,
	ledger: string,
): Promise<Record<string, string>> {
	const imported = existsSync(ledger)
		? (JSON.parse(await readFile(ledger, 'utf8')) as Record<string, string>)
		: {};
	for (const file of files) {
		const name = path.basename(file);
		if (name in imported) continue;
		const workflow = await readWorkflow(file, surroundings);
		imported[name] = (await client.createWorkflow(workflow)).id;
		await writeFile(ledger, JSON.stringify(imported, null, '\t'));
	}
	return imported;
}

/** The workflow files of a folder by name. */
export async function workflowFiles(folder: string): Promise<string[]> {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
	return names.sort().map((name) => path.join(folder, name));
}

/**
 * Reads an exported workflow and puts the sandbox's credentials into the nodes that use one of
 * their types; other credentials stay for the user to choose.
 */
export async function readWorkflow(
	file: string,
	{ credentials, website }: Surroundings,
): Promise<Workflow> {
	const text = (await readFile(file, 'utf8')).replaceAll(usualWebsite, website.baseUrl);
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
