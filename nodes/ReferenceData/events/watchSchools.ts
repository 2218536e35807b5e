import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { choiceField, type Values } from '../../shared/node/field';
import { quoted } from '../../shared/text';
import type { Watch } from '../../shared/trigger/event';
import { type FactOf, factsAbout } from '../../shared/trigger/facts';
import { listRecords } from '../../shared/http/pagination';
import { districtField, provinceField } from '../actions/commonFields';

/** Which schools an event watches. A whole country would take hundreds of pages. */
export const schoolFields = [
	choiceField({
		displayName: 'Watch',
		name: 'watch',
		type: 'options',
		options: [
			{ name: 'District', value: 'district', description: 'The schools of an education district' },
			{ name: 'Province', value: 'province', description: 'The schools of a province' },
		],
		default: 'province',
		description: 'Which schools to watch',
	}),
	provinceField('The province of the schools to watch').with({
		required: true,
		displayOptions: { show: { watch: ['province'] } },
	}),
	districtField.with({
		required: true,
		typeOptions: { loadOptionsMethod: 'getDistrictOptions' },
		displayOptions: { show: { watch: ['district'] } },
		description:
			'The education district of the schools to watch. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}),
] as const;

/** Watches the schools of a province or district: one fact for each of them. */
export function watchSchools(
	values: Values<typeof schoolFields>,
	factOf: (school: IDataObject) => FactOf,
): Watch {
	const { watch } = values;
	const query = { [watch]: values[watch] };
	return {
		scope: query,
		lookedFor: 'schools',
		async look(view) {
			const { records, incomplete } = await listRecords(view.client, 'high-schools', query);
			const isEmpty = records.length === 0 && incomplete === undefined;
			if (view.isFirst && isEmpty && watch === 'district') throw notADistrict(values.district);
			return { facts: factsAbout(records, (school) => [factOf(school)]), incomplete };
		},
	};
}

/** A wrong name finds no schools, so the event could never happen. */
function notADistrict(district: string): UserError {
	return new UserError(`The district ${quoted(district)} has no schools`, {
		description: 'Choose "District Name or ID" from the list.',
	});
}
