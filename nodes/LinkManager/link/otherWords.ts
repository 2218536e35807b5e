import type { IDataObject } from 'n8n-workflow';

import { parseJson } from '../../shared/http/json';
import { flagOf, isObject } from '../../shared/values';
import { readRecordTime, type RecordTime } from '../recordTime';

/** What a clean-up looks for. */
export type LinkState = 'expired' | 'disabled';

/** What a field is called. */
interface FieldName {
	/** Letters in lower case, with `_` between the words. */
	words: string;
	/** Without the signs between the words. */
	name: string;
	/** The name after those of the fields around it. */
	path: string;
	isAside: boolean;
	/** Whether it surely tells of the link: not of what another field is about, such as its QR code. */
	isOwn: boolean;
	tellsEnd: boolean;
}

/** What a record shows, whatever it is called and wherever it stands. */
interface Field {
	called: FieldName;
	value: unknown;
}

/** What services write in the place of an end that there is none, zero dates among them. */
const NO_END = /^(?:never|nooit|none|no|null|false|unlimited|0|-?000[01]-.*)$/i;

/** How many fields around a field are looked into. */
const MOST_AROUND = 4;

/** What tells of something else than the link, nested or in one name. */
const ASIDE =
	/(?:^|\.)(?:account|author|certificate|created?by|creator|domain|organi[sz]ation|owner|password|pixel|plan(?!n)|space|ssl|subscription|team|token|updatedby|user|workspace)/;

/** What services put a link's own fields into. */
const WRAPPERS =
	/^(?:attributes|config|data|dates|details|fields|flags|info|lifecycle|link|meta|options|properties|relationships|settings|state|status)$/;

/** The ends of the contract, which are read for what they are. */
const CONTRACT_ENDS = ['ends_at', 'expiration_date', 'expiration_time'];

/** What services call the end of a link, or how long it lasts. */
const ENDS = new RegExp(
	[
		'expir(?!ed$|[a-z]*(?:click|count|link|message|notif|page|redirect|sent|text|type|url|warn))',
		'(?:until|till)$',
		'^(?:active|campaign|publish|schedule|valid(?:ity)?)*(?:ends?|end(?:s|ed|ing)?(?:at|on|date|time|stamp)+)$',
		'^clos(?:es|ed|ing)(?:at|on|date)',
		'^(?:deadline|notafter|ttl|timetolive|life(?:time|span)|valid(?:ity)?(?:days|for)|maxage|eind|verval)',
		'(?:days|hours|minutes|seconds|time)(?:left|remaining)$',
	].join('|'),
);
const PERIOD_TO =
	/(?:active|availab[a-z]+|dates?|period|range|schedule|valid(?:ity)?|window)\.?to$/;

/** What services call a moment at which something happened to a link. */
const MOMENTS =
	/(?:_|ed)(?:at|on)$|ed_?time$|(?:^|_)(?:date|datetime|timestamp)$|^(?:date_)?(?:last_)?(?:updated?|modified|changed?|edited|created|disabled)$/;

/** What services call a link that is in use, surely or in some way. */
const ACTIVE = /^(?:active|enabled)$/;
const PERHAPS_ACTIVE = /^(?:aktief|alive|live|online|open|published|running|usable|valid|working)$/;

/** What they call one that is in a state, surely or in some way; `2` and `3` are those of the filter. */
const OUT: Readonly<Record<LinkState, RegExp>> = {
	expired: /^(?:expired|ended|inactive|2)$/,
	disabled: /^(?:disabled|inactive|3)$/,
};
const PERHAPS_OUT: Readonly<Record<LinkState, RegExp>> = {
	expired: /^(?:over|(?:ended|expired)(?:at|on|date))$/,
	disabled:
		/^(?:archived|blocked|deactivated|off|paused|stopped|suspended|(?:deactivated|disabled)(?:at|on|date))$/,
};

const STATUS_NAMES = /^(?:status|state)$/;
const ACTIVE_STATUS = /^(?:1|active|enabled)$/;

/** The fields of the latest record: all questions about it are asked in a row. */
let latest = new WeakMap<IDataObject, Field[]>();

function fieldsOf(record: IDataObject): Field[] {
	const known = latest.get(record);
	if (known) return known;
	const fields = fieldsIn(record);
	latest = new WeakMap([[record, fields]]);
	return fields;
}

function fieldsIn(record: object, around = '', depth = 1, found: Field[] = []): Field[] {
	for (const [key, value] of Object.entries(record) as Array<[string, unknown]>) {
		const called = nameOf(key, around);
		if (called.isAside || (depth === 1 && CONTRACT_ENDS.includes(key))) continue;
		found.push({ called, value });
		if (depth <= MOST_AROUND && isObject(value)) {
			fieldsIn(value, `${called.path}.`, depth + 1, found);
		}
	}
	return found;
}

