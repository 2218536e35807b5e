import type { IDataObject } from 'n8n-workflow';

/** When every run takes place: a Monday, 12:00 in Johannesburg. */
export const NOW = '2026-03-16T10:00:00Z';

export type Kind = 'links' | 'pixels' | 'high-schools' | 'postal-codes' | 'universities';
export type Records = Record<Kind, IDataObject[]>;

const FEW = 8;

/** Everything that both services hold, the first 8 of each kind, or nothing. */
export function recordsOf(amount: 'all' | 'few' | 'none'): Records {
	const all = {
		links: links(),
		pixels: pixels(),
		'high-schools': schools(),
		'postal-codes': postalCodes(),
		universities: universities(),
	};
	const most = { all: Infinity, few: FEW, none: 0 }[amount];
	const entries = Object.entries(all).map(([kind, records]) => [kind, records.slice(0, most)]);
	return Object.fromEntries(entries) as Records;
}

export const DOMAINS = [
	{ id: 1, name: 'go.example' },
	{ id: 2, name: 'short.example' },
];
export const SPACES = [
	{ id: 7, name: 'Marketing' },
	{ id: 8, name: 'Schools' },
];

/** A link as the service returns it, with all fields that were seen. */
export function link(fields: IDataObject): IDataObject {
	const record = {
		title: `Page ${String(fields.alias)}`,
		url: `https://example.com/${String(fields.alias)}`,
		target_type: 0,
		country_target: [],
		platform_target: [],
		language_target: [],
		rotation_target: [],
		disabled: 0,
		privacy: 0,
		password: false,
		privacy_password: false,
		expiration_url: null,
		expiration_clicks: null,
		clicks: 0,
		space: null,
		domain: DOMAINS[0],
		pixels: [],
		ends_at: null,
		created_at: '2025-06-01T08:00:00.000000Z',
		updated_at: '2025-06-01T08:00:00.000000Z',
		...fields,
	};
	return { ...record, short_url: `https://${String(record.domain?.name)}/${String(fields.alias)}` };
}

function links(): IDataObject[] {
	const special = [
		{
			alias: 'spring-sale',
			clicks: 120,
			space: SPACES[0],
			pixels: pixels().slice(0, 2),
			password: true,
		},
		{ alias: 'old-offer', ends_at: '2026-01-31T21:59:00.000000Z', clicks: 3 },
		{
			alias: 'kept-offer',
			ends_at: '2026-02-10T21:59:00.000000Z',
			expiration_url: 'https://example.com/over',
		},
		{ alias: 'turned-off', disabled: 1, space: SPACES[1], pixels: pixels().slice(0, 1) },
		{ alias: 'used-up', expiration_clicks: 100, clicks: 100 },
		{ alias: 'soon', ends_at: '2026-03-20T21:59:00.000000Z', clicks: 40 },
		{ alias: 'off-and-over', disabled: 1, ends_at: '2025-12-31T21:59:00.000000Z' },
		{ alias: 'spring-sale', domain: DOMAINS[1], url: 'https://example.com/twin', clicks: 1500 },
	];
	const others = Array.from({ length: 16 }, (_, index) => {
		const day = String(index + 1).padStart(2, '0');
		return {
			alias: `page-${index + 9}`,
			ends_at: index % 8 > 0 ? `2026-03-${day}T21:59:00.000000Z` : null,
			disabled: index % 2,
			clicks: index * 20,
		};
	});
	return [...special, ...others].map((fields, index) => link({ id: index + 1, ...fields }));
}

const PIXEL_TYPES = ['retarget', 'search-b', 'social-a', 'search-a-ads', 'pinboard', 'microblog'];

function pixels(): IDataObject[] {
	return Array.from({ length: 24 }, (_, index) => ({
		id: index + 1,
		name: index < 8 ? `Pixel ${'ABCDEFGH'[index]}` : `Other ${index + 1}`,
		type: PIXEL_TYPES[index % PIXEL_TYPES.length] ?? '',
		value: `PX-${index + 1}`,
		created_at: '2025-06-01T08:00:00.000000Z',
		updated_at: '2025-06-01T08:00:00.000000Z',
	}));
}

