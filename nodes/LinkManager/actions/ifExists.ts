import { choiceField } from '../../shared/node/field';

/** What a Create or Update of links or of pixels does with a record that exists. */
export const ifExistsField = choiceField({
	displayName: 'If It Exists',
	name: 'ifExists',
	type: 'options',
	options: [
		{
			name: 'Leave It As It Is',
			value: 'keep',
			description: 'Return the existing record without changing it',
		},
		{
			name: 'Update It',
			value: 'update',
			description:
				'Change the record to the values you entered. If it already has them all, nothing is sent.',
		},
	],
	default: 'update',
	description: 'What to do if the record already exists',
});
