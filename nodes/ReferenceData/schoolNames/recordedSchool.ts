import type { IDataObject } from 'n8n-workflow';

import { isSameProvince } from '../provinces';
import { fold } from '../words';
import { isElsewhere, readPlace, type RecordedPlace } from './places';
import { readRecordedName, type SchoolName } from './schoolName';

/** What is known of a school beside its name. */
export interface KnownOfSchool {
	sector?: string;
	town?: string;
	district?: string;
	province?: string;
}

/** A school as the service returned it, with its name and place as they were read. */
export interface RecordedSchool {
	record: IDataObject;
	name: SchoolName;
	place: RecordedPlace;
}

export function readSchool(record: IDataObject): RecordedSchool {
	return { record, name: readRecordedName(textOf(record.name)), place: placeOf(record) };
}

/** The names of what is known of a school that its record contradicts; what a record lacks is open. */
export function contradicts(
	{ record: school, place }: RecordedSchool,
	{ district, province, sector, town }: KnownOfSchool,
): Array<keyof KnownOfSchool> {
	const recorded = { province: textOf(school.province), sector: textOf(school.sector) };
	const isOther = {
		district: district !== undefined && isElsewhere(place, { district }),
		province:
			province !== undefined &&
			recorded.province !== '' &&
			!isSameProvince(recorded.province, province),
		sector:
			sector !== undefined && recorded.sector !== '' && fold(recorded.sector) !== fold(sector),
		town: town !== undefined && isElsewhere(place, { town }),
	};
	return (['district', 'province', 'sector', 'town'] as const).filter((name) => isOther[name]);
}

/** Where a school is, by its record. */
function placeOf(school: IDataObject): RecordedPlace {
	return readPlace({
		town: textOf(school.town),
		district: textOf(school.district),
		rest: ['province', 'circuit', 'street_address', 'postal_address']
			.map((field) => textOf(school[field]))
			.join(' '),
	});
}

/** A field of a record as text; "" when it is missing or empty. */
export function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
