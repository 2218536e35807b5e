import { cycle, readTable } from './table.mjs';

/** A university as the service answers it; `note` says what is sample data in the record. */
export type UniversityRecord = ReturnType<typeof makeUniversities>[number];

/** The 26 public universities: `id|name|short name|province|town|website|sample APS|faculties`. */
const UNIVERSITIES = `
cput|Cape Peninsula University of Technology|CPUT|Western Cape|Cape Town|https://www.cput.ac.za|26|Applied Sciences; Business and Management Sciences; Education; Engineering and the Built Environment; Health and Wellness Sciences; Informatics and Design
cut|Central University of Technology, Free State|CUT|Free State|Bloemfontein|https://www.cut.ac.za|27|Engineering, Built Environment and Information Technology; Health and Environmental Sciences; Humanities; Management Sciences
dut|Durban University of Technology|DUT|KwaZulu-Natal|Durban|https://www.dut.ac.za|25|Accounting and Informatics; Applied Sciences; Arts and Design; Engineering and the Built Environment; Health Sciences; Management Sciences
mut|Mangosuthu University of Technology|MUT|KwaZulu-Natal|Umlazi|https://www.mut.ac.za|24|Engineering; Management Sciences; Applied and Health Sciences
nmu|Nelson Mandela University|NMU|Eastern Cape|Gqeberha|https://www.mandela.ac.za|30|Business and Economic Sciences; Education; Engineering, the Built Environment and Technology; Health Sciences; Humanities; Law; Science
nwu|North-West University|NWU|North West|Potchefstroom|https://www.nwu.ac.za|26|Economic and Management Sciences; Education; Engineering; Health Sciences; Humanities; Law; Natural and Agricultural Sciences; Theology
ru|Rhodes University|RU|Eastern Cape|Makhanda|https://www.ru.ac.za|35|Commerce; Education; Humanities; Law; Pharmacy; Science
smu|Sefako Makgatho Health Sciences University|SMU|Gauteng|Ga-Rankuwa|https://www.smu.ac.za|28|Health Care Sciences; Medicine; Oral Health Sciences; Pharmacy; Science and Technology
spu|Sol Plaatje University|SPU|Northern Cape|Kimberley|https://www.spu.ac.za|25|Economic and Management Sciences; Education; Humanities; Natural and Applied Sciences
su|Stellenbosch University|SU|Western Cape|Stellenbosch|https://www.su.ac.za|36|AgriSciences; Arts and Social Sciences; Economic and Management Sciences; Education; Engineering; Law; Medicine and Health Sciences; Military Science; Science; Theology
tut|Tshwane University of Technology|TUT|Gauteng|Pretoria|https://www.tut.ac.za|22|Arts and Design; Economics and Finance; Engineering and the Built Environment; Humanities; Information and Communication Technology; Management Sciences; Science
uct|University of Cape Town|UCT|Western Cape|Cape Town|https://www.uct.ac.za|38|Commerce; Engineering and the Built Environment; Health Sciences; Humanities; Law; Science
ufh|University of Fort Hare|UFH|Eastern Cape|Alice|https://www.ufh.ac.za|26|Education; Health Sciences; Law; Management and Commerce; Science and Agriculture; Social Sciences and Humanities
uj|University of Johannesburg|UJ|Gauteng|Johannesburg|https://www.uj.ac.za|28|Art, Design and Architecture; Business and Economics; Education; Engineering and the Built Environment; Health Sciences; Humanities; Law; Science
ukzn|University of KwaZulu-Natal|UKZN|KwaZulu-Natal|Durban|https://www.ukzn.ac.za|30|Agriculture, Engineering and Science; Health Sciences; Humanities; Law and Management Studies
ul|University of Limpopo|UL|Limpopo|Mankweng|https://www.ul.ac.za|26|Health Sciences; Humanities; Management and Law; Science and Agriculture
ump|University of Mpumalanga|UMP|Mpumalanga|Mbombela|https://www.ump.ac.za|25|Agriculture and Natural Sciences; Economics, Development and Business Sciences; Education
up|University of Pretoria|UP|Gauteng|Pretoria|https://www.up.ac.za|32|Economic and Management Sciences; Education; Engineering, Built Environment and Information Technology; Health Sciences; Humanities; Law; Natural and Agricultural Sciences; Theology and Religion; Veterinary Science
unisa|University of South Africa|UNISA|Gauteng|Pretoria|https://www.unisa.ac.za|20|Accounting Sciences; Agriculture and Environmental Sciences; Economic and Management Sciences; Education; Human Sciences; Law; Science, Engineering and Technology
ufs|University of the Free State|UFS|Free State|Bloemfontein|https://www.ufs.ac.za|30|Economic and Management Sciences; Education; Health Sciences; Humanities; Law; Natural and Agricultural Sciences; Theology and Religion
uwc|University of the Western Cape|UWC|Western Cape|Bellville|https://www.uwc.ac.za|30|Arts and Humanities; Community and Health Sciences; Dentistry; Economic and Management Sciences; Education; Law; Natural Sciences
wits|University of the Witwatersrand|Wits|Gauteng|Johannesburg|https://www.wits.ac.za|36|Commerce, Law and Management; Engineering and the Built Environment; Health Sciences; Humanities; Science
univen|University of Venda|Univen|Limpopo|Thohoyandou|https://www.univen.ac.za|26|Health Sciences; Humanities, Social Sciences and Education; Management, Commerce and Law; Science, Engineering and Agriculture
unizulu|University of Zululand|UniZulu|KwaZulu-Natal|KwaDlangezwa|https://www.unizulu.ac.za|26|Commerce, Administration and Law; Education; Humanities and Social Sciences; Science, Agriculture and Engineering
vut|Vaal University of Technology|VUT|Gauteng|Vanderbijlpark|https://www.vut.ac.za|23|Applied and Computer Sciences; Engineering and Technology; Human Sciences; Management Sciences
wsu|Walter Sisulu University|WSU|Eastern Cape|Mthatha|https://www.wsu.ac.za|24|Economic and Financial Sciences; Education; Engineering and Technology; Law and Humanities; Medicine and Health Sciences
`;

/** Days from now to opening and to closing, in turn over the list. */
const OPEN = [-60, 45];
const CLOSING_SOON = [-90, 7];
const CLOSED = [-150, -14];
const NOT_YET_OPEN = [30, 150];
const WINDOWS = [OPEN, CLOSING_SOON, CLOSED, OPEN, NOT_YET_OPEN, OPEN, CLOSED, CLOSING_SOON];

/** The 26 public universities with sample minimum scores, and sample application dates around `now`. */
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
	return readTable(UNIVERSITIES, columns).map((row, index) => {
		const [opens = 0, closes = 0] = cycle(WINDOWS, index);
		// The day in South Africa, two hours ahead of UTC all year.
		const dayIn = (days: number) =>
			new Date(now.getTime() + 7_200_000 + days * 86_400_000).toISOString().slice(0, 10);
		return {
			...row,
			aps_minimum: Number(row.aps_minimum),
			application_opens: dayIn(opens),
			application_closes: dayIn(closes),
			faculties: row.faculties.split('; '),
			note: 'Sample: the minimum APS and the application dates are made up.',
		};
	});
}
