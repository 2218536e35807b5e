import { UserError } from 'n8n-workflow';

import { locatorField } from '../../../shared/node/field';
import { identifierText } from '../../../shared/node/identifier';
import { checkedBy, listMode } from '../../../shared/node/resourceLocator';
import { quoted } from '../../../shared/text';

/** A pattern, for n8n's form too. */
const UUID = '[\\dA-Fa-f]{8}(?:-[\\dA-Fa-f]{4}){3}-[\\dA-Fa-f]{12}';

const WHOLE_UUID = new RegExp(`^${UUID}$`);

/** The Suburb parameter: a postal code record by its ID. */
export const postalCodeId = locatorField({
	displayName: 'Suburb',
	name: 'postalCodeId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The suburb to retrieve. To look up a code such as 0181, use "Get Many" with the filter "Postal Code".',
	builderHint: {
		propertyHint:
			'Takes the UUID of a record. For a code such as 0181, use "getAll" with the filter "postalCode", or "validate".',
	},
	modes: [
		listMode('searchPostalCodes', 'suburb'),
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d47-4a90-…',
			hint: 'The ID of the record (a UUID), not the postal code itself',
			validation: checkedBy(`\\s*${UUID}\\s*`, 'The ID of a record is a UUID, not a postal code'),
		},
	],
}).map(({ value }) => readUuid(value));

/** The UUID of a postal code record. @throws UserError */
function readUuid(value: unknown): string {
	const text = identifierText(value, 'Suburb');
	if (WHOLE_UUID.test(text)) return text;
	throw new UserError(`"Suburb" is not the ID of a record: ${quoted(text)}`, {
		description:
			'Enter the ID of a postal code record, for example 3f2b8c1e-5d47-4a90-9c36-7e1d0a5b2f84. To look up a code such as 0181, use "Get Many" with the filter "Postal Code", or "Validate".',
	});
}
