import { readTable } from './table.mjs';

/**
 * The nine provinces, their education districts, and towns in each of them.
 *
 * District names follow the Department of Basic Education's list of districts; the first digit of an
 * EMIS number is the province's own in the national school register. Coordinates are those of the
 * town, to a hundredth of a degree. Codes are the post office's for that town, where a single town
 * has many, one of them.
 */
export interface Province {
	name: string;
	/** First digit of every EMIS number in this province. */
	emisDigit: string;
	/** Share of the country's high schools, in percent. */
	share: number;
	/** Telephone area code used in sample numbers. */
	areaCode: string;
	districts: readonly District[];
}

export interface District {
	name: string;
	municipality: string;
	towns: readonly Town[];
}

export interface Town {
	name: string;
	latitude: number;
	longitude: number;
	streetCode: string;
	boxCode: string;
}

/** One line a town: `name|latitude|longitude|street code|box code`. */
function district(name: string, municipality: string, lines: string): District {
	const rows = readTable(lines, ['name', 'latitude', 'longitude', 'streetCode', 'boxCode']);
	const towns = rows.map((row) => ({
		...row,
		latitude: Number(row.latitude),
		longitude: Number(row.longitude),
	}));
	return { name, municipality, towns };
}

const easternCape: Province = {
	name: 'Eastern Cape',
	emisDigit: '2',
	share: 15,
	areaCode: '043',
	districts: [
		district(
			'Alfred Nzo East',
			'Alfred Nzo',
			`Bizana|-30.86|29.85|4800|4800
			Flagstaff|-31.08|29.49|4810|4810
			Ntabankulu|-30.96|29.30|5130|5130`,
		),
		district(
			'Alfred Nzo West',
			'Alfred Nzo',
			`Mount Ayliff|-30.81|29.37|4735|4735
			Mount Frere|-30.90|28.99|5090|5090
			Matatiele|-30.34|28.81|4730|4730
			Maluti|-30.26|28.79|4740|4740`,
		),
		district(
			'Amathole East',
			'Amathole',
			`Butterworth|-32.33|28.15|4960|4960
			Dutywa|-32.10|28.30|5000|5000
			Willowvale|-32.27|28.51|5040|5040
			Centane|-32.51|28.32|4980|4980`,
		),
		district(
			'Amathole West',
			'Amathole',
			`Alice|-32.79|26.83|5700|5700
			Fort Beaufort|-32.78|26.63|5720|5720
			Adelaide|-32.71|26.29|5760|5760
			Stutterheim|-32.57|27.42|4930|4930
			Peddie|-33.20|27.12|5640|5640`,
		),
		district(
			'Buffalo City Metro',
			'Buffalo City',
			`East London|-33.02|27.91|5201|5200
			Mdantsane|-32.95|27.75|5219|5219
			King William's Town|-32.88|27.39|5601|5600
			Bhisho|-32.85|27.44|5605|5605
			Zwelitsha|-32.93|27.42|5608|5608`,
		),
		district(
			'Chris Hani East',
			'Chris Hani',
			`Ngcobo|-31.68|28.00|5050|5050
			Cofimvaba|-32.00|27.58|5380|5380
			Cala|-31.52|27.70|5455|5455
			Elliot|-31.33|27.85|5460|5460`,
		),
		district(
			'Chris Hani West',
			'Chris Hani',
			`Komani|-31.90|26.88|5320|5320
			Cradock|-32.16|25.62|5880|5880
			Middelburg|-31.49|25.01|5900|5900
			Whittlesea|-32.18|26.82|5360|5360
			Molteno|-31.40|26.36|5500|5500`,
		),
		district(
			'Joe Gqabi',
			'Joe Gqabi',
			`Aliwal North|-30.69|26.71|9750|9750
			Sterkspruit|-30.53|27.37|9762|9762
			Barkly East|-30.97|27.59|9786|9786
			Burgersdorp|-31.00|26.33|9744|9744
			Mount Fletcher|-30.69|28.51|4770|4770`,
		),
		district(
			'Nelson Mandela Bay',
			'Nelson Mandela Bay',
			`Gqeberha|-33.96|25.61|6001|6000
			Kariega|-33.77|25.40|6229|6230
			Despatch|-33.80|25.47|6220|6219
			Motherwell|-33.80|25.60|6211|6211
			New Brighton|-33.90|25.59|6200|6200`,
		),
		district(
			'OR Tambo Coastal',
			'OR Tambo',
			`Lusikisiki|-31.37|29.57|4820|4820
			Port St Johns|-31.62|29.54|5120|5120
			Libode|-31.53|29.02|5160|5160
			Ngqeleni|-31.67|29.02|5140|5140`,
		),
		district(
			'OR Tambo Inland',
			'OR Tambo',
			`Mthatha|-31.59|28.78|5099|5100
			Qumbu|-31.16|28.87|5180|5180
			Tsolo|-31.31|28.76|5170|5170
			Mqanduli|-31.82|28.76|5080|5080`,
		),
		district(
			'Sarah Baartman',
			'Sarah Baartman',
			`Makhanda|-33.31|26.53|6139|6140
			Graaff-Reinet|-32.25|24.54|6280|6280
			Humansdorp|-34.03|24.77|6300|6300
			Jeffreys Bay|-34.05|24.92|6330|6330
			Port Alfred|-33.59|26.89|6170|6170
			Somerset East|-32.72|25.59|5850|5850`,
		),
	],
};

