import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

/**
 * n8n replaces a collection that is one expression by an empty one before a node sees it, so an
 * expression would drop every filter without a word. It looks each entry up on the expression's text,
 * and a text has a length: this entry is displayed, and handed over, only then. As a notice it is in no
 * definition that an assistant builds with. Each collection has it.
 */
export const LENGTH: INodeProperties = {
	displayName: 'Length of Expression',
	name: 'length',
	type: 'notice',
	default: '',
	displayOptions: { show: { length: [{ _cnd: { gte: 0 } }] } },
};

/**
 * What to say of a list of rows without any: n8n leaves no trace of one that is a single expression.
 */
export function hintOfExpression(label: string): string {
	return `If "${label}" is a single expression, n8n doesn't pass it on to the node.`;
}

/** @throws UserError when the whole collection is an expression, which n8n has thrown away */
export function refuseExpression(collection: Record<string, unknown>, label: string): void {
	if (!(LENGTH.name in collection)) return;
	throw new UserError(`"${label}" can't be a single expression`, {
		description: `n8n doesn't pass it on to the node. Add the fields to "${label}" and set each one by an expression of its own.`,
	});
}
