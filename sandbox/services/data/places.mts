import { readData } from './table.mjs';

/**
 * The districts of places.txt, which has `# province|digit|area code`, then some of its districts:
 * `name|latitude|longitude|towns`.
 *
 * District names follow the Department of Basic Education's list. Coordinates are those of the middle
 * of the district, to a tenth of a degree. A town has its street code and, if that is another, its box
 * code; where a town has many, one of them.
 */
export const districts = readData('places.txt')
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