/** The names that were read: all records of a list have the same ones. */
const names = new Map<string, FieldName>();
const MOST_NAMES = 5000;

function nameOf(key: string, around: string): FieldName {
	const known = names.get(around + key);
	if (known) return known;
	const words = key
		.replace(/([a-z\d])([A-Z])/g, '$1_$2')
		.replace(/[^a-z]+/gi, '_')
		.toLowerCase();
	const letters = words.replace(/_/g, '');
	const path = `${around}${letters}`;
	const name = letters.replace(/^(?:is|has|link)+(?=.)/, '');
	const tellsEnd = ENDS.test(name) || PERIOD_TO.test(path);
	const isOwn = around
		.split('.')
		.slice(0, -1)
		.every((part) => WRAPPERS.test(part));
	const read = { words, name, path, isAside: ASIDE.test(path), isOwn, tellsEnd };
	if (names.size >= MOST_NAMES) names.clear();
	names.set(around + key, read);
	return read;
}

/** Whether a record shows an end under a name that the contract doesn't have, and it isn't surely past. */
export function mayEndLater(record: IDataObject, now: number): boolean {
	const isLater = (end: unknown) =>
		!isBlank(end) && end !== true && !((readRecordTime(end)?.latest ?? Infinity) <= now);
	return fieldsOf(record).some(
		({ called, value }) =>
			called.tellsEnd && isLater(value) && (!isObject(value) || Object.values(value).some(isLater)),
	);
}

/** What words say of a state: that a link isn't in it, nothing, or something that isn't surely that state. */
type Said = 'no' | 'unknown' | 'unclear';

/** What a record says of a state in words that the contract doesn't have. */
export function saysInWords(record: IDataObject, state: LinkState): Said {
	const said = fieldsOf(record).map((field) => {
		const says = fieldSays(field, state);
		return says === 'no' && !field.called.isOwn ? 'unclear' : says;
	});
	return (['no', 'unclear'] as const).find((one) => said.includes(one)) ?? 'unknown';
}

function fieldSays({ called: { name }, value }: Field, state: LinkState): Said {
	if (STATUS_NAMES.test(name)) return statusSays(value, state);
	const isOut = OUT[state].test(name);
	if (isOut || ACTIVE.test(name)) {
		const flag = flagOf(value);
		if (flag === !isOut) return 'no';
		return flag !== undefined || isBlank(value) ? 'unknown' : 'unclear';
	}
	if (PERHAPS_OUT[state].test(name)) return flagOf(value) === true ? 'unknown' : 'unclear';
	return PERHAPS_ACTIVE.test(name) && flagOf(value) !== false ? 'unclear' : 'unknown';
}

function statusSays(status: unknown, state: LinkState): Said {
	const text = String(status ?? '')
		.trim()
		.toLowerCase();
	if (ACTIVE_STATUS.test(text)) return 'no';
	const isIn = text === '' || OUT[state].test(text) || PERHAPS_OUT[state].test(text);
	return isIn ? 'unknown' : 'unclear';
}

/** A word for a link that works, whatever it is the value of. */
const IN_USE = /^(?:active|enabled|live|open)$/;

/** What holds neither a state nor a time: IDs, addresses, counts, and what users write. */
const NO_SIGN = /(?:^|_)(?:alias|clicks|ids?|url)$|^(?:description|names?|notes?|tags?|title)$/;

/** Clicks that a link is allowed, or has left. */
const CLICK_LIMIT = /clicks?.*(?:left|limit|max|remain)|(?:left|limit|max|remain).*clicks?/;
const CLICKS_LEFT = /left|remain/;

/** What tells of something that happened. */
const HAPPENED = /^last_|ed(?:_(?:at|on|time))?$/;

/** A date in words, such as "Thu, 01 Jan 2099". */
const DATE_IN_WORDS =
	/^(?:[a-z]+,? )?(?:\d{1,2} )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,? .*\d{4}/i;

/**
 * Whether anything in a record, also in lists and in texts of JSON, leaves it open whether its link is
 * still in use, whatever it is called: a word for a link that works and, for one that may have expired, a
 * time still to come or clicks left.
 *
 * @param now of a link that may have expired
 */
export function speaksOfUse(record: IDataObject, now?: number): boolean {
	const made = Number(record.clicks) || 0;
	return someValue(record, undefined, 1, (value, { words, path, isOwn }) => {
		if (now !== undefined && CLICK_LIMIT.test(path)) {
			return Number(value) > (CLICKS_LEFT.test(path) ? 0 : made);
		}
		if (NO_SIGN.test(words)) return false;
		if (isOwn && IN_USE.test(String(value).trim().toLowerCase())) return true;
		return now !== undefined && isToCome(value, HAPPENED.test(words), now);
	});
}

