import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { type Fact, factOf, type Scalar, type Snapshot } from '../../shared/trigger/memory';
import type { ItemParameters } from '../../shared/node/parameters';
import type { View, Watch } from '../../shared/trigger/poll';
import { plainValue } from '../../shared/values';
import { quoted } from '../../shared/text';
import { listRecords } from '../api';
import { readUniversityId } from '../identifiers';
import { isIn, isSet, placeProperty, readProvinceFilter } from './place';

/** Which universities an event watches. */
export const universityProperties: INodeProperties[] = [
	{
		displayName: 'University Names or IDs',
		name: 'universityIds',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getUniversities' },
		default: [],
		description:
			'The universities to watch. If you choose none, the trigger watches all of them. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	placeProperty,
];

/** When a university takes applications, as its record shows it. */
export interface ApplicationDates {
	opens?: Scalar;
	closes?: Scalar;
}

/** Each date in the one spelling that stands for all. */
function datesOf({ application_opens: opens, application_closes: closes }: IDataObject) {
	const [first, last] = [opens, closes].map((date) =>
		typeof date === 'string' ? plainValue(date) : (date as Scalar | undefined),
	);
	return { opens: first, closes: last };
}

/**
 * Watches universities: what is chosen, and for each university the facts that hold for it.
 *
 * @throws UserError
 */
export function watchUniversities(
	parameters: ItemParameters,
	lookedFor: string,
	factsOf: (dates: ApplicationDates, view: View) => Array<Partial<Fact>>,
	setting?: string,
): Watch {
	const chosenIds = isSet(parameters, 'universityIds') ? parameters.choices('universityIds') : [];
	const ids = chosenIds.map(readUniversityId).sort();
	const province = readProvinceFilter(parameters);
	return {
		scope: { ids, province },
		lookedFor,
		async look(view): Promise<Snapshot> {
			const all = await listRecords(view, 'universities', {}, { limit: Infinity });
			const chosen = all.records.filter(
				(record) =>
					(ids.length === 0 || ids.includes(String(record.id))) && isIn(record, { province }),
			);
			if (!view.known && all.incomplete === undefined) requireAll(ids, chosen);
			requireDates(chosen);
			const facts = chosen.flatMap((record) =>
				factsOf(datesOf(record), view).flatMap((fact) => factOf(record, fact)),
			);
			const dated = chosen.filter((record) => !Object.values(datesOf(record)).includes(undefined));
			const seen = new Set(dated.map(({ id }) => String(id)));
			return { facts, seen, incomplete: all.incomplete, setting };
		},
	};
}

/** @throws UserError when one of the universities chosen is not there */
function requireAll(ids: readonly string[], records: readonly IDataObject[]): void {
	const missing = ids.find((id) => !records.some((record) => String(record.id) === id));
	if (missing === undefined) return;
	throw new UserError(`No university to watch has the ID ${quoted(missing)}`, {
		description:
			'Choose the universities from the list, and check that they are in the province you set.',
	});
}

/** @throws UserError when there are universities and none of them shows a date */
function requireDates(records: readonly IDataObject[]): void {
	const shows = ({ application_opens: opens, application_closes: closes }: IDataObject) =>
		opens !== undefined || closes !== undefined;
	if (records.length === 0 || records.some(shows)) return;
	throw new UserError("The service doesn't show when applications open and close", {
		description: `None of the ${records.length} universities shows it, so this event could never happen. Choose another event.`,
	});
}
