import type { INode, INodeParameters, NodeConnectionType } from 'n8n-workflow';
import type { Credential, Workflow } from './client.mjs';
import { packageName } from './package.mjs';

/** The name of the trigger that `afterTrigger` puts first. */
export const START = 'Start';

export type NodeName = 'linkManager' | 'referenceData';

/** A node's type as a workflow stores it: with the package's name. */
export function fullType(node: NodeName): string {
	return `${packageName}.${node}`;
}

/** A node, whose id is its name unless it has another. */
export function nodeOf(
	name: string,
	type: string,
	parameters: INodeParameters = {},
	{ credential, ...more }: Partial<INode> & { credential?: Credential } = {},
): INode {
	return {
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: credential && {
			[credential.type]: { id: credential.id, name: credential.name },
		},
		...more,
	};
}

/** A workflow of one node behind a manual trigger. */
export function afterTrigger(workflow: string, node: INode): Workflow {
	return {
		name: workflow.slice(0, 120),
		nodes: [nodeOf(START, 'n8n-nodes-base.manualTrigger'), { ...node, position: [300, 0] }],
		connections: wires(START, node.name),
	};
}

export function wires(
	from: string,
	to: string,
	type: NodeConnectionType = 'main',
): Workflow['connections'] {
	return { [from]: { [type]: [[{ node: to, type, index: 0 }]] } };
}

/** A resource locator as the form stores it. */
export function locator(value: unknown, mode = 'id'): { __rl: true; mode: string; value: string } {
	return { __rl: true, mode, value: value as string };
}
