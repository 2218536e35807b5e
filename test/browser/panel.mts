import type { INode, INodeParameters } from 'n8n-workflow';
import type { Editor } from '../../sandbox/browser/editor.mjs';
import { afterTrigger, credentialTypes, nodeOf } from '../../sandbox/n8n/workflow.mjs';
import { client, credentials, fullType, type NodeName } from '../n8n/harness.mjs';

/** One of the package's nodes with the sandbox's credential. */
export function ownNode(name: string, node: NodeName, parameters: INodeParameters): INode {
	return nodeOf(name, fullType(node), parameters, {
		credential: credentials[credentialTypes[node]],
	});
}

/** Opens the panel of a new node with these parameters, behind a manual trigger. */
export async function openPanel(
	editor: Editor,
	node: NodeName,
	parameters: INodeParameters,
): Promise<void> {
	const workflow = afterTrigger(`Panel of ${node}`, ownNode('node', node, parameters));
	await editor.openPanel((await client.createWorkflow(workflow)).id, 'node');
}

/** Opens the panel of a new trigger that nothing was set in. */
export async function openTriggerPanel(editor: Editor, node: NodeName): Promise<void> {
	const trigger = nodeOf(
		'node',
		`${fullType(node)}Trigger`,
		{},
		{
			credential: credentials[credentialTypes[node]],
		},
	);
	const workflow = { name: `Panel of ${node}Trigger`, nodes: [trigger], connections: {} };
	await editor.openPanel((await client.createWorkflow(workflow)).id, 'node');
}