const freeState: Province = {
	name: 'Free State',
	emisDigit: '4',
	share: 6,
	areaCode: '051',
	districts: [
		district(
			'Fezile Dabi',
			'Fezile Dabi',
			`Sasolburg|-26.81|27.82|1947|1947
			Kroonstad|-27.65|27.23|9499|9500
			Parys|-26.90|27.46|9585|9585
			Heilbron|-27.28|27.97|9650|9650
			Frankfort|-27.27|28.49|9830|9830
			Vredefort|-27.01|27.37|9595|9595`,
		),
		district(
			'Lejweleputswa',
			'Lejweleputswa',
			`Welkom|-27.98|26.73|9459|9460
			Virginia|-28.10|26.87|9430|9430
			Bothaville|-27.39|26.62|9660|9660
			Odendaalsrus|-27.87|26.68|9480|9480
			Theunissen|-28.40|26.71|9410|9410
			Hennenman|-27.97|27.03|9445|9445`,
		),
		district(
			'Motheo',
			'Mangaung',
			`Bloemfontein|-29.12|26.21|9301|9300
			Botshabelo|-29.27|26.73|9781|9781
			Thaba Nchu|-29.21|26.84|9780|9780
			Ladybrand|-29.19|27.46|9745|9745`,
		),
		district(
			'Thabo Mofutsanyana',
			'Thabo Mofutsanyana',
			`Phuthaditjhaba|-28.53|28.82|9866|9866
			Bethlehem|-28.23|28.31|9701|9700
			Harrismith|-28.27|29.13|9880|9880
			Senekal|-28.32|27.60|9600|9600
			Ficksburg|-28.88|27.88|9730|9730
			Reitz|-27.80|28.43|9810|9810`,
		),
		district(
			'Xhariep',
			'Xhariep',
			`Zastron|-30.30|27.09|9950|9950
			Trompsburg|-30.03|25.78|9913|9913
			Koffiefontein|-29.42|25.00|9986|9986
			Jagersfontein|-29.77|25.43|9974|9974
			Smithfield|-30.21|26.53|9966|9966`,
		),
	],
};

