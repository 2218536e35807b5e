/**
 * The nine provinces, their education districts, and towns in each of them.
 *
 * District names follow the Department of Basic Education's list of districts; the first digit of an
 * EMIS number is the province's own in the national school register. Coordinates are those of the
 * middle of the district, to a tenth of a degree. Codes are the post office's for that town, where a
 * single town has many, one of them.
 */
export interface Province {
	name: string;
	/** First digit of every EMIS number in this province. */
	emisDigit: string;
	/** Share of the country's high schools, in percent. */
	share: number;
	/** Telephone area code used in sample numbers. */
	areaCode: string;
	districts: District[];
}

export interface District {
	name: string;
	municipality: string;
	latitude: number;
	longitude: number;
	towns: readonly Town[];
}

export interface Town {
	name: string;
	streetCode: string;
	boxCode: string;
}

/**
 * `# province|digit|share|area code`, then its districts: `name|municipality, if of another
 * name|latitude|longitude|towns`, each town with its street code and, if that is another, its box code.
 */
const PLACES = `
# Eastern Cape|2|15|043
Alfred Nzo East|Alfred Nzo|-31.0|29.5|Bizana 4800, Flagstaff 4810, Ntabankulu 5130
Alfred Nzo West|Alfred Nzo|-30.6|29.0|Mount Ayliff 4735, Mount Frere 5090, Matatiele 4730, Maluti 4740
Amathole East|Amathole|-32.3|28.3|Butterworth 4960, Dutywa 5000, Willowvale 5040, Centane 4980
Amathole West|Amathole|-32.8|26.9|Alice 5700, Fort Beaufort 5720, Adelaide 5760, Stutterheim 4930, Peddie 5640
Buffalo City Metro|Buffalo City|-32.9|27.6|East London 5201 5200, Mdantsane 5219, King William's Town 5601 5600, Bhisho 5605, Zwelitsha 5608
Chris Hani East|Chris Hani|-31.6|27.8|Ngcobo 5050, Cofimvaba 5380, Cala 5455, Elliot 5460
Chris Hani West|Chris Hani|-31.8|26.1|Komani 5320, Cradock 5880, Middelburg 5900, Whittlesea 5360, Molteno 5500
Joe Gqabi||-30.8|27.3|Aliwal North 9750, Sterkspruit 9762, Barkly East 9786, Burgersdorp 9744, Mount Fletcher 4770
Nelson Mandela Bay||-33.8|25.5|Gqeberha 6001 6000, Kariega 6229 6230, Despatch 6220 6219, Motherwell 6211, New Brighton 6200
OR Tambo Coastal|OR Tambo|-31.5|29.3|Lusikisiki 4820, Port St Johns 5120, Libode 5160, Ngqeleni 5140
OR Tambo Inland|OR Tambo|-31.5|28.8|Mthatha 5099 5100, Qumbu 5180, Tsolo 5170, Mqanduli 5080
Sarah Baartman||-33.3|25.5|Makhanda 6139 6140, Graaff-Reinet 6280, Humansdorp 6300, Jeffreys Bay 6330, Port Alfred 6170, Somerset East 5850
# Free State|4|6|051
Fezile Dabi||-27.2|27.7|Sasolburg 1947, Kroonstad 9499 9500, Parys 9585, Heilbron 9650, Frankfort 9830, Vredefort 9595
Lejweleputswa||-28.0|26.8|Welkom 9459 9460, Virginia 9430, Bothaville 9660, Odendaalsrus 9480, Theunissen 9410, Hennenman 9445
Motheo|Mangaung|-29.2|26.8|Bloemfontein 9301 9300, Botshabelo 9781, Thaba Nchu 9780, Ladybrand 9745
Thabo Mofutsanyana||-28.3|28.4|Phuthaditjhaba 9866, Bethlehem 9701 9700, Harrismith 9880, Senekal 9600, Ficksburg 9730, Reitz 9810
Xhariep||-29.9|26.0|Zastron 9950, Trompsburg 9913, Koffiefontein 9986, Jagersfontein 9974, Smithfield 9966
# Gauteng|7|13|012
Ekurhuleni North|Ekurhuleni|-26.1|28.3|Benoni 1501 1500, Kempton Park 1619 1620, Tembisa 1632, Daveyton 1520 1507
Ekurhuleni South|Ekurhuleni|-26.3|28.2|Alberton 1449 1450, Germiston 1401 1400, Katlehong 1431 1832, Vosloorus 1475 1468
Gauteng East|Ekurhuleni|-26.3|28.4|Springs 1559 1560, Brakpan 1541 1540, Nigel 1491 1490, KwaThema 1575 1563
Gauteng North|City of Tshwane|-25.7|28.6|Cullinan 1000, Bronkhorstspruit 1020, Rayton 1001, Ekangala 1021
Gauteng West|West Rand|-26.2|27.6|Krugersdorp 1739 1740, Randfontein 1759 1760, Carletonville 2499 2500, Westonaria 1779 1780, Mohlakeng 1759 1766
Johannesburg Central|City of Johannesburg|-26.3|27.9|Soweto 1868, Diepkloof 1864 1862, Orlando East 1804 1803, Pimville 1809 1808
Johannesburg East|City of Johannesburg|-26.1|28.1|Johannesburg 2001 2000, Sandton 2196 2146, Alexandra 2090 2014, Midrand 1685
Johannesburg North|City of Johannesburg|-26.1|28.0|Randburg 2194 2125, Newlands 2092, Diepsloot 2189
Johannesburg South|City of Johannesburg|-26.4|27.9|Lenasia 1827 1820, Orange Farm 1841 1805, Eldorado Park 1811 1813, Ennerdale 1830 1826
Johannesburg West|City of Johannesburg|-26.2|27.9|Roodepoort 1724 1725, Dobsonville 1863 1865, Florida 1709 1710
Sedibeng East|Sedibeng|-26.6|28.2|Heidelberg 1441 1438, Vereeniging 1939 1930, Meyerton 1961 1960, Ratanda 1441
Sedibeng West|Sedibeng|-26.6|27.9|Vanderbijlpark 1911 1900, Sebokeng 1983 1982, Evaton 1984, Sharpeville 1928 1933
Tshwane North|City of Tshwane|-25.5|28.2|Hammanskraal 0400, Soshanguve 0152 0164, Temba 0407, Pyramid 0120
Tshwane South|City of Tshwane|-25.8|28.2|Pretoria 0002 0001, Centurion 0157 0046, Mamelodi 0122 0101, Atteridgeville 0008 0006
Tshwane West|City of Tshwane|-25.5|28.0|Ga-Rankuwa 0208, Mabopane 0190, Akasia 0182 0118, Winterveld 0198
# KwaZulu-Natal|5|25|031
Amajuba||-27.8|30.1|Newcastle 2940, Madadeni 2951, Dannhauser 3080, Utrecht 2980, Osizweni 2952
Harry Gwala||-30.1|29.7|Ixopo 3276, Kokstad 4700, Umzimkulu 3297, Underberg 3257, Bulwer 3244
Ilembe||-29.3|31.2|KwaDukuza 4449 4450, Mandeni 4490, Maphumulo 4470, Ndwedwe 4342, Ballito 4399 4420
King Cetshwayo||-28.7|31.6|Empangeni 3880, Richards Bay 3900, Eshowe 3815, Esikhaleni 3887, Melmoth 3835, Nkandla 3855
Pinetown|eThekwini|-29.7|31.0|Pinetown 3610 3600, KwaMashu 4359 4360, Hillcrest 3610 3650, Phoenix 4068 4080, Verulam 4340, Tongaat 4399 4400
Ugu||-30.6|30.4|Port Shepstone 4240, Scottburgh 4180, Margate 4275, Harding 4680, Umzinto 4200
Umgungundlovu||-29.5|30.3|Pietermaritzburg 3201 3200, Howick 3290, Mooi River 3300, Camperdown 3720, Richmond 3780, Greytown 3250
Umkhanyakude||-27.6|32.3|Mtubatuba 3935, Hluhluwe 3960, Jozini 3969, Manguzi 3973, Ingwavuma 3968
Umlazi|eThekwini|-29.9|30.9|Durban 4001 4000, Umlazi 4031 4066, Chatsworth 4092 4030, Amanzimtoti 4126 4125, Umhlanga 4319 4320, Isipingo 4110 4115
Umzinyathi||-28.4|30.5|Dundee 3000, Nqutu 3135, Pomeroy 3020, Msinga 3010
Uthukela||-28.7|29.7|Ladysmith 3370, Estcourt 3310, Bergville 3350, Colenso 3360, Ezakheni 3381
Zululand||-27.8|31.3|Vryheid 3100, Ulundi 3838, Nongoma 3950, Pongola 3170, Paulpietersburg 3180
# Limpopo|9|21|015
Capricorn North|Capricorn|-23.4|29.4|Bochum 0790, Dendron 0715, Mogwadi 0715, Senwabarwana 0790, Morebeng 0810
Capricorn South|Capricorn|-24.0|29.5|Polokwane 0699 0700, Seshego 0742, Lebowakgomo 0737, Mankweng 0727, Zebediela 0628
Mogalakwena|Waterberg|-23.9|28.8|Mokopane 0601 0600, Mahwelereng 0626, Rebone 0617, Bakenberg 0611
Mopani East|Mopani|-23.5|30.9|Phalaborwa 1389 1390, Giyani 0826, Namakgale 1391, Malamulele 0982
Mopani West|Mopani|-23.9|30.3|Tzaneen 0850, Nkowankowa 0870, Modjadjiskloof 0835, Letsitele 0885, Lenyenye 0857
Sekhukhune East|Sekhukhune|-24.7|30.3|Burgersfort 1150, Steelpoort 1133, Driekop 1129, Ohrigstad 1122
Sekhukhune South|Sekhukhune|-25.0|29.6|Groblersdal 0470, Marble Hall 0450, Jane Furse 1085, Monsterlus 1057, Nebo 1059
Vhembe East|Vhembe|-22.9|30.5|Thohoyandou 0950, Sibasa 0970, Mutale 0956, Vuwani 0952, Shayandima 0945
Vhembe West|Vhembe|-22.9|30.0|Louis Trichardt 0920, Musina 0900, Dzanani 0955, Elim 0960
Waterberg||-24.4|28.1|Modimolle 0510, Bela-Bela 0480, Lephalale 0555, Thabazimbi 0380, Mookgophong 0560, Vaalwater 0530
# Mpumalanga|8|8|013
Bohlabela|Ehlanzeni|-24.9|31.1|Bushbuckridge 1280, Hazyview 1242, Acornhoek 1360, Thulamahashe 1365, Mkhuhlu 1246, Graskop 1270
Ehlanzeni||-25.4|31.0|Mbombela 1201 1200, White River 1240, Barberton 1300, Malelane 1320, KaNyamazane 1214, Lydenburg 1120, Kabokweni 1245
Gert Sibande||-26.7|29.7|Ermelo 2351 2350, Secunda 2302, Standerton 2429 2430, Piet Retief 2380, Bethal 2309 2310, Volksrust 2470, Carolina 1185, Embalenhle 2285
Nkangala||-25.6|29.2|Emalahleni 1034 1035, Middelburg 1055 1050, Kwamhlanga 1022, Siyabuswa 0472, Delmas 2210, Belfast 1100, Kwaggafontein 0458
# Northern Cape|3|2|053
Frances Baard||-28.2|24.8|Kimberley 8301 8300, Barkly West 8375, Warrenton 8530, Hartswater 8570, Jan Kempdorp 8550
John Taolo Gaetsewe||-27.4|23.2|Kuruman 8460, Kathu 8446, Mothibistad 8474, Hotazel 8490
Namakwa||-30.7|18.6|Springbok 8240, Calvinia 8190, Port Nolloth 8280, Garies 8220, Sutherland 6920
Pixley Ka Seme||-30.4|23.5|De Aar 7000, Prieska 8940, Colesberg 9795, Victoria West 7070, Carnarvon 8925, Douglas 8730
ZF Mgcawu||-28.6|21.6|Upington 8801 8800, Kakamas 8870, Keimoes 8860, Postmasburg 8420, Groblershoop 8850
# North West|6|6|018
Bojanala|Bojanala Platinum|-25.5|27.5|Rustenburg 0299 0300, Brits 0250, Mogwase 0314, Letlhabile 0264, Phokeng 0335, Koster 0348, Moretele 0411
Dr Kenneth Kaunda||-26.8|26.7|Klerksdorp 2571 2570, Potchefstroom 2531 2520, Orkney 2619 2620, Stilfontein 2551 2550, Ventersdorp 2710, Wolmaransstad 2630
Dr Ruth Segomotsi Mompati||-27.3|25.0|Vryburg 8601 8600, Taung 8584 8580, Ganyesa 8613, Schweizer-Reneke 2780, Christiana 2680, Bloemhof 2660
Ngaka Modiri Molema||-25.9|25.8|Mahikeng 2745, Lichtenburg 2740, Zeerust 2865, Mmabatho 2735, Delareyville 2770, Lehurutshe 2880
# Western Cape|1|6|021
Cape Winelands||-33.7|19.2|Stellenbosch 7600 7599, Paarl 7646 7620, Worcester 6850 6849, Wellington 7655 7654, Robertson 6705, Ceres 6835, Franschhoek 7690
Eden and Central Karoo|Garden Route|-33.7|22.6|George 6529 6530, Knysna 6571 6570, Mossel Bay 6506 6500, Oudtshoorn 6625 6620, Beaufort West 6970, Plettenberg Bay 6600
Metro Central|City of Cape Town|-33.9|18.5|Cape Town 8001 8000, Langa 7455 7456, Rondebosch 7700 7701, Athlone 7764 7760, Bonteheuwel 7764
Metro East|City of Cape Town|-34.0|18.7|Khayelitsha 7784 7783, Somerset West 7130 7129, Strand 7140 7139, Kuils River 7580 7579, Kraaifontein 7570 7569
Metro North|City of Cape Town|-33.8|18.6|Bellville 7530 7535, Goodwood 7460 7459, Parow 7500 7499, Durbanville 7550 7551, Atlantis 7349 7350, Milnerton 7441 7435
Metro South|City of Cape Town|-34.1|18.5|Wynberg 7800 7824, Mitchells Plain 7785 7789, Fish Hoek 7975 7974, Grassy Park 7941 7888, Nyanga 7755 7750, Simon's Town 7975 7995
Overberg||-34.3|19.6|Hermanus 7200, Caledon 7230, Grabouw 7160, Bredasdorp 7280, Swellendam 6740
West Coast||-32.8|18.5|Malmesbury 7300 7299, Vredenburg 7380, Saldanha 7395, Vredendal 8160, Piketberg 7320, Moorreesburg 7310, Clanwilliam 8135
`;

/** The nine provinces, in alphabetical order. */
export const provinces: readonly Province[] = PLACES.trim()
	.split('# ')
	.slice(1)
	.map((part) => {
		const [head = '', ...lines] = part.trim().split('\n');
		const [name = '', emisDigit = '', share, areaCode = ''] = head.split('|');
		return { name, emisDigit, share: Number(share), areaCode, districts: lines.map(readDistrict) };
	});

function readDistrict(line: string): District {
	const [name = '', municipality, latitude, longitude, towns = ''] = line.split('|');
	return {
		name,
		municipality: municipality || name,
		latitude: Number(latitude),
		longitude: Number(longitude),
		towns: towns.split(', ').map(readTown),
	};
}

function readTown(text: string): Town {
	const [, name = '', streetCode = '', boxCode = streetCode] =
		/^(.+?) (\d{4})(?: (\d{4}))?$/.exec(text) ?? [];
	return { name, streetCode, boxCode };
}
