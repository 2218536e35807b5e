/**
 * `# province|digit|area code`, then some of its districts: `name|latitude|longitude|towns`.
 *
 * District names follow the Department of Basic Education's list. Coordinates are those of the middle
 * of the district, to a tenth of a degree. A town has its street code and, if that is another, its box
 * code; where a town has many, one of them.
 */
const PLACES = `
# Eastern Cape|2|043
Alfred Nzo West|-30.9|29.0|Mount Frere 5090, Mount Ayliff 4735, Ntabankulu 5130
Buffalo City Metro|-32.9|27.6|East London 5201 5200, Mdantsane 5219, King William's Town 5601 5600, Bhisho 5605, Zwelitsha 5608
Nelson Mandela Bay|-33.8|25.5|Gqeberha 6001 6000, Kariega 6229 6230, Despatch 6220 6219, Motherwell 6211, New Brighton 6200
OR Tambo Inland|-31.5|28.8|Mthatha 5099 5100, Qumbu 5180, Tsolo 5170, Mqanduli 5080
# Free State|4|051
Lejweleputswa|-28.0|26.8|Welkom 9459 9460, Virginia 9430, Bothaville 9660, Odendaalsrus 9480, Theunissen 9410, Hennenman 9445
Motheo|-29.2|26.8|Bloemfontein 9301 9300, Botshabelo 9781, Thaba Nchu 9780, Ladybrand 9745
Thabo Mofutsanyana|-28.3|28.4|Phuthaditjhaba 9866, Bethlehem 9701 9700, Harrismith 9880, Senekal 9600, Ficksburg 9730, Reitz 9810
# Gauteng|7|012
Johannesburg Central|-26.3|27.9|Soweto 1868, Diepkloof 1864 1862, Orlando East 1804 1803, Pimville 1809 1808
Johannesburg East|-26.1|28.1|Johannesburg 2001 2000, Sandton 2196 2146, Alexandra 2090 2014, Midrand 1685
Tshwane South|-25.8|28.2|Pretoria 0002 0001, Centurion 0157 0046, Mamelodi 0122 0101, Atteridgeville 0008 0006
Tshwane West|-25.5|28.0|Ga-Rankuwa 0208, Mabopane 0190, Akasia 0182 0118, Winterveld 0198
# KwaZulu-Natal|5|031
King Cetshwayo|-28.7|31.6|Empangeni 3880, Richards Bay 3900, Eshowe 3815, Esikhaleni 3887, Melmoth 3835, Nkandla 3855
Pinetown|-29.7|31.0|Pinetown 3610 3600, KwaMashu 4359 4360, Hillcrest 3610 3650, Phoenix 4068 4080, Verulam 4340, Tongaat 4399 4400
Umgungundlovu|-29.5|30.3|Pietermaritzburg 3201 3200, Howick 3290, Mooi River 3300, Camperdown 3720, Richmond 3780, Greytown 3250
Umlazi|-29.9|30.9|Durban 4001 4000, Umlazi 4031 4066, Chatsworth 4092 4030, Amanzimtoti 4126 4125, Umhlanga 4319 4320, Isipingo 4110 4115
Zululand|-27.8|31.3|Vryheid 3100, Ulundi 3838, Nongoma 3950, Pongola 3170, Paulpietersburg 3180
# Limpopo|9|015
Capricorn South|-24.0|29.5|Polokwane 0699 0700, Seshego 0742, Lebowakgomo 0737, Mankweng 0727, Zebediela 0628
Mopani East|-23.5|30.9|Phalaborwa 1389 1390, Giyani 0826, Namakgale 1391, Malamulele 0982
Vhembe West|-22.9|30.0|Louis Trichardt 0920, Musina 0900, Dzanani 0955, Elim 0960
Waterberg|-24.4|28.1|Modimolle 0510, Bela-Bela 0480, Lephalale 0555, Thabazimbi 0380, Mookgophong 0560, Vaalwater 0530
# Mpumalanga|8|013
Ehlanzeni|-25.4|31.0|Mbombela 1201 1200, White River 1240, Barberton 1300, Malelane 1320, KaNyamazane 1214, Lydenburg 1120, Kabokweni 1245
Gert Sibande|-26.7|29.7|Ermelo 2351 2350, Secunda 2302, Standerton 2429 2430, Piet Retief 2380, Bethal 2309 2310, Volksrust 2470, Carolina 1185, Embalenhle 2285
Nkangala|-25.6|29.2|Emalahleni 1034 1035, Middelburg 1055 1050, Kwamhlanga 1022, Siyabuswa 0472, Delmas 2210, Belfast 1100, Kwaggafontein 0458
# Northern Cape|3|053
Frances Baard|-28.2|24.8|Kimberley 8301 8300, Barkly West 8375, Warrenton 8530, Hartswater 8570, Jan Kempdorp 8550
# North West|6|018
Bojanala|-25.5|27.5|Rustenburg 0299 0300, Brits 0250, Mogwase 0314, Letlhabile 0264, Phokeng 0335, Koster 0348, Moretele 0411
Dr Kenneth Kaunda|-26.8|26.7|Klerksdorp 2571 2570, Potchefstroom 2531 2520, Orkney 2619 2620, Stilfontein 2551 2550, Ventersdorp 2710, Wolmaransstad 2630
Ngaka Modiri Molema|-25.9|25.8|Mahikeng 2745, Lichtenburg 2740, Zeerust 2865, Mmabatho 2735, Delareyville 2770, Lehurutshe 2880
# Western Cape|1|021
Cape Winelands|-33.7|19.2|Stellenbosch 7600 7599, Paarl 7646 7620, Worcester 6850 6849, Wellington 7655 7654, Robertson 6705, Ceres 6835, Franschhoek 7690
Metro Central|-33.9|18.5|Cape Town 8001 8000, Langa 7455 7456, Rondebosch 7700 7701, Athlone 7764 7760, Bonteheuwel 7764
Metro North|-33.8|18.6|Bellville 7530 7535, Goodwood 7460 7459, Parow 7500 7499, Durbanville 7550 7551, Atlantis 7349 7350, Milnerton 7441 7435
Overberg|-34.3|19.6|Hermanus 7200, Caledon 7230, Grabouw 7160, Bredasdorp 7280, Swellendam 6740
`;

export const districts = PLACES.trim()
	.split('# ')
	.slice(1)
	.flatMap((part) => {
		const [head = '', ...lines] = part.trim().split('\n');
		const [name = '', emisDigit = '', areaCode = ''] = head.split('|');
		return lines.map((line) => districtOf({ name, emisDigit, areaCode }, line));
	});

export type District = ReturnType<typeof districtOf>;

/** A province has the first digit of its EMIS numbers, and the telephone area code of sample numbers. */
function districtOf(province: Record<'name' | 'emisDigit' | 'areaCode', string>, line: string) {
	const [name = '', latitude, longitude, towns = ''] = line.split('|');
	return {
		name,
		province,
		latitude: Number(latitude),
		longitude: Number(longitude),
		towns: readTowns(towns),
	};
}

export type Town = ReturnType<typeof readTowns>[number];

/** Reads `name street-code box-code, …`, where the box code may be left out. */
export function readTowns(text: string) {
	return text.split(', ').map((town) => {
		const [, name = '', streetCode = '', boxCode = streetCode] =
			/^(.+?) (\d{4})(?: (\d{4}))?$/.exec(town) ?? [];
		return { name, streetCode, boxCode };
	});
}
