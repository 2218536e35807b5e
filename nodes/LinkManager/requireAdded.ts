import { UserError } from 'n8n-workflow';

import type { ItemParameters } from '../shared/node/parameters';

/**
 * For an update without anything to send. That is an oversight in the form; where the form has fields
 * whose expressions found nothing, the record stays as it is.
 *
 * @param clearing the parameter that empties fields, if the operation has one
 * @throws UserError when the user added no field at all
 */
export function requireAdded(parameters: ItemParameters, clearing?: string): void {
	if (parameters.names('updateFields').length > 0) return;
	const add = `Add at least one field to "${parameters.label('updateFields')}"`;
	throw new UserError('There is nothing to update', {
		description:
			clearing === undefined
				? `${add}.`
				: `${add}, or choose one in "${parameters.label(clearing)}".`,
	});
}
