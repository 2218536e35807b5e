import type { IDataObject } from 'n8n-workflow';

import { DAY } from '../../../shared/clock';
import { isSameId } from '../../../shared/identifiers';
import { flagOf, isObject } from '../../../shared/values';
import { counted } from '../../../shared/text';
import { containsText } from '../../listOptions';
import { readRecordTime, type RecordTime } from '../../recordTime';
import { type LinkFilters, STATUS } from '../filters';
import {
	deniesExpired,
	idsInOtherWords,
	isNoEnd,
	latestMoment,
	latestOf,
	type LinkState,
	mayEndLater,
	saysInWords,
	speaksOfUse,
} from '../otherWords';

/**
 * What a link's own record shows of a question: yes, no, nothing (`unknown`), or something that leaves it
 * open (`unclear`), such as a value in a form that can't be read.
 */
export type Evidence = 'yes' | 'no' | 'unknown' | 'unclear';

/**
 * Whether a record shows that its link has expired: an end in the past, or as many clicks as
 * `expiration_clicks` allows. A record that shows both, and both empty, is of a link that never
 * expires. A time without an offset counts as past when it is past anywhere on earth. As long as one end
 * is still to come, the link has not expired, whatever the service's filter says; as long as one is
 * unclear, or what looks like one has another name, it may not have. Where the contract's fields show
 * nothing, any time to come leaves it open. A record that says both, that its
 * link has expired and that it has not, is unclear.
 */
export function showsExpired(record: IDataObject, now: number): Evidence {
	const areUsedUp = clicksOf(record)?.areUsedUp;
	const evidence = areUsedUp ? 'yes' : showsEnded(record, now);
	if (evidence === 'no') return 'no';
	if (areUsedUp) return deniesExpired(record) ? 'unclear' : 'yes';
	const isOpen = mayEndLater(record, now);
	if (evidence === 'yes') return isOpen || deniesExpired(record) ? 'unclear' : 'yes';
	const said = saysInWords(record, 'expired');
	if (said === 'no') return 'no';
	const isDoubted = said === 'unclear' || (evidence === 'unknown' && speaksOfUse(record, now));
	return isOpen || isDoubted ? 'unclear' : evidence;
}

/** What the fields of the contract show. */
function showsEnded(record: IDataObject, now: number): Evidence {
	const { ends_at: endsAt, expiration_clicks: mostClicks } = record;
	const [allowed, made] = [mostClicks, record.clicks].map(countOf);
	const ends = shownEnds(record).map(readRecordTime);
	if (ends.some((end) => end && end.earliest > now)) return 'no';
	const isEndless = saysEndless(record);
	if (ends.length > 0 && !isEndless && ends.every((end) => end && end.latest <= now)) return 'yes';
	const isLimited = allowed !== 0 && allowed !== undefined;
	const isUnreadable = Number.isNaN(allowed) || (isLimited && Number.isNaN(made));
	if (ends.length > 0 || isUnreadable) return 'unclear';
	if (isLimited && made === undefined) return 'unknown';
	const neverExpires = isEndless || (endsAt === null && mostClicks === null);
	return neverExpires || !isAbsent(mostClicks) ? 'no' : 'unknown';
}

/** Whether a record shows that its link is disabled. One that also shows the contrary is unclear. */
export function showsDisabled(record: IDataObject): Evidence {
	const { disabled } = record;
	if (!isAbsent(disabled) && flagOf(disabled) !== true) return 'no';
	const said = saysInWords(record, 'disabled');
	if (isAbsent(disabled)) return said === 'unknown' && speaksOfUse(record) ? 'unclear' : said;
	return said === 'no' ? 'unclear' : 'yes';
}

/**
 * The ends that a record shows, as they are: `ends_at`, and the date, perhaps with a time, that services
 * are sent and may show again.
 */
function shownEnds(record: IDataObject): unknown[] {
	const { ends_at: endsAt, expiration_date: date, expiration_time: time } = record;
	const dated = `${String(date)} ${String(time)}`;
	const isDated = typeof date === 'string' && readRecordTime(dated) !== undefined;
	return [endsAt, isDated ? dated : date].filter(
		(end) => !isAbsent(end) && String(end).trim() !== '' && !isNoEnd(end),
	);
}

