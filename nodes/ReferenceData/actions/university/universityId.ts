import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { listRecords } from '../../../shared/http/pagination';
import { identifierText, readIdentifier } from '../../../shared/node/identifier';
import { locatorField } from '../../../shared/node/field';
import { listMode } from '../../../shared/node/resourceLocator';
import type { Item } from '../../../shared/node/operation';
import { quoted } from '../../../shared/text';

/** The University parameter of the operations that work on one; each says in its own words what for. */
export const universityId = locatorField({
	displayName: 'University',
	name: 'universityId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	builderHint: {
		propertyHint:
			'Required. Takes a short ID such as uct, or the exact name, in both modes. "searchUniversities" finds it.',
	},
	modes: [
		listMode('searchUniversities', 'university'),
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. uct',
			hint: 'The short ID of the university in this service, or its exact name',
		},
	],
}).map(({ value }, { label }) => identifierText(value, label));

/** Every university of the service. A hint says when the list may be incomplete. */
export async function allUniversities(item: Item): Promise<IDataObject[]> {
	const { records, incomplete } = await listRecords(item.client, 'universities', {});
	if (incomplete !== undefined) item.hint(incomplete, 'warning');
	return records;
}

/** The university with an ID, in any capitals, or else with exactly this name. */
export function universityCalled(
	universities: readonly IDataObject[],
	idOrName: string,
): IDataObject | undefined {
	const wanted = idOrName.toLowerCase();
	return (
		universities.find(({ id }) => String(id).toLowerCase() === wanted) ??
		universities.find(({ name }) => name === idOrName)
	);
}

/** @throws UserError if none has this ID or name, or the service doesn't list them all */
export async function findUniversity({ client }: Item, idOrName: string): Promise<IDataObject> {
	const { records, incomplete } = await listRecords(client, 'universities', {});
	const found = universityCalled(records, idOrName);
	if (found) return found;
	if (incomplete !== undefined) {
		throw new UserError(`The node couldn't check all universities for the ID ${quoted(idOrName)}`, {
			description: incomplete,
		});
	}
	throw new UserError(`No university has the ID ${quoted(idOrName)}`, {
		description:
			'Choose the university from the list, or copy its ID from the output of "Get Many".',
	});
}

/** The ID for the calculator. One in lower case is sent without reading the list. */
export async function universityIdOf(item: Item, idOrName: string): Promise<string> {
	if (/^[a-z\d-]+$/.test(idOrName)) return idOrName;
	return readIdentifier((await findUniversity(item, idOrName)).id, 'ID of the university');
}
