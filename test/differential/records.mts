const DAY = 86_400_000;
const HALF_DAY = DAY / 2;

export type Row = Record<string, unknown> & { id: number | string };

export const PROVINCES = ['Gauteng', 'KwaZulu-Natal', 'Western Cape', 'Limpopo'];
export const DISTRICTS = ['Tshwane South', 'uMgungundlovu', 'Metro Central', 'Mopani'];
const PLACES = [
	'Hatfield',
	'Waterkloof',
	'Umlazi',
	'Riverside',
	'Bloemhof',
	'Soweto',
	'Northcliff',
];
const KINDS = [
	'High School',
	'Secondary School',
	'Hoërskool',
	'Girls High School',
	'Primary School',
];
const PIXEL_TYPES = ['retarget', 'search-b', 'social-a', 'pinboard', 'microblog'];

/** Everything that the service holds at the start of a case. */
export interface Store {
	links: Row[];
	pixels: Row[];
	schools: Row[];
	postalCodes: Row[];
	universities: Row[];
}

const at = <T,>(values: readonly T[], index: number): T => values[index % values.length] as T;
const time = (moment: number) => new Date(moment).toISOString().replace(/\.\d+Z$/, '.000000Z');
const date = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** @param size how many links and schools there are @param now the start of the whole run */
export function makeStore(size: number, now: number): Store {
	const make = (count: number, row: (index: number) => Row) =>
		Array.from({ length: count }, (_, index) => row(index));
	const pixels = make(Math.min(size, 12), (index) => makePixel(index, now));
	return {
		pixels,
		links: make(size, (index) => makeLink(index, now, pixels)),
		schools: make(size, (index) => makeSchool(index, now)),
		postalCodes: make(size, makePostalCode),
		universities: make(Math.min(size, 6), (index) => makeUniversity(index, now)),
	};
}

function makePixel(index: number, now: number): Row {
	const created_at = time(now - (40 - index) * DAY);
	const type = at(PIXEL_TYPES, index);
	return {
		id: 101 + index,
		name: `Sample ${index + 1}`,
		type,
		value: `PX-${index}`,
		created_at,
		updated_at: created_at,
	};
}

const TARGETS = {
	target_type: 0,
	country_target: [],
	platform_target: [],
	language_target: [],
	rotation_target: [],
};
const LIMITS = { expiration_url: null, expiration_clicks: null, clicks: 0, ends_at: null };
const SECRETS = { disabled: 0, privacy: 0, password: false, privacy_password: false };
const DOMAIN = { id: 11, name: 'l11.example.net' };
/** A link before anything is set. */
export const BLANK_LINK = {
	title: 'Sample: new',
	...TARGETS,
	...SECRETS,
	...LIMITS,
	space: null,
	domain: DOMAIN,
	pixels: [],
};

/** Links in each state in turn: every half day is half a day away from the next change of a state. */
export function makeLink(index: number, now: number, pixels: Row[]): Row {
	const created = time(now - 300 * DAY + index * 3_600_000);
	const past = time(now - (1 + (index % 90)) * DAY - HALF_DAY);
	const domain = { id: 11 + (index % 3), name: `l${11 + (index % 3)}.example.net` };
	const alias = `sample-${index % 10 === 9 ? index : index + 1}`;
	const states: object[] = [
		{},
		{ ends_at: past },
		{ ends_at: time(now + (1 + (index % 20)) * DAY + HALF_DAY) },
		{ expiration_clicks: 50, clicks: 51 },
		{ disabled: 1 },
		{ disabled: 1, ends_at: past },
		{ ends_at: past, expiration_url: 'https://www.example.org/ended' },
	];
	return {
		...BLANK_LINK,
		id: 1001 + index,
		alias,
		url: `https://www.example.org/sample/${index + 1}`,
		short_url: `https://${domain.name}/${alias}`,
		title: `Sample ${at(['Open day', 'Bursary', 'Webinar'], index)} ${index + 1}`,
		...(index % 8 === 0 && {
			target_type: 1,
			country_target: [{ key: 'ZA', value: 'https://www.example.org/za' }],
		}),
		privacy: index % 3,
		password: index % 5 === 0,
		privacy_password: index % 3 === 2,
		clicks: (index * 37) % 900,
		space: index % 3 === 0 ? null : { id: 21 + (index % 4), name: `Space ${index % 4}` },
		domain,
		pixels: pixels
			.filter((_, place) => (place + index) % 5 === 0)
			.map(({ id, name, type }) => ({ id, name, type })),
		created_at: created,
		updated_at: created,
		...at(states, index),
	};
}