/** `name|sector|province|district|town|quintile|Urban or Rural`; names are of the usual kinds. */
const SCHOOLS = `
Hoërskool Waterberg|Public|Limpopo|Waterberg|Modimolle|Q4|Urban
Greenfields Secondary School|Public|Gauteng|Tshwane South|Pretoria|Q5|Urban
Greenfields Secondary School|Public|KwaZulu-Natal|Umlazi|Durban|Q3|Urban
St Mary's Diocesan School for Girls|Private|Gauteng|Tshwane South|Pretoria|Q5|Urban
Thuto-Lesedi Secondary School|Public|Gauteng|Johannesburg Central|Soweto|Q1|Urban
Pretoria High School for Boys|Public|Gauteng|Tshwane South|Pretoria|Q5|Urban
Pretoria High School for Girls|Public|Gauteng|Tshwane South|Pretoria|Q5|Urban
Hoërskool Oos-Moot|Public|Gauteng|Tshwane West|Pretoria|Q5|Urban
Afrikaanse Hoër Seunskool|Public|Gauteng|Tshwane South|Pretoria|Q5|Urban
Afrikaanse Hoër Meisieskool|Public|Gauteng|Tshwane South|Pretoria|Q5|Urban
Mamelodi High School|Public|Gauteng|Tshwane South|Mamelodi|Q2|Urban
Tsako Thabo Secondary School|Public|Gauteng|Tshwane South|Mamelodi|Q1|Urban
Parktown Boys' High School|Public|Gauteng|Johannesburg North|Johannesburg|Q5|Urban
Parktown High School for Girls|Public|Gauteng|Johannesburg North|Johannesburg|Q5|Urban
Orlando West High School|Public|Gauteng|Johannesburg Central|Soweto|Q2|Urban
Morris Isaacson High School|Public|Gauteng|Johannesburg Central|Soweto|Q1|Urban
Hoërskool Randburg|Public|Gauteng|Johannesburg North|Randburg|Q5|Urban
Crawford College Sandton|Private|Gauteng|Johannesburg East|Sandton|Q5|Urban
Vuyisile Mini Secondary School|Public|Gauteng|Ekurhuleni South|Germiston|Q3|Urban
Phineas Xulu Secondary School|Public|Gauteng|Ekurhuleni South|Vosloorus|Q1|Urban
Durban Girls' High School|Public|KwaZulu-Natal|Umlazi|Durban|Q5|Urban
Durban High School|Public|KwaZulu-Natal|Umlazi|Durban|Q5|Urban
Durban North College|Private|KwaZulu-Natal|Pinetown|Durban|Q5|Urban
Umlazi Commercial High School|Public|KwaZulu-Natal|Umlazi|Umlazi|Q2|Urban
Velangaye High School|Public|KwaZulu-Natal|King Cetshwayo|Nkandla|Q1|Rural
Maritzburg College|Public|KwaZulu-Natal|uMgungundlovu|Pietermaritzburg|Q5|Urban
St Anne's Diocesan College|Private|KwaZulu-Natal|uMgungundlovu|Hilton|Q5|Rural
Siyathuthuka Secondary School|Public|KwaZulu-Natal|Zululand|Ulundi|Q1|Rural
Siyathuthuka High School|Public|Mpumalanga|Nkangala|Belfast|Q2|Urban
Dr JL Dube High School|Public|KwaZulu-Natal|Pinetown|Inanda|Q2|Urban
Rondebosch Boys' High School|Public|Western Cape|Metro Central|Cape Town|Q5|Urban
Rustenburg High School for Girls|Public|Western Cape|Metro Central|Cape Town|Q5|Urban
Rustenburg High School|Public|North West|Bojanala|Rustenburg|Q4|Urban
Paarl Gimnasium|Public|Western Cape|Cape Winelands|Paarl|Q5|Urban
Paarl Boys' High School|Public|Western Cape|Cape Winelands|Paarl|Q5|Urban
Hoër Meisieskool La Rochelle|Public|Western Cape|Cape Winelands|Paarl|Q5|Urban
Khayelitsha High School|Public|Western Cape|Metro East|Khayelitsha|Q2|Urban
Luhlaza Secondary School|Public|Western Cape|Metro East|Khayelitsha|Q1|Urban
Hoërskool Outeniqua|Public|Western Cape|Eden and Central Karoo|George|Q5|Urban
Stellenberg High School|Public|Western Cape|Metro North|Bellville|Q5|Urban
Grey College|Public|Free State|Motheo|Bloemfontein|Q5|Urban
Grey High School|Public|Eastern Cape|Nelson Mandela Bay|Gqeberha|Q5|Urban
Eunice High School|Public|Free State|Motheo|Bloemfontein|Q5|Urban
Hoërskool Sentraal|Public|Free State|Motheo|Bloemfontein|Q4|Urban
Lekhulong Secondary School|Public|Free State|Motheo|Bloemfontein|Q1|Urban
Selborne College|Public|Eastern Cape|Buffalo City|East London|Q5|Urban
Nyameko High School|Public|Eastern Cape|Buffalo City|Mdantsane|Q3|Urban
St John's College|Public|Eastern Cape|O.R. Tambo Inland|Mthatha|Q3|Urban
St John's College|Private|Gauteng|Johannesburg East|Johannesburg|Q5|Urban
Ngangelizwe High School|Public|Eastern Cape|O.R. Tambo Inland|Mthatha|Q2|Urban
Mbilwi Secondary School|Public|Limpopo|Vhembe East|Thohoyandou|Q3|Rural
Tshivhase Secondary School|Public|Limpopo|Vhembe East|Thohoyandou|Q2|Rural
Dendron Secondary School|Public|Limpopo|Capricorn North|Mogwadi|Q2|Rural
Hoërskool Pietersburg|Public|Limpopo|Capricorn South|Polokwane|Q5|Urban
Capricorn High School|Public|Limpopo|Capricorn South|Polokwane|Q5|Urban
Hoërskool Nelspruit|Public|Mpumalanga|Ehlanzeni|Mbombela|Q5|Urban
Lowveld High School|Public|Mpumalanga|Ehlanzeni|Mbombela|Q4|Urban
Sitintile Secondary School|Public|Mpumalanga|Ehlanzeni|Kanyamazane|Q2|Urban
Hoërskool Upington|Public|Northern Cape|ZF Mgcawu|Upington|Q4|Urban
Kimberley Girls' High School|Public|Northern Cape|Frances Baard|Kimberley|Q5|Urban
Batlhaping Secondary School|Public|North West|Dr Ruth Segomotsi Mompati|Taung|Q1|Rural
Hoërskool Ferdinand Postma|Public|North West|Dr Kenneth Kaunda|Potchefstroom|Q5|Urban
`;