const gauteng: Province = {
	name: 'Gauteng',
	emisDigit: '7',
	share: 13,
	areaCode: '012',
	districts: [
		district(
			'Ekurhuleni North',
			'Ekurhuleni',
			`Benoni|-26.19|28.32|1501|1500
			Kempton Park|-26.10|28.23|1619|1620
			Tembisa|-25.99|28.23|1632|1632
			Daveyton|-26.15|28.42|1520|1507`,
		),
		district(
			'Ekurhuleni South',
			'Ekurhuleni',
			`Alberton|-26.27|28.12|1449|1450
			Germiston|-26.22|28.17|1401|1400
			Katlehong|-26.34|28.15|1431|1832
			Vosloorus|-26.36|28.20|1475|1468`,
		),
		district(
			'Gauteng East',
			'Ekurhuleni',
			`Springs|-26.25|28.44|1559|1560
			Brakpan|-26.24|28.37|1541|1540
			Nigel|-26.42|28.48|1491|1490
			KwaThema|-26.30|28.39|1575|1563`,
		),
		district(
			'Gauteng North',
			'City of Tshwane',
			`Cullinan|-25.67|28.52|1000|1000
			Bronkhorstspruit|-25.81|28.74|1020|1020
			Rayton|-25.73|28.53|1001|1001
			Ekangala|-25.69|28.74|1021|1021`,
		),
		district(
			'Gauteng West',
			'West Rand',
			`Krugersdorp|-26.10|27.77|1739|1740
			Randfontein|-26.18|27.70|1759|1760
			Carletonville|-26.36|27.40|2499|2500
			Westonaria|-26.32|27.65|1779|1780
			Mohlakeng|-26.23|27.69|1759|1766`,
		),
		district(
			'Johannesburg Central',
			'City of Johannesburg',
			`Soweto|-26.25|27.86|1868|1868
			Diepkloof|-26.25|27.95|1864|1862
			Orlando East|-26.24|27.92|1804|1803
			Pimville|-26.27|27.90|1809|1808`,
		),
		district(
			'Johannesburg East',
			'City of Johannesburg',
			`Johannesburg|-26.20|28.04|2001|2000
			Sandton|-26.11|28.06|2196|2146
			Alexandra|-26.10|28.10|2090|2014
			Midrand|-25.99|28.13|1685|1685`,
		),
		district(
			'Johannesburg North',
			'City of Johannesburg',
			`Randburg|-26.09|28.00|2194|2125
			Newlands|-26.17|27.96|2092|2092
			Diepsloot|-25.93|28.01|2189|2189`,
		),
		district(
			'Johannesburg South',
			'City of Johannesburg',
			`Lenasia|-26.32|27.83|1827|1820
			Orange Farm|-26.48|27.86|1841|1805
			Eldorado Park|-26.29|27.91|1811|1813
			Ennerdale|-26.41|27.84|1830|1826`,
		),
		district(
			'Johannesburg West',
			'City of Johannesburg',
			`Roodepoort|-26.16|27.87|1724|1725
			Dobsonville|-26.23|27.85|1863|1865
			Florida|-26.18|27.92|1709|1710`,
		),
		district(
			'Sedibeng East',
			'Sedibeng',
			`Heidelberg|-26.50|28.36|1441|1438
			Vereeniging|-26.67|27.93|1939|1930
			Meyerton|-26.56|28.02|1961|1960
			Ratanda|-26.56|28.33|1441|1441`,
		),
		district(
			'Sedibeng West',
			'Sedibeng',
			`Vanderbijlpark|-26.71|27.84|1911|1900
			Sebokeng|-26.55|27.84|1983|1982
			Evaton|-26.53|27.85|1984|1984
			Sharpeville|-26.69|27.87|1928|1933`,
		),
		district(
			'Tshwane North',
			'City of Tshwane',
			`Hammanskraal|-25.41|28.28|0400|0400
			Soshanguve|-25.49|28.10|0152|0164
			Temba|-25.38|28.26|0407|0407
			Pyramid|-25.56|28.24|0120|0120`,
		),
		district(
			'Tshwane South',
			'City of Tshwane',
			`Pretoria|-25.75|28.19|0002|0001
			Centurion|-25.86|28.19|0157|0046
			Mamelodi|-25.71|28.40|0122|0101
			Atteridgeville|-25.77|28.07|0008|0006`,
		),
		district(
			'Tshwane West',
			'City of Tshwane',
			`Ga-Rankuwa|-25.62|27.98|0208|0208
			Mabopane|-25.50|28.05|0190|0190
			Akasia|-25.65|28.10|0182|0118
			Winterveld|-25.42|27.95|0198|0198`,
		),
	],
};