/** A time without an offset may be past for what has happened. */
function isToCome(value: unknown, hasHappened: boolean, now: number): boolean {
	const time = readRecordTime(value);
	if (time) return (hasHappened ? time.earliest : time.latest) > now;
	return typeof value === 'string' && DATE_IN_WORDS.test(value) && Date.parse(value) > now;
}

function someValue(
	within: object,
	field: FieldName | undefined,
	depth: number,
	isSign: (value: unknown, called: FieldName) => boolean,
): boolean {
	return Object.entries(within).some(([key, value]: [string, unknown]) => {
		const isEntry = field && Array.isArray(within);
		const called = isEntry ? field : nameOf(key, field ? `${field.path}.` : '');
		const inner = readJson(value);
		if (called.isAside || (depth > MOST_AROUND && inner !== undefined)) return false;
		if (inner === undefined) return isSign(value, called);
		return someValue(inner, called, depth + 1, isSign);
	});
}

/** What a value holds that is a list, an object, or the JSON text of one. */
function readJson(value: unknown): object | undefined {
	if (typeof value === 'object') return value ?? undefined;
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined;
	try {
		return parseJson(value) as object;
	} catch {
		return undefined;
	}
}

/** Whether a record says outright that its link hasn't expired. */
export function deniesExpired(record: IDataObject): boolean {
	return fieldsOf(record).some(
		({ called: { name }, value }) => /^(?:expired|ended)$/.test(name) && flagOf(value) === false,
	);
}

/**
 * The latest past moment that a record shows under a name that tells of one; undefined if one of them
 * can't be read, or there is none.
 */
export function latestMoment(record: IDataObject, now: number): RecordTime | undefined {
	const moments = fieldsOf(record)
		.filter(({ called }) => MOMENTS.test(called.words))
		.filter(({ value }) => !isBlank(value) && !isNoEnd(value) && flagOf(value) === undefined)
		.map(({ value }) => readRecordTime(value));
	if (moments.includes(undefined)) return undefined;
	return latestOf(moments.filter((moment) => moment && moment.earliest <= now));
}

/** Of several times, the one that can be the latest. */
export function latestOf(times: ReadonlyArray<RecordTime | undefined>): RecordTime | undefined {
	return times.reduce(
		(last, time) => (last && last.latest >= (time?.latest ?? 0) ? last : time),
		undefined,
	);
}

/** What a link belongs to, whatever it is called. A workspace may be a space, or that of the account. */
const OWNERS = {
	space: /^(?:link)?spaces?(?:ids?)?$/,
	workspace: /^(?:link)?workspaces?(?:ids?)?$/,
	domain: /^(?:link)?domains?(?:ids?)?$/,
	pixel: /^(?:link)?pixels?(?:ids?)?$/,
};

/**
 * The IDs that a record shows of what its link belongs to, one list for each field that shows any, and an
 * empty one for each that shows that there is none. What stands within anything else, such as the link's
 * user, may be another's.
 */
export function idsInOtherWords(record: object, owner: keyof typeof OWNERS): unknown[][] {
	return Object.entries(record).flatMap(([key, value]: [string, unknown]) => {
		const letters = key.replace(/[^a-z]/gi, '').toLowerCase();
		if (WRAPPERS.test(letters) && isObject(value)) return idsInOtherWords(value, owner);
		const counted = letters.replace(/^has|count$/g, '');
		if (!OWNERS[owner].test(counted)) return [];
		if (counted !== letters) return flagOf(value) === false ? [[]] : [];
		const ids = idsIn(value);
		return ids.length > 0 || isNoneOf(owner, value) ? [ids] : [];
	});
}

/** Every link has a domain, and a list that isn't shown may be null. */
function isNoneOf(owner: keyof typeof OWNERS, value: unknown): boolean {
	const list = isObject(value) ? value.data : value;
	if (owner === 'pixel') return Array.isArray(list) && list.length === 0;
	const isEmpty = isObject(value) && Object.values(value).every((part) => isBlank(part));
	return owner === 'space' && (value === null || isEmpty);
}

function idsIn(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flatMap(idsIn);
	if (isObject(value)) return idsIn(value.id ?? value.data);
	return isBlank(value) ? [] : [value];
}

/** Whether a service says in the place of an end that there is none. */
export function isNoEnd(end: unknown): boolean {
	return NO_END.test(String(end ?? '').trim());
}

function isBlank(value: unknown): boolean {
	return String(value ?? '').trim() === '';
}