function saysEndless({ ends_at: endsAt, expiration_date: date }: IDataObject): boolean {
	return [endsAt, date].some(isNoEnd);
}

/** Whether a record shows that its link meets each of the filters that were set, by their names. */
export function showsFilters(
	record: IDataObject,
	filters: LinkFilters,
	now: number,
): Array<[name: keyof LinkFilters, evidence: Evidence]> {
	const { search, searchBy = 'title', spaceId, domainId, pixelId, status } = filters;
	const shown: Array<[keyof LinkFilters, Evidence]> = [];
	if (status !== undefined) shown.push(['status', showsStatus(record, status, now)]);
	if (search !== undefined) shown.push(['search', showsText(record[searchBy], search)]);
	if (spaceId !== undefined) {
		const space = shownId(record, 'space');
		const isOfNoId = space === undefined && isObject(record.space);
		const own = space === null ? 'no' : isOfNoId ? 'unclear' : showsId(space, spaceId);
		shown.push(['spaceId', besideOthers(own, record, 'space', spaceId)]);
	}
	if (domainId !== undefined) {
		const own = showsDomain(record, domainId);
		shown.push(['domainId', besideOthers(own, record, 'domain', domainId)]);
	}
	if (pixelId !== undefined) {
		const pixels = pixelIdsOf(record);
		const isShown = !isAbsent(record.pixels) || !isAbsent(record.pixel_ids);
		const otherwise = isShown ? 'unclear' : 'unknown';
		const own = pixels ? answer(pixels.includes(pixelId)) : otherwise;
		shown.push(['pixelId', besideOthers(own, record, 'pixel', pixelId)]);
	}
	return shown;
}

/**
 * What a record shows of a filter, by the contract's fields and by others: they prove nothing, but where
 * they surely show other IDs, the link isn't meant, or the record contradicts itself.
 */
function besideOthers(
	own: Evidence,
	record: IDataObject,
	owner: 'space' | 'domain' | 'pixel',
	wanted: string,
): Evidence {
	if (own === 'no' || own === 'unclear') return own;
	const others = idsInOtherWords(record, owner);
	const shown = others.filter((ids) => ids.length > 0);
	if (own === 'unknown' && others.length > 0 && shown.length === 0) return 'no';
	const verdicts = shown.map((ids) => {
		const same = ids.map((id) => (isText(id) ? isSameId(String(id), wanted) : undefined));
		return same.includes(true) ? 'yes' : same.includes(undefined) ? 'unclear' : 'no';
	});
	if (own === 'yes') return verdicts.includes('no') ? 'unclear' : own;
	if (verdicts.length > 0 && verdicts.every((verdict) => verdict === 'no')) return 'no';
	if (verdicts.some((verdict) => verdict !== 'yes')) return 'unclear';
	const workspaces = owner === 'space' ? idsInOtherWords(record, 'workspace').flat() : [];
	return workspaces.some((id) => isSameId(String(id), wanted) !== true) ? 'unclear' : own;
}

/**
 * When a link expires: of the ends that its record shows, the one that can be the latest; undefined where
 * the record shows none, or says that there is none.
 */
export function endOf(record: IDataObject): RecordTime | undefined {
	if (saysEndless(record)) return undefined;
	return latestOf(shownEnds(record).map(readRecordTime));
}

/** When a link was last changed, in milliseconds, at the latest; undefined where it does not show. */
export function changedAt({ updated_at: changed }: IDataObject): number | undefined {
	return readRecordTime(changed)?.latest;
}

/**
 * How long a link has been in a state, in whole days, and in words; null where it does not show. Where
 * that is not its end, the latest moment that its record shows counts, if its last change is among them,
 * which is never earlier on a service that counts a click as one.
 */