const kwaZuluNatal: Province = {
	name: 'KwaZulu-Natal',
	emisDigit: '5',
	share: 25,
	areaCode: '031',
	districts: [
		district(
			'Amajuba',
			'Amajuba',
			`Newcastle|-27.76|29.93|2940|2940
			Madadeni|-27.77|30.05|2951|2951
			Dannhauser|-28.00|30.06|3080|3080
			Utrecht|-27.66|30.32|2980|2980
			Osizweni|-27.79|30.14|2952|2952`,
		),
		district(
			'Harry Gwala',
			'Harry Gwala',
			`Ixopo|-30.16|30.06|3276|3276
			Kokstad|-30.55|29.42|4700|4700
			Umzimkulu|-30.26|29.94|3297|3297
			Underberg|-29.79|29.49|3257|3257
			Bulwer|-29.81|29.77|3244|3244`,
		),
		district(
			'Ilembe',
			'Ilembe',
			`KwaDukuza|-29.33|31.29|4449|4450
			Mandeni|-29.14|31.40|4490|4490
			Maphumulo|-29.15|31.07|4470|4470
			Ndwedwe|-29.51|30.94|4342|4342
			Ballito|-29.54|31.21|4399|4420`,
		),
		district(
			'King Cetshwayo',
			'King Cetshwayo',
			`Empangeni|-28.74|31.89|3880|3880
			Richards Bay|-28.78|32.04|3900|3900
			Eshowe|-28.89|31.47|3815|3815
			Esikhaleni|-28.87|31.90|3887|3887
			Melmoth|-28.59|31.39|3835|3835
			Nkandla|-28.62|31.09|3855|3855`,
		),
		district(
			'Pinetown',
			'eThekwini',
			`Pinetown|-29.82|30.86|3610|3600
			KwaMashu|-29.75|30.98|4359|4360
			Hillcrest|-29.78|30.77|3610|3650
			Phoenix|-29.70|31.00|4068|4080
			Verulam|-29.64|31.04|4340|4340
			Tongaat|-29.57|31.12|4399|4400`,
		),
		district(
			'Ugu',
			'Ugu',
			`Port Shepstone|-30.74|30.45|4240|4240
			Scottburgh|-30.29|30.75|4180|4180
			Margate|-30.86|30.37|4275|4275
			Harding|-30.58|29.88|4680|4680
			Umzinto|-30.32|30.67|4200|4200`,
		),
		district(
			'Umgungundlovu',
			'Umgungundlovu',
			`Pietermaritzburg|-29.60|30.38|3201|3200
			Howick|-29.48|30.23|3290|3290
			Mooi River|-29.21|30.00|3300|3300
			Camperdown|-29.73|30.53|3720|3720
			Richmond|-29.87|30.27|3780|3780
			Greytown|-29.06|30.59|3250|3250`,
		),
		district(
			'Umkhanyakude',
			'Umkhanyakude',
			`Mtubatuba|-28.42|32.18|3935|3935
			Hluhluwe|-28.02|32.27|3960|3960
			Jozini|-27.43|32.07|3969|3969
			Manguzi|-27.01|32.75|3973|3973
			Ingwavuma|-27.13|32.00|3968|3968`,
		),
		district(
			'Umlazi',
			'eThekwini',
			`Durban|-29.86|31.02|4001|4000
			Umlazi|-29.97|30.88|4031|4066
			Chatsworth|-29.91|30.88|4092|4030
			Amanzimtoti|-30.05|30.89|4126|4125
			Umhlanga|-29.73|31.08|4319|4320
			Isipingo|-29.99|30.93|4110|4115`,
		),
		district(
			'Umzinyathi',
			'Umzinyathi',
			`Dundee|-28.17|30.23|3000|3000
			Nqutu|-28.22|30.67|3135|3135
			Pomeroy|-28.56|30.45|3020|3020
			Msinga|-28.75|30.45|3010|3010`,
		),
		district(
			'Uthukela',
			'Uthukela',
			`Ladysmith|-28.55|29.78|3370|3370
			Estcourt|-29.01|29.87|3310|3310
			Bergville|-28.73|29.35|3350|3350
			Colenso|-28.74|29.82|3360|3360
			Ezakheni|-28.62|29.90|3381|3381`,
		),
		district(
			'Zululand',
			'Zululand',
			`Vryheid|-27.77|30.79|3100|3100
			Ulundi|-28.33|31.42|3838|3838
			Nongoma|-27.90|31.65|3950|3950
			Pongola|-27.38|31.62|3170|3170
			Paulpietersburg|-27.42|30.82|3180|3180`,
		),
	],
};

