import { UserError } from 'n8n-workflow';

import { locatorField } from '../../../shared/node/field';
import type { Locator } from '../../../shared/node/form';
import { identifierText } from '../../../shared/node/identifier';
import { checkedBy, listMode } from '../../../shared/node/resourceLocator';
import { quoted } from '../../../shared/text';

/** The High School parameter: the EMIS number of a school, or the ID of its record. */
export const schoolId = locatorField({
	displayName: 'High School',
	name: 'schoolId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	builderHint: {
		propertyHint:
			'Required. "emis" takes nine digits. For a name that a person typed, use the operation "match" first.',
	},
	modes: [
		listMode('searchSchools', 'school', 'By EMIS Number'),
		{
			displayName: 'By EMIS Number',
			name: 'emis',
			type: 'string',
			placeholder: 'e.g. 700400001',
			hint: 'The national identifier of the school: nine digits',
			validation: checkedBy(
				'\\s*\\d{3}\\s*\\d{3}\\s*\\d{3}\\s*',
				'An EMIS number has exactly nine digits',
			),
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 4711',
			hint: 'The ID of the record in this service, digits only',
		},
	],
}).map(readSchoolKey);

/**
 * The EMIS number of a school or the ID of its record, for which the service has one address. Digits only:
 * the addresses of the service's other lists lie beside it.
 *
 * @throws UserError, also for a number that has already lost digits: IDs may exceed what a JavaScript
 * number holds, and an EMIS number that is too short has lost no zeros, as it begins with the digit of
 * the province, 1 to 9
 */
function readSchoolKey({ mode, value }: Locator): string {
	const text = identifierText(value, 'High School');
	const compact = text.replace(/\s/gu, '');
	if (/^\d{9}$/.test(compact)) return compact;
	if (mode === 'emis') {
		throw new UserError(`"High School" is not an EMIS number: ${quoted(text)}`, {
			description:
				'An EMIS number has exactly nine digits. To find a school by its name, use "Match".',
		});
	}
	if (/^\d{1,20}$/.test(text)) return text;
	throw new UserError(`"High School" is not a school ID: ${quoted(text)}`, {
		description: 'A school ID has 1 to 20 digits and nothing else.',
	});
}