export function ageInState(
	record: IDataObject,
	target: LinkState,
	now: number,
): { days: number | null; reason: string } {
	const end = target === 'expired' ? endOf(record) : undefined;
	const hasEnded = end !== undefined && end.latest <= now;
	const changed = readRecordTime(record.updated_at);
	const isDated = changed !== undefined && changed.earliest <= now;
	const since = hasEnded ? end : isDated ? latestMoment(record, now) : undefined;
	const days = since ? Math.max(0, Math.floor((now - since.latest) / DAY)) : null;
	const ago = since ? agoOf(since, now) : '';
	if (hasEnded) return { days, reason: `Expired ${ago}` };
	if (target === 'disabled') {
		const source = showsDisabled(record) === 'yes' ? '' : ' according to the service';
		return { days, reason: `Disabled${source}${ago && `, last changed ${ago}`}` };
	}
	const clicks = clicksOf(record);
	return {
		days,
		reason: clicks?.areUsedUp
			? `Used up its clicks (${clicks.made} of ${clicks.allowed})`
			: 'Expired, according to the service',
	};
}

/** Where the latest reading of a time is less than a day back, its earliest counts. */
function agoOf({ earliest, latest }: RecordTime, now: number): string {
	const days = Math.floor((now - latest) / DAY);
	if (days > 0) return `${counted(days, 'day')} ago`;
	return `less than ${counted(Math.floor((now - earliest) / DAY) + 1, 'day')} ago`;
}

/** The IDs of the pixels that a record shows; undefined when it does not show any list of pixels. */
export function pixelIdsOf({ pixels, pixel_ids: ids }: IDataObject): string[] | undefined {
	const list = Array.isArray(pixels) ? pixels : ids;
	if (!Array.isArray(list)) return undefined;
	const read = (list as unknown[]).map((entry) => (isObject(entry) ? entry.id : entry));
	return read.every((id) => typeof id === 'number' || typeof id === 'string')
		? read.map(String)
		: undefined;
}

/** What a clean-up looks for, and what it spares. */
export interface CleanUpRules {
	target: LinkState;
	/** Whether links are to be disabled: those that are already need nothing. */
	disables: boolean;
	filters: LinkFilters;
	keepWithExpirationUrl: boolean;
	graceDays: number;
	/** Whether to believe the service's filters where a record shows nothing either way. */
	trustFilter: boolean;
}

/** Why a link is kept although it is in the state asked for, or may be. */
export type KeptFor = 'unclear' | 'alreadyDisabled' | 'expirationUrl' | 'grace';

/** `isTrusted` where the record leaves something to the service's filters. */
export type Judgement =
	| { verdict: 'due'; reason: string; days: number | null; isTrusted: boolean }
	| { verdict: 'kept'; keptFor: KeptFor; reason: string; days: number | null }
	| { verdict: 'notMeant'; filter: keyof LinkFilters };

/** What a clean-up is to do with a link, from its record alone. */
export function judge(record: IDataObject, rules: CleanUpRules, now: number): Judgement {
	const { target, disables, filters, keepWithExpirationUrl, graceDays, trustFilter } = rules;
	const state = target === 'expired' ? showsExpired(record, now) : showsDisabled(record);
	const shown = [['status', state] as const, ...showsFilters(record, filters, now)];
	const unmet = shown.find(([, evidence]) => evidence === 'no');
	if (unmet) return { verdict: 'notMeant', filter: unmet[0] };
	const { days, reason } = ageInState(record, target, now);
	const kept = (keptFor: KeptFor, why: string): Judgement => ({
		verdict: 'kept',
		keptFor,
		reason: why,
		days,
	});
	const open =
		shown.find(([, evidence]) => evidence === 'unclear') ??
		shown.find(([, evidence]) => evidence === 'unknown' && !trustFilter);
	if (open) {
		const [filter, evidence] = open;
		const shows = evidence === 'unclear' ? 'clearly show' : 'show';
		const does = filter === 'status' ? `is ${target}` : 'meets every filter';
		return kept('unclear', `The record doesn't ${shows} whether the link ${does}`);
	}
	const isDisabled = showsDisabled(record) === 'yes';
	if (disables && isDisabled) return kept('alreadyDisabled', 'The link is already disabled');
	const redirects = isDisabled || target === 'disabled' ? 'no' : showsExpirationUrl(record);
	if (keepWithExpirationUrl && redirects === 'yes') {
		return kept('expirationUrl', 'The link has an expiration URL, so it still redirects visitors');
	}
	if (keepWithExpirationUrl && redirects === 'unknown' && !trustFilter) {
		return kept('unclear', "The record doesn't show whether the link has an expiration URL");
	}
	const isTrusted =
		shown.some(([, evidence]) => evidence === 'unknown') ||
		(keepWithExpirationUrl && redirects === 'unknown');
	if (graceDays === 0) return { verdict: 'due', reason, days, isTrusted };
	if (days === null) {
		return kept('unclear', `The record doesn't show how long the link has been ${target}`);
	}
	return days >= graceDays
		? { verdict: 'due', reason, days, isTrusted }
		: kept('grace', `The link has been ${target} for ${days} of ${graceDays} grace days`);
}

