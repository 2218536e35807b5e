import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { readIdentifier } from '../../shared/node/identifier';
import { openChoicesField, type Values } from '../../shared/node/field';
import { defined } from '../../shared/values';
import { quoted } from '../../shared/text';
import type { Watch } from '../../shared/trigger/event';
import { type FactOf, factsAbout } from '../../shared/trigger/facts';
import { listRecords } from '../../shared/http/pagination';
import { type ApplicationWindow, applicationWindow } from '../records/applicationWindow';
import { neverWidens, provinceWatched } from '../actions/commonFields';

/** Which universities an event watches. */
export const universityFields = [
	openChoicesField({
		displayName: 'University Names or IDs',
		name: 'universityIds',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getUniversities' },
		default: [],
		description:
			'The universities to watch. If you choose none, the trigger watches all of them. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	})
		.map((ids) => ids.map((id) => readIdentifier(id, 'University')).sort())
		.optional(neverWidens),
	provinceWatched,
] as const;

/** What makes an event of universities. */
interface UniversityEvent {
	/** See `Watch`. */
	lookedFor: string;
	/** Days before the closing date. */
	threshold?: number;
	factsOf(university: IDataObject, window: ApplicationWindow): FactOf[];
}

/** Watches the universities that are chosen: the facts that hold for each of them today. */
export function watchUniversities(
	{ universityIds: ids = [], province }: Values<typeof universityFields>,
	{ lookedFor, threshold, factsOf }: UniversityEvent,
): Watch {
	return {
		scope: { ids, province, threshold },
		lookedFor,
		async look(view) {
			const listing = await listRecords(view.client, 'universities', defined({ province }));
			const universities = listing.records.filter(
				({ id }) => ids.length === 0 || ids.includes(String(id)),
			);
			if (view.isFirst) {
				if (listing.incomplete === undefined) requireAll(ids, universities);
				requireDates(universities);
			}
			const facts = factsAbout(universities, (university) =>
				factsOf(university, applicationWindow(university, new Date(view.now))),
			);
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
		description: `None of the ${records.length} universities has these dates, so this event can never happen. Choose another event.`,
	});
}
