import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Whether an AI agent uses the node as its tool. The type tells: n8n adds "Tool" to that of a tool.
 * `isToolExecution()` does not, since the agents of n8n 2 have their tools run like any other node.
 */
export function isTool(functions: Pick<IExecuteFunctions, 'getNode'>): boolean {
	return functions.getNode().type.endsWith('Tool');
}