const limpopo: Province = {
	name: 'Limpopo',
	emisDigit: '9',
	share: 21,
	areaCode: '015',
	districts: [
		district(
			'Capricorn North',
			'Capricorn',
			`Bochum|-23.28|29.12|0790|0790
			Dendron|-23.37|29.33|0715|0715
			Mogwadi|-23.38|29.32|0715|0715
			Senwabarwana|-23.28|29.13|0790|0790
			Morebeng|-23.50|29.90|0810|0810`,
		),
		district(
			'Capricorn South',
			'Capricorn',
			`Polokwane|-23.90|29.45|0699|0700
			Seshego|-23.85|29.38|0742|0742
			Lebowakgomo|-24.20|29.50|0737|0737
			Mankweng|-23.88|29.72|0727|0727
			Zebediela|-24.32|29.30|0628|0628`,
		),
		district(
			'Mogalakwena',
			'Waterberg',
			`Mokopane|-24.19|29.01|0601|0600
			Mahwelereng|-24.15|28.98|0626|0626
			Rebone|-23.50|28.50|0617|0617
			Bakenberg|-23.95|28.72|0611|0611`,
		),
		district(
			'Mopani East',
			'Mopani',
			`Phalaborwa|-23.94|31.14|1389|1390
			Giyani|-23.30|30.72|0826|0826
			Namakgale|-23.93|31.04|1391|1391
			Malamulele|-23.00|30.70|0982|0982`,
		),
		district(
			'Mopani West',
			'Mopani',
			`Tzaneen|-23.83|30.16|0850|0850
			Nkowankowa|-23.88|30.29|0870|0870
			Modjadjiskloof|-23.70|30.14|0835|0835
			Letsitele|-23.88|30.40|0885|0885
			Lenyenye|-23.97|30.27|0857|0857`,
		),
		district(
			'Sekhukhune East',
			'Sekhukhune',
			`Burgersfort|-24.67|30.33|1150|1150
			Steelpoort|-24.73|30.20|1133|1133
			Driekop|-24.55|30.20|1129|1129
			Ohrigstad|-24.75|30.57|1122|1122`,
		),
		district(
			'Sekhukhune South',
			'Sekhukhune',
			`Groblersdal|-25.17|29.40|0470|0470
			Marble Hall|-24.97|29.30|0450|0450
			Jane Furse|-24.76|29.87|1085|1085
			Monsterlus|-25.03|29.72|1057|1057
			Nebo|-24.92|29.77|1059|1059`,
		),
		district(
			'Vhembe East',
			'Vhembe',
			`Thohoyandou|-22.95|30.48|0950|0950
			Sibasa|-22.93|30.47|0970|0970
			Mutale|-22.73|30.52|0956|0956
			Vuwani|-23.12|30.42|0952|0952
			Shayandima|-23.00|30.43|0945|0945`,
		),
		district(
			'Vhembe West',
			'Vhembe',
			`Louis Trichardt|-23.04|29.90|0920|0920
			Musina|-22.35|30.04|0900|0900
			Dzanani|-22.90|30.18|0955|0955
			Elim|-23.15|30.05|0960|0960`,
		),
		district(
			'Waterberg',
			'Waterberg',
			`Modimolle|-24.70|28.40|0510|0510
			Bela-Bela|-24.88|28.29|0480|0480
			Lephalale|-23.68|27.70|0555|0555
			Thabazimbi|-24.59|27.41|0380|0380
			Mookgophong|-24.52|28.72|0560|0560
			Vaalwater|-24.30|28.11|0530|0530`,
		),
	],
};

const mpumalanga: Province = {
	name: 'Mpumalanga',
	emisDigit: '8',
	share: 8,
	areaCode: '013',
	districts: [
		district(
			'Bohlabela',
			'Ehlanzeni',
			`Bushbuckridge|-24.83|31.07|1280|1280
			Hazyview|-25.04|31.13|1242|1242
			Acornhoek|-24.59|31.09|1360|1360
			Thulamahashe|-24.72|31.20|1365|1365
			Mkhuhlu|-25.00|31.25|1246|1246
			Graskop|-24.93|30.84|1270|1270`,
		),
		district(
			'Ehlanzeni',
			'Ehlanzeni',
			`Mbombela|-25.47|30.97|1201|1200
			White River|-25.33|31.01|1240|1240
			Barberton|-25.79|31.05|1300|1300
			Malelane|-25.48|31.52|1320|1320
			KaNyamazane|-25.47|31.18|1214|1214
			Lydenburg|-25.10|30.45|1120|1120
			Kabokweni|-25.33|31.13|1245|1245`,
		),
		district(
			'Gert Sibande',
			'Gert Sibande',
			`Ermelo|-26.53|29.98|2351|2350
			Secunda|-26.52|29.19|2302|2302
			Standerton|-26.95|29.24|2429|2430
			Piet Retief|-27.00|30.81|2380|2380
			Bethal|-26.46|29.47|2309|2310
			Volksrust|-27.37|29.88|2470|2470
			Carolina|-26.07|30.12|1185|1185
			Embalenhle|-26.55|29.07|2285|2285`,
		),
		district(
			'Nkangala',
			'Nkangala',
			`Emalahleni|-25.88|29.23|1034|1035
			Middelburg|-25.77|29.46|1055|1050
			Kwamhlanga|-25.43|28.71|1022|1022
			Siyabuswa|-25.11|29.04|0472|0472
			Delmas|-26.15|28.68|2210|2210
			Belfast|-25.68|30.04|1100|1100
			Kwaggafontein|-25.30|28.93|0458|0458`,
		),
	],
};

