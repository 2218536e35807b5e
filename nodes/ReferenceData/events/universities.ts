import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ItemParameters } from '../../shared/node/parameters';
import { quoted } from '../../shared/text';
import type { Watch } from '../../shared/trigger/event';
import { type FactOf, factsAbout } from '../../shared/trigger/facts';
import { listRecords } from '../api';
import { type ApplicationWindow, applicationWindow } from '../applicationWindow';
import { readUniversityId } from '../identifiers';
import { isSet, placeProperty, readProvinceFilter } from './place';

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

/** What makes an event of universities. */
interface UniversityEvent {
	/** See `Watch`. */
	lookedFor: string;
	/** Days before the closing date. */
	threshold?: number;
	factsOf(university: IDataObject, window: ApplicationWindow): FactOf[];
}

/**
 * Watches the universities that are chosen: the facts that hold for each of them today.
 *
 * @throws UserError for a filter that can't be used
 */
export function watchUniversities(parameters: ItemParameters, event: UniversityEvent): Watch {
	const { lookedFor, threshold, factsOf } = event;
	const chosen = isSet(parameters, 'universityIds') ? parameters.choices('universityIds') : [];
	const ids = chosen.map(readUniversityId).sort();
	const province = readProvinceFilter(parameters);
	return {
		scope: { ids, province, threshold },
		lookedFor,
		async look(view) {
			const query: Record<string, string> = province === undefined ? {} : { province };
			const listing = await listRecords(view, 'universities', query);
			const universities = listing.records.filter(
				({ id }) => ids.length === 0 || ids.includes(String(id)),
			);
			if (view.isFirst && listing.incomplete === undefined) requireAll(ids, universities);
			requireDates(universities);
			const facts = factsAbout(universities, (university) => {
				const { application_opens: opens, application_closes: closes } = university;
				const window = applicationWindow(opens, closes, new Date(view.now));
				return factsOf(university, window);
			});
			return { facts, incomplete: listing.incomplete };
		},
	};
}

/** @throws UserError if one of the universities chosen isn't there */
function requireAll(ids: readonly string[], records: readonly IDataObject[]): void {
	const missing = ids.find((id) => !records.some((record) => String(record.id) === id));
	if (missing === undefined) return;
	throw new UserError(`No university to watch has the ID ${quoted(missing)}`, {
		description:
			'Choose the universities from the list, and check that they are in the province you set.',
	});
}

/** @throws UserError if there are universities and none of them shows a date */
function requireDates(records: readonly IDataObject[]): void {
	const shows = ({ application_opens: opens, application_closes: closes }: IDataObject) =>
		opens !== undefined || closes !== undefined;
	if (records.length === 0 || records.some(shows)) return;
	throw new UserError("The service doesn't show when applications open and close", {
		description: `None of the ${records.length} universities shows it, so this event could never happen. Choose another event.`,
	});
}
