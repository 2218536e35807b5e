import { cycle, readData, readTable } from './table.mjs';

/** A university as the service returns it. `note` says which fields are sample data. */
export type UniversityRecord = ReturnType<typeof makeUniversities>[number];

/** Days from now to opening and to closing, in turn over the list. */
const OPEN = [-60, 45];
const CLOSING_SOON = [-90, 7];
const CLOSED = [-150, -14];
const NOT_YET_OPEN = [30, 150];
const WINDOWS = [OPEN, CLOSING_SOON, CLOSED, OPEN, NOT_YET_OPEN, OPEN, CLOSED, CLOSING_SOON];

/** A day in South Africa, two hours ahead of UTC all year. */
export function dayIn(days: number, now = new Date()): string {
	return new Date(now.getTime() + 7_200_000 + days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * The 26 public universities of universities.txt, with sample minimum scores, and sample application dates
 * around `now`.
 */
export function makeUniversities(now: Date) {
	const columns = [
		'id',
		'name',
		'short_name',
		'province',
		'town',
		'website',
		'aps_minimum',
		'faculties',
	] as const;
	return readTable(readData('universities.txt'), columns).map((row, index) => {
		const [opens = 0, closes = 0] = cycle(WINDOWS, index);
		return {
			...row,
			aps_minimum: Number(row.aps_minimum),
			application_opens: dayIn(opens, now),
			application_closes: dayIn(closes, now),
			faculties: row.faculties.split('; '),
			note: 'Sample: the minimum APS and the application dates are made up.',
		};
	});
}
