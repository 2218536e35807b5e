import type { INode, INodeParameters } from 'n8n-workflow';
import type { Editor } from '../../sandbox/browser/editor.mjs';
import { client, credentials, fullType, type NodeName } from '../n8n/harness.mjs';

const credentialTypes = { linkManager: 'linkManagerApi', referenceData: 'referenceDataApi' };

/** One of the package's nodes with the sandbox's credential. */
export function nodeOf(node: NodeName, parameters: INodeParameters): INode {
	const credential = credentials[credentialTypes[node]];
	return {
		id: 'node',
		name: 'Node',
		type: fullType(node),
		typeVersion: 1,
		position: [300, 0],
		parameters,
		credentials: credential && {
			[credential.type]: { id: credential.id, name: credential.name },
		},
	};
}

/** Opens the panel of a new node with these parameters, behind a manual trigger. */
export async function openPanel(
	editor: Editor,
	node: NodeName,
	parameters: INodeParameters,
): Promise<void> {
	const { id } = await client.createWorkflow({
		name: `Panel of ${node}`,
		nodes: [
			{
				id: 'trigger',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			nodeOf(node, parameters),
		],
		connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
	});
	await editor.openPanel(id, 'node');
}