function schools(): IDataObject[] {
	return rowsOf(SCHOOLS).map(
		([name, sector, province, district, town, quintile, place], index) => ({
			id: 9001 + index,
			nat_emis: String(700_100_001 + index * 137),
			name,
			phase: 'Secondary School',
			sector,
			province,
			district,
			circuit: `Circuit ${(index % 5) + 1}`,
			town,
			street_address: `${index + 1} School Street, ${town}`,
			postal_address: `P.O. Box ${100 + index}, ${town}`,
			email: `office${index + 1}@school.example`,
			telephone: `010 555 ${String(1000 + index)}`,
			latitude: -25 - index / 10,
			longitude: 28 + index / 10,
			quintile,
			no_fee_school: ['Q1', 'Q2', 'Q3'].includes(quintile ?? ''),
			urban_rural: place,
			learner_count: 600 + index,
			educator_count: 20 + index,
			exam_number: null,
			exam_centre: null,
			created_at: '2024-01-15T06:00:00Z',
		}),
	);
}

/** `suburb|area|province|street code|box code` */
const POSTAL_CODES = `
Hatfield|Pretoria|Gauteng|0083|0028
Arcadia|Pretoria|Gauteng|0083|0007
Brooklyn|Pretoria|Gauteng|0181|0011
Sunnyside|Pretoria|Gauteng|0002|0132
Menlo Park|Pretoria|Gauteng|0081|0102
Waverley|Pretoria|Gauteng|0186|0135
Waverley|Johannesburg|Gauteng|2090|2135
Sandton|Sandton|Gauteng|2196|2146
Lynnwood|Pretoria|Gauteng|0081|0081
Garsfontein|Pretoria|Gauteng|0081|0042
Mamelodi|Pretoria|Gauteng|0122|0101
Irene|Centurion|Gauteng|0157|0062
Lyttelton|Centurion|Gauteng|0157|0140
Braamfontein|Johannesburg|Gauteng|2001|2017
Hillbrow|Johannesburg|Gauteng|2001|2038
Melville|Johannesburg|Gauteng|2092|2109
Auckland Park|Johannesburg|Gauteng|2092|2006
Soweto|Johannesburg|Gauteng|1804|1804
Orlando West|Johannesburg|Gauteng|1804|1804
Randburg|Randburg|Gauteng|2194|2125
Benoni|Benoni|Gauteng|1501|1500
Cape Town|Cape Town|Western Cape|8001|8000
Gardens|Cape Town|Western Cape|8001|8001
Rondebosch|Cape Town|Western Cape|7700|7701
Claremont|Cape Town|Western Cape|7708|7735
Bellville|Bellville|Western Cape|7530|7535
Stellenbosch|Stellenbosch|Western Cape|7600|7599
Paarl|Paarl|Western Cape|7646|7620
George|George|Western Cape|6529|6530
Durban|Durban|KwaZulu-Natal|4001|4000
Umlazi|Durban|KwaZulu-Natal|4031|4066
Pinetown|Pinetown|KwaZulu-Natal|3610|3600
Pietermaritzburg|Pietermaritzburg|KwaZulu-Natal|3201|3200
Bloemfontein|Bloemfontein|Free State|9301|9300
Brandwag|Bloemfontein|Free State|9301|9324
Polokwane|Polokwane|Limpopo|0699|0700
Mbombela|Mbombela|Mpumalanga|1201|1200
Potchefstroom|Potchefstroom|North West|2531|2520
Kimberley|Kimberley|Northern Cape|8301|8300
Makhanda|Makhanda|Eastern Cape|6139|6140
East London|East London|Eastern Cape|5201|5200
`;

