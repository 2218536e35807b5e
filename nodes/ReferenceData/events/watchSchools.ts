import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Values } from '../../shared/node/field';
import { quoted } from '../../shared/text';
import { defined } from '../../shared/values';
import type { Watch } from '../../shared/trigger/event';
import { type FactOf, factsAbout } from '../../shared/trigger/facts';
import { listRecords } from '../../shared/http/pagination';
import { districtField, neverWidens, provinceWatched } from '../actions/commonFields';

/** Which schools an event watches: the province first, because it shortens the list of districts. */
export const schoolFields = [
	provinceWatched,
	districtField
		.with({
			typeOptions: {
				loadOptionsMethod: 'getDistrictOptionsOrAll',
				loadOptionsDependsOn: ['province'],
			},
			hint: "Choose a province or a district, because a trigger can't watch every school",
			description:
				'Only watch schools in this district. Set "Province", "District Name or ID" or both. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		})
		.optional(neverWidens),
] as const;

/**
 * Watches the schools of a province or district: one fact for each of them.
 *
 * @throws UserError if neither is set: all schools are hundreds of pages
 */
export function watchSchools(
	{ province, district }: Values<typeof schoolFields>,
	factOf: (school: IDataObject) => FactOf,
): Watch {
	if (province === undefined && district === undefined) {
		throw new UserError('"Province" and "District Name or ID" are both set to All', {
			description:
				"Choose a province or a district, because a trigger can't watch every school in the country.",
		});
	}
	const query = defined({ province, district });
	return {
		scope: query,
		lookedFor: 'schools',
		async look(view) {
			const { records, incomplete } = await listRecords(view.client, 'high-schools', query);
			const isEmpty = records.length === 0 && incomplete === undefined;
			if (view.isFirst && isEmpty && district !== undefined) throw notADistrict(district);
			return { facts: factsAbout(records, (school) => [factOf(school)]), incomplete };
		},
	};
}

/** A wrong name finds no schools, and so would never make an event. */
function notADistrict(district: string): UserError {
	return new UserError(`The district ${quoted(district)} has no schools`, {
		description:
			'Choose "District Name or ID" from the list. If you set a province, the district must be in it.',
	});
}
