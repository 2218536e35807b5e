import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/**
 * The expression for what the canvas shows under a node's name: the operation or event as the node panel
 * lists it, and what Clean Up does.
 */
export function subtitleOf(properties: readonly INodeProperties[]): string {
	const texts = properties
		.filter(({ name }) => name === 'operation' || name === 'event')
		.flatMap(({ displayOptions, options = [] }) =>
			(options as INodePropertyOptions[]).map(({ value, name, action = name }) => {
				const [resource] = displayOptions?.show?.resource ?? [];
				return [[resource, value].filter(Boolean).join(' '), action];
			}),
		);
	const chosen = '[$parameter.resource, $parameter.operation, $parameter.event]';
	const text = `(${JSON.stringify(Object.fromEntries(texts))})[${chosen}.filter(Boolean).join(" ")]`;
	const action = '$parameter.cleanUpAction';
	return `={{ ${action} ? "Clean Up: " + ${action} : ${text} }}`;
}