export function makeSchool(index: number, now: number): Row {
	const kind = at(KINDS, index);
	const place = at(PLACES, index >> 1);
	const region = index % PROVINCES.length;
	return {
		id: 900_000_001 + index,
		nat_emis: String(700_400_001 + index),
		name: kind === 'Hoërskool' ? `${kind} ${place}` : `${place} ${kind}`,
		phase: kind === 'Primary School' ? 'Primary' : 'Secondary',
		sector: index % 4 === 3 ? 'Private' : 'Public',
		province: PROVINCES[region],
		district: DISTRICTS[region],
		circuit: `Circuit ${index % 3}`,
		town: place,
		street_address: `${index} Church Street`,
		postal_address: '',
		email: `school${index}@example.org`,
		telephone: '0120000000',
		latitude: index % 6 === 0 ? null : -25.7 - index / 100,
		longitude: index % 6 === 0 ? null : 28.2 + index / 100,
		quintile: index % 7 === 0 ? '' : `Q${1 + (index % 5)}`,
		no_fee_school: index % 5 < 3,
		urban_rural: index % 3 === 0 ? 'Rural' : 'Urban',
		learner_count: 500 + index,
		educator_count: 20 + (index % 30),
		exam_number: null,
		exam_centre: null,
		created_at: time(now - 100 * DAY + index * 1000),
	};
}

function makePostalCode(index: number): Row {
	return {
		id: `3f2b8c1e-5d47-4a90-9c36-${String(index).padStart(12, '0')}`,
		suburb: index % 6 === 0 ? `${at(PLACES, index)} Ext 2` : at(PLACES, index),
		area: at(['Pretoria', 'Durban', 'Cape Town', 'Polokwane'], index),
		province: at(PROVINCES, index),
		street_code: index % 8 === 5 ? '' : String(1 + (index >> 1)).padStart(4, '0'),
		box_code: index % 5 === 0 ? '' : String(100 + index).padStart(4, '0'),
	};
}

/** @param index decides whether applications are open, to come, or over */
export function makeUniversity(index: number, now: number): Row {
	const opens = now + at([-60, -60, 20, -200, -10, 5], index) * DAY;
	return {
		id: `uni-${index + 1}`,
		name: `University of ${at(PLACES, index)}`,
		short_name: `U${index + 1}`,
		province: at(PROVINCES, index),
		town: at(PLACES, index),
		website: `https://u${index + 1}.example.org`,
		aps_minimum: 20 + index * 4,
		application_opens: date(opens),
		application_closes: index === 5 ? null : date(opens + 70 * DAY),
		faculties: ['Law', 'Science'],
	};
}

/** What happens at the services between two polls: one change for each event of the triggers. */
export function changeStore(store: Store, now: number): void {
	const { links, schools, universities, pixels } = store;
	const change = (row: Row | undefined, changes: object) => row && Object.assign(row, changes);
	change(links[0], { clicks: 1200 });
	change(links[2], { ends_at: time(now - HALF_DAY) });
	change(links[7], { disabled: 1 });
	change(links[8], { ends_at: null });
	change(links[14], { ends_at: time(now + 2 * DAY + HALF_DAY) });
	links.push({ ...makeLink(500, now, pixels), created_at: time(now) });
	links.splice(5, 1);
	change(schools[1], { name: 'Renamed High School', learner_count: 1 });
	change(schools[4], { telephone: '0123456789' });
	schools.push({ ...makeSchool(400, now), created_at: time(now) });
	change(universities[0], { application_closes: date(now + 40 * DAY) });
	change(universities[2], {
		application_opens: date(now - 2 * DAY),
		application_closes: date(now + 5 * DAY),
	});
	change(universities[3], { application_opens: null, application_closes: null });
}