const northernCape: Province = {
	name: 'Northern Cape',
	emisDigit: '3',
	share: 2,
	areaCode: '053',
	districts: [
		district(
			'Frances Baard',
			'Frances Baard',
			`Kimberley|-28.74|24.76|8301|8300
			Barkly West|-28.54|24.52|8375|8375
			Warrenton|-28.11|24.84|8530|8530
			Hartswater|-27.76|24.81|8570|8570
			Jan Kempdorp|-27.92|24.83|8550|8550`,
		),
		district(
			'John Taolo Gaetsewe',
			'John Taolo Gaetsewe',
			`Kuruman|-27.46|23.43|8460|8460
			Kathu|-27.70|23.05|8446|8446
			Mothibistad|-27.40|23.50|8474|8474
			Hotazel|-27.20|22.96|8490|8490`,
		),
		district(
			'Namakwa',
			'Namakwa',
			`Springbok|-29.66|17.89|8240|8240
			Calvinia|-31.47|19.78|8190|8190
			Port Nolloth|-29.25|16.87|8280|8280
			Garies|-30.56|17.99|8220|8220
			Sutherland|-32.40|20.66|6920|6920`,
		),
		district(
			'Pixley Ka Seme',
			'Pixley Ka Seme',
			`De Aar|-30.65|24.01|7000|7000
			Prieska|-29.67|22.74|8940|8940
			Colesberg|-30.72|25.10|9795|9795
			Victoria West|-31.40|23.12|7070|7070
			Carnarvon|-30.97|22.13|8925|8925
			Douglas|-29.06|23.77|8730|8730`,
		),
		district(
			'ZF Mgcawu',
			'ZF Mgcawu',
			`Upington|-28.45|21.26|8801|8800
			Kakamas|-28.77|20.62|8870|8870
			Keimoes|-28.71|20.97|8860|8860
			Postmasburg|-28.33|23.07|8420|8420
			Groblershoop|-28.90|21.98|8850|8850`,
		),
	],
};

const northWest: Province = {
	name: 'North West',
	emisDigit: '6',
	share: 6,
	areaCode: '018',
	districts: [
		district(
			'Bojanala',
			'Bojanala Platinum',
			`Rustenburg|-25.67|27.24|0299|0300
			Brits|-25.63|27.78|0250|0250
			Mogwase|-25.27|27.22|0314|0314
			Letlhabile|-25.50|27.88|0264|0264
			Phokeng|-25.58|27.15|0335|0335
			Koster|-25.86|26.90|0348|0348
			Moretele|-25.28|28.10|0411|0411`,
		),
		district(
			'Dr Kenneth Kaunda',
			'Dr Kenneth Kaunda',
			`Klerksdorp|-26.87|26.67|2571|2570
			Potchefstroom|-26.71|27.10|2531|2520
			Orkney|-26.98|26.67|2619|2620
			Stilfontein|-26.84|26.77|2551|2550
			Ventersdorp|-26.32|26.82|2710|2710
			Wolmaransstad|-27.20|25.97|2630|2630`,
		),
		district(
			'Dr Ruth Segomotsi Mompati',
			'Dr Ruth Segomotsi Mompati',
			`Vryburg|-26.96|24.73|8601|8600
			Taung|-27.55|24.75|8584|8580
			Ganyesa|-26.59|24.17|8613|8613
			Schweizer-Reneke|-27.19|25.33|2780|2780
			Christiana|-27.91|25.16|2680|2680
			Bloemhof|-27.65|25.59|2660|2660`,
		),
		district(
			'Ngaka Modiri Molema',
			'Ngaka Modiri Molema',
			`Mahikeng|-25.87|25.64|2745|2745
			Lichtenburg|-26.15|26.16|2740|2740
			Zeerust|-25.54|26.08|2865|2865
			Mmabatho|-25.85|25.63|2735|2735
			Delareyville|-26.68|25.46|2770|2770
			Lehurutshe|-25.48|25.98|2880|2880`,
		),
	],
};

