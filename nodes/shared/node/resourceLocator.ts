import type { INodePropertyMode, INodePropertyModeValidation } from 'n8n-workflow';

/**
 * The mode of a resource locator that shows a list.
 *
 * @param noun what is chosen
 * @param other the mode to use if the list is slow
 */
export function listMode(
	searchListMethod: string,
	noun: string,
	other = 'By ID',
): INodePropertyMode {
	return {
		...FROM_LIST,
		type: 'list',
		placeholder: `Select a ${noun}…`,
		typeOptions: {
			searchListMethod,
			searchable: true,
			slowLoadNotice: {
				message: `If the list is slow to load, select ${other} instead`,
				timeout: 10_000,
			},
		},
	};
}

/** Separate, because n8n's lint would take it for a parameter, which needs a default. */
const FROM_LIST = { displayName: 'From List', name: 'list' };

/** The check that n8n's form makes while you type. */
export function checkedBy(regex: string, errorMessage: string): INodePropertyModeValidation[] {
	return [{ type: 'regex', properties: { regex, errorMessage } }];
}