function postalCodes(): IDataObject[] {
	return rowsOf(POSTAL_CODES).map(([suburb, area, province, street_code, box_code], index) => ({
		id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
		suburb,
		area,
		province,
		street_code,
		box_code,
	}));
}

/** `id|name|short name|province|town|minimum|opens|closes` */
const UNIVERSITIES = `
up|University of Pretoria|UP|Gauteng|Pretoria|32|2026-03-01|2026-06-30
uj|University of Johannesburg|UJ|Gauteng|Johannesburg|28|2026-04-01|2026-10-31
uct|University of Cape Town|UCT|Western Cape|Cape Town|38|2026-02-01|2026-03-26
ukzn|University of KwaZulu-Natal|UKZN|KwaZulu-Natal|Durban|30|2025-09-01|2025-12-31
tut|Tshwane University of Technology|TUT|Gauteng|Pretoria|22||
`;

function universities(): IDataObject[] {
	const known = rowsOf(UNIVERSITIES);
	const colleges = Array.from({ length: 19 }, (_, index) => {
		const number = index + 1;
		return [`c${number}`, `College ${number}`, `C${number}`, 'Limpopo', 'Town', '20', '', ''];
	});
	return [...known, ...colleges].map(
		([id, name, short_name, province, town, minimum, opens, closes]) => ({
			id,
			name,
			short_name,
			province,
			town,
			website: `https://www.${id}.example`,
			aps_minimum: Number(minimum),
			application_opens: opens || null,
			application_closes: closes || null,
			faculties: ['Humanities', 'Science'],
		}),
	);
}

function rowsOf(table: string): string[][] {
	return table
		.trim()
		.split('\n')
		.map((row) => row.split('|'));
}
