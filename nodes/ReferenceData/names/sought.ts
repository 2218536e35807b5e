import type { IDataObject } from 'n8n-workflow';

import { joined } from '../../shared/text';
import { fold } from './fold';

/** What is known of a school beside its name. */
export interface KnownOfSchool {
	sector?: string;
	town?: string;
	district?: string;
	province?: string;
}

/** What was looked for, in words. */
export interface Sought {
	/** `private school`. */
	noun: string;
	/** ` in Soweto, Gauteng`, or nothing. */
	where: string;
	/** What to do if there are too many schools, as a sentence. */
	narrow: string;
	/** What to do if there is none, as a sentence. */
	widen: string;
}

const PLACES = ['town', 'district', 'province'] as const;

/**
 * @param known everything that the schools were judged by, so that no reason leaves a filter out
 * @param best the likeliest school, if any: its places are spelled as its record has them
 */
export function inWords(known: KnownOfSchool, best: IDataObject = {}): Sought {
	const places = PLACES.flatMap((place) => {
		const [asked, recorded] = [known[place], String(best[place])];
		return asked === undefined ? [] : [fold(asked) === fold(recorded) ? recorded : asked];
	});
	const open = PLACES.filter((place) => known[place] === undefined);
	const set = [...PLACES, 'sector' as const].filter((name) => known[name] !== undefined);
	return {
		noun: known.sector === undefined ? 'school' : `${known.sector.toLowerCase()} school`,
		where: places.length === 0 ? '' : ` in ${places.join(', ')}`,
		narrow: open.length === 0 ? 'Enter more of the name.' : `Add the ${joined([...open], 'or')}.`,
		widen: `Check the ${joined(['name', ...set], 'and')}, or enter the EMIS number.`,
	};
}