const westernCape: Province = {
	name: 'Western Cape',
	emisDigit: '1',
	share: 6,
	areaCode: '021',
	districts: [
		district(
			'Cape Winelands',
			'Cape Winelands',
			`Stellenbosch|-33.93|18.86|7600|7599
			Paarl|-33.73|18.96|7646|7620
			Worcester|-33.65|19.45|6850|6849
			Wellington|-33.64|19.01|7655|7654
			Robertson|-33.80|19.88|6705|6705
			Ceres|-33.37|19.31|6835|6835
			Franschhoek|-33.91|19.12|7690|7690`,
		),
		district(
			'Eden and Central Karoo',
			'Garden Route',
			`George|-33.96|22.46|6529|6530
			Knysna|-34.04|23.05|6571|6570
			Mossel Bay|-34.18|22.13|6506|6500
			Oudtshoorn|-33.59|22.20|6625|6620
			Beaufort West|-32.35|22.58|6970|6970
			Plettenberg Bay|-34.05|23.37|6600|6600`,
		),
		district(
			'Metro Central',
			'City of Cape Town',
			`Cape Town|-33.92|18.42|8001|8000
			Langa|-33.94|18.53|7455|7456
			Rondebosch|-33.96|18.47|7700|7701
			Athlone|-33.97|18.50|7764|7760
			Bonteheuwel|-33.95|18.55|7764|7764`,
		),
		district(
			'Metro East',
			'City of Cape Town',
			`Khayelitsha|-34.04|18.67|7784|7783
			Somerset West|-34.08|18.84|7130|7129
			Strand|-34.11|18.83|7140|7139
			Kuils River|-33.93|18.68|7580|7579
			Kraaifontein|-33.85|18.72|7570|7569`,
		),
		district(
			'Metro North',
			'City of Cape Town',
			`Bellville|-33.90|18.63|7530|7535
			Goodwood|-33.91|18.55|7460|7459
			Parow|-33.90|18.60|7500|7499
			Durbanville|-33.83|18.65|7550|7551
			Atlantis|-33.57|18.48|7349|7350
			Milnerton|-33.87|18.50|7441|7435`,
		),
		district(
			'Metro South',
			'City of Cape Town',
			`Wynberg|-34.00|18.47|7800|7824
			Mitchells Plain|-34.05|18.62|7785|7789
			Fish Hoek|-34.14|18.43|7975|7974
			Grassy Park|-34.05|18.49|7941|7888
			Nyanga|-33.99|18.58|7755|7750
			Simon's Town|-34.19|18.43|7975|7995`,
		),
		district(
			'Overberg',
			'Overberg',
			`Hermanus|-34.42|19.24|7200|7200
			Caledon|-34.23|19.43|7230|7230
			Grabouw|-34.15|19.01|7160|7160
			Bredasdorp|-34.53|20.04|7280|7280
			Swellendam|-34.02|20.44|6740|6740`,
		),
		district(
			'West Coast',
			'West Coast',
			`Malmesbury|-33.46|18.73|7300|7299
			Vredenburg|-32.91|17.99|7380|7380
			Saldanha|-33.01|17.94|7395|7395
			Vredendal|-31.67|18.50|8160|8160
			Piketberg|-32.90|18.77|7320|7320
			Moorreesburg|-33.15|18.66|7310|7310
			Clanwilliam|-32.18|18.89|8135|8135`,
		),
	],
};

/** The nine provinces, in alphabetical order. */
export const provinces: readonly Province[] = [
	easternCape,
	freeState,
	gauteng,
	kwaZuluNatal,
	limpopo,
	mpumalanga,
	northernCape,
	northWest,
	westernCape,
];