function showsStatus(record: IDataObject, status: number, now: number): Evidence {
	if (status === STATUS.expired) return showsExpired(record, now);
	if (status === STATUS.disabled) return showsDisabled(record);
	if (status !== STATUS.active) return 'yes';
	const states = [showsExpired(record, now), showsDisabled(record)];
	if (states.includes('yes')) return 'no';
	return states.find((state) => state !== 'no') ?? 'yes';
}

function showsText(value: unknown, search: string): Evidence {
	if (!isText(value)) return value === undefined ? 'unknown' : 'unclear';
	return answer(containsText(String(value), search));
}

/** Whether a record shows that its link is on a domain. */
export function showsDomain(record: IDataObject, domainId: string): Evidence {
	return showsId(shownId(record, 'domain'), domainId);
}

/**
 * The ID of the domain or space that a record shows, as a record of its own, as an ID, or as a name with
 * the ID beside it. Null where it shows that there is none, undefined where it does not show it.
 */
export function shownId(record: IDataObject, name: 'domain' | 'space'): unknown {
	const { [name]: value, [`${name}_id`]: id } = record;
	if (isObject(value)) {
		const isNone = Object.values(value).every(isAbsent);
		const own = value.id ?? id ?? (isNone ? null : undefined);
		// Two IDs that differ can't be read as one.
		const areTwo = isText(own) && isText(id) && isSameId(String(own), String(id)) === false;
		return areTwo ? [own, id] : own;
	}
	return id ?? (value === undefined ? id : value);
}

function showsId(id: unknown, wanted: string): Evidence {
	if (isAbsent(id)) return 'unknown';
	const isSame = isText(id) ? isSameId(String(id), wanted) : undefined;
	return isSame === undefined ? 'unclear' : answer(isSame);
}

function answer(isSo: boolean): Evidence {
	return isSo ? 'yes' : 'no';
}

/** The clicks made and allowed, where there is a limit and the record shows both. */
function clicksOf(
	record: IDataObject,
): { made: number; allowed: number; areUsedUp: boolean } | undefined {
	const allowed = countOf(record.expiration_clicks);
	const made = countOf(record.clicks);
	if (!allowed || made === undefined || Number.isNaN(made)) return undefined;
	return { made, allowed, areUsedUp: made >= allowed };
}

/** Undefined where there is none, NaN where it can't be read. */
function countOf(value: unknown): number | undefined {
	if (isAbsent(value) || value === '') return undefined;
	const text = isText(value) ? String(value).trim() : '';
	return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** A service that hides addresses may show only that there is one. */
function showsExpirationUrl({ expiration_url: address }: IDataObject): Evidence {
	if (address === undefined) return 'unknown';
	const isNone = address === null || address === false || String(address).trim() === '';
	return isNone ? 'no' : 'yes';
}

function isAbsent(value: unknown): boolean {
	return value === undefined || value === null;
}

function isText(value: unknown): boolean {
	return typeof value === 'string' || typeof value === 'number';
}
