import { characterOf, ENTITY } from '../entities';
import { isObject, lazily } from '../values';

/** Shorter secrets cannot be told from ordinary letters. */
const SHORTEST_SEARCHABLE = 4;

/**
 * In data, a shorter secret may be an ordinary word; there it must be the whole value, or follow what says
 * that it is one: "Bearer abc123", "password: abc123".
 */
const SHORTEST_WITHIN_DATA = 8;

const ANNOUNCEMENT =
	/\b(?:(?:bearer|basic) +|(?:api[ _-]?)?(?:key|token|secret|password|wagwoord|pwd|pin)["']?\s{0,2}[:=]\s{0,2}["']?)$/i;

/** As long as an announcement gets. */
const LONGEST_ANNOUNCEMENT = 20;

/** So few characters that the engine's own search for them takes linear time. */
const BEGINNING = 6;

const MASK = '***';

/** How often texts are encoded within each other, in all orders together: more than is ever seen. */
const MOST_LAYERS = 32;

/**
 * Takes secrets out of a text that a service or the network layer wrote, however it spells them:
 * plain, percent-encoded, as a form, JSON or HTML has it, once or several times over. A secret too
 * short to be told from ordinary letters costs the whole text.
 *
 * It undoes the encodings in every order and searches each result; what is found is cut out of the
 * text as it was. The work grows with the length of the text, whatever the secrets are.
 */
export function redact(text: string, secrets: readonly string[]): string {
	return cutOut(text, wordsOf(secrets));
}

/**
 * The parsed JSON body of an answer without the secrets, at any depth and in any spelling; what holds
 * none is returned as it is. A secret of fewer than eight characters counts only as a whole value or where
 * the text says what it is, and the digits of a record's ID are never one: the next node needs them.
 *
 * @param text the body as it came
 * @param passwordFields fields of records that say whether a password is set: true or false in the
 *   result, also where a service returns the password itself
 * @param sent what was sent in the open: where a service repeats that, a secret in it stays
 */
export function withoutSecrets(
	{ body, text }: { body: unknown; text: string },
	secrets: readonly string[],
	{
		passwordFields = [],
		sent = [],
	}: { passwordFields?: readonly string[]; sent?: readonly string[] } = {},
): unknown {
	const searchable = wordsOf(secrets).filter((word) => word.text.length >= SHORTEST_SEARCHABLE);
	const words = (mayHold(text, searchable) ? searchable : []).map(
		(word): Word => ({ ...word, isShort: word.text.length < SHORTEST_WITHIN_DATA }),
	);
	if (words.length + passwordFields.length === 0) return body;
	const open = sent.filter((shown) => cutOut(shown, words) !== shown).map(wordOf);
	const fields = new Map<string, Field>();
	return clean(body);

	function clean(value: unknown, isId = false): unknown {
		if (isId && /^\d+$/.test(typeof value === 'object' ? '' : String(value))) return value;
		if (typeof value === 'string') return cutOut(value, words, open);
		if (typeof value === 'number') {
			const text = cutOut(String(value), words, open);
			return text === MASK ? text : value;
		}
		if (Array.isArray(value)) return cleanList(value, isId);
		return isObject(value) ? cleanRecord(value) : value;
	}

	/** Records repeat their names, so each is looked at once. */
	function fieldOf(name: string): Field {
		const known = fields.get(name);
		if (known) return known;
		const isFlag = passwordFields.includes(name);
		// A short secret is no name that is a word, as services name fields.
		const meant = /^[a-z_]+$/.test(name) ? words.filter(({ isShort }) => !isShort) : words;
		const cleanName = cutOut(name, meant, open);
		const field = { isFlag, name: isFlag ? name : cleanName, isId: /(?:^|_)ids?$/.test(name) };
		fields.set(name, field);
		return field;
	}

	function cleanList(list: unknown[], areIds: boolean): unknown[] {
		let copy: unknown[] | undefined;
		for (const [index, value] of list.entries()) {
			const cleanValue = clean(value, areIds);
			if (cleanValue !== value) (copy ??= [...list])[index] = cleanValue;
		}
		return copy ?? list;
	}

	function cleanRecord(record: Record<string, unknown>): Record<string, unknown> {
		let copy: Array<[string, unknown]> | undefined;
		for (const [index, name] of Object.keys(record).entries()) {
			const value = record[name];
			const field = fieldOf(name);
			const cleanValue = field.isFlag ? asFlag(value) : clean(value, field.isId);
			if (field.name === name && cleanValue === value) continue;
			copy ??= Object.entries(record);
			copy[index] = [field.name, cleanValue];
		}
		return copy ? Object.fromEntries(copy) : record;
	}
}

/** What becomes of a field of records, by its name. */
interface Field {
	name: string;
	/** Whether it says if a password is set. */
	isFlag: boolean;
	isId: boolean;
}

/** Letters, digits and dashes, of which keys are made: only what `HIDING` finds can stand for them. */
const PLAIN = /^[\w-]+$/;

/** An escape, unless it is JSON's for a quotation mark, a slash, a line break or a letter beyond ASCII. */
const HIDING = new RegExp(`${ENTITY.source}|%u?[\\da-f]{2}|\\\\(?!["/bfnrt]|u(?!00[0-7]))`, 'i');

/**
 * Whether a JSON text may hold a secret: one look at it costs a fraction of one at each of its values.
 * Encodings hide what they stand for, and JSON spells a number in many ways.
 */
function mayHold(text: string, words: readonly Word[]): boolean {
	return (
		words.some(
			({ beginning, isNumber }) => isNumber || !PLAIN.test(beginning) || text.includes(beginning),
		) ||
		(isEncoded(text) && HIDING.test(text))
	);
}

/** Whether a password is set is data; the password itself is not. */
function asFlag(value: unknown): boolean | null {
	if (value === null) return null;
	return typeof value === 'object' ? Object.values(value).some(asFlag) : Boolean(value);
}

/** @param open texts within which a word stays */
function cutOut(text: string, words: readonly Word[], open: readonly Word[] = []): string {
	if (!words.some((word) => fits(word, text))) return text;
	const meant = words.filter((word) => fits(word, text));
	const spans: Span[] = [];
	for (const layer of layersOf(text)) {
		for (const word of meant) {
			const found = spansIn(layer, word);
			if (found.length > 0 && word.text.length < SHORTEST_SEARCHABLE) {
				return '(hidden because it contains a password)';
			}
			spans.push(...found);
		}
	}
	if (spans.length === 0) return text;
	const kept = [...layersOf(text)].flatMap((layer) => open.flatMap((word) => spansIn(layer, word)));
	return masked(text, spans, kept);
}

/** No spelling of a text is shorter than the text. */
function fits(word: Word, text: string): boolean {
	return word.text.length > 0 && word.text.length <= text.length;
}

/** A part of a text: from `start` up to, not including, `end`. */
interface Span {
	start: number;
	end: number;
}

/** A text with encodings undone. */
interface Layer {
	text: string;
	/** Where each of its characters begins in the original, and then where that ends; absent if it is that. */
	origin?: Uint32Array;
}

/** The text, and what it is with its encodings undone in every order. */
function layersOf(text: string): Iterable<Layer> {
	return isEncoded(text) ? decodedLayers(text) : [{ text }];
}

function isEncoded(text: string): boolean {
	return DECODERS.some(({ sign }) => text.includes(sign));
}

function* decodedLayers(text: string): Generator<Layer> {
	const layers: Layer[] = [{ text }];
	const seen = new Set([text]);
	for (const layer of layers) {
		yield layer;
		for (const decoder of DECODERS) {
			const decoded = layers.length < MOST_LAYERS ? decode(layer, decoder) : layer;
			if (seen.has(decoded.text)) continue;
			seen.add(decoded.text);
			layers.push(decoded);
		}
	}
}

/** One kind of encoding. */
interface Decoder {
	/** What only texts in this encoding hold. */
	sign: string;
	escape: RegExp;
	/** What an escape stands for, one text for each part of it; undefined for one that means nothing. */
	meaning(escape: string): readonly Piece[] | undefined;
}

/** Part of an escape: what it stands for, and how long it is itself. */
interface Piece {
	text: string;
	length: number;
}

/** What a letter or sign after a backslash stands for in JSON. */
const JSON_ESCAPES: Readonly<Record<string, string>> = {
	'"': '"',
	"'": "'",
	'/': '/',
	'\\': '\\',
	b: '\b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
};

const DECODERS: readonly Decoder[] = [
	{
		sign: '\\',
		escape: /\\(?:u[\da-f]{4}|x[\da-f]{2}|["'/\\bfnrt])/gi,
		meaning: (escape) => {
			const code = escape.slice(2);
			return code === ''
				? whole(escape, JSON_ESCAPES[escape.slice(1)])
				: whole(escape, String.fromCharCode(Number.parseInt(code, 16)));
		},
	},
	{
		sign: '%',
		escape: /%u[\da-f]{4}|(?:%[\da-f]{2})+/gi,
		meaning: (escape) =>
			/^%u/i.test(escape)
				? whole(escape, String.fromCharCode(Number.parseInt(escape.slice(2), 16)))
				: charactersOf(escape),
	},
	{
		sign: '&',
		escape: ENTITY,
		meaning: (escape) => whole(escape, characterOf(escape)),
	},
];

/** An escape that stands for one text, or for nothing. */
function whole({ length }: string, text: string | undefined): Piece[] | undefined {
	return text === undefined ? undefined : [{ text, length }];
}

/** Undoes one encoding once. */
function decode(layer: Layer, { sign, escape, meaning }: Decoder): Layer {
	const { text } = layer;
	if (!text.includes(sign)) return layer;
	const pieces: string[] = [];
	const starts = new Uint32Array(text.length + 1);
	let length = 0;
	let from = 0;
	const keep = (to: number) => {
		pieces.push(text.slice(from, to));
		while (from < to) starts[length++] = beginning(layer, from++);
	};
	for (const { 0: found, index } of text.matchAll(escape)) {
		const characters = meaning(found);
		if (!characters) continue;
		keep(index);
		for (const character of characters) {
			pieces.push(character.text);
			// Both halves of a surrogate pair begin where their escape does.
			for (const end = length + character.text.length; length < end; length++) {
				starts[length] = beginning(layer, from);
			}
			from += character.length;
		}
	}
	keep(text.length);
	starts[length] = beginning(layer, text.length);
	return { text: pieces.join(''), origin: starts };
}

/** Where the original has what a layer has at this place. */
function beginning({ origin }: Layer, at: number): number {
	return origin ? (origin[at] ?? 0) : at;
}

/** The characters of a run of percent-encoded bytes: UTF-8, and Latin-1 where it is none. */
function charactersOf(run: string): Piece[] {
	const pieces: Piece[] = [];
	for (let at = 0; at < run.length; ) {
		const first = Number.parseInt(run.slice(at + 1, at + 3), 16);
		const bytes = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
		const length = 3 * bytes;
		const text = utf8(run.slice(at, at + length));
		pieces.push(
			text === undefined ? { text: String.fromCharCode(first), length: 3 } : { text, length },
		);
		at += text === undefined ? 3 : length;
	}
	return pieces;
}

function utf8(escapes: string): string | undefined {
	try {
		return decodeURIComponent(escapes);
	} catch {
		return undefined;
	}
}

/** Where a layer holds a word, as parts of the original. */
function spansIn(layer: Layer, word: Word): Span[] {
	const text = foldBlanks(layer.text);
	if (!text.includes(word.beginning)) return [];
	const spans: Span[] = [];
	for (const start of occurrences(text, word)) {
		const end = start + word.text.length;
		if (word.isShort && !standsOut(text, start, end)) continue;
		spans.push({ start: beginning(layer, start), end: beginning(layer, end) });
	}
	return spans;
}

/** Whether a part is the whole text, or a word of its own after one that says what it is. */
function standsOut(text: string, start: number, end: number): boolean {
	if (start === 0 && end === text.length) return true;
	const before = text.slice(Math.max(0, start - LONGEST_ANNOUNCEMENT), start);
	return ANNOUNCEMENT.test(before) && !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
}

/** A form writes a blank as a plus sign. */
function foldBlanks(text: string): string {
	return text.replaceAll('+', ' ');
}

/** A text to search for. */
export interface Word {
	text: ArrayLike<string>;
	beginning: string;
	isNumber: boolean;
	/** Whether it counts only where it stands out. */
	isShort?: boolean;
	/** How much of it still fits after its first `n` characters did and the next does not. */
	fallbacks(): readonly number[];
}

/**
 * Secrets as services keep them, prepared to be searched for: also without blanks around them and, where
 * they are digits, without zeros before them.
 */
function wordsOf(secrets: readonly string[]): Word[] {
	const spellings = new Set<string>();
	for (const secret of secrets) {
		const trimmed = secret.trim();
		spellings.add(secret).add(trimmed);
		spellings.add(trimmed.replace(/^0+(?=[1-9]\d{3,}$)/, ''));
	}
	return [...spellings].map(wordOf);
}

/** A text, prepared to be searched for. */
export function wordOf(secret: string): Word {
	const text = foldBlanks(secret);
	return {
		text,
		beginning: text.slice(0, BEGINNING),
		isNumber: !Number.isNaN(Number(text)),
		fallbacks: lazily(() => fallbacksOf(text)),
	};
}

function fallbacksOf(text: string): number[] {
	const fallbacks = [0, 0];
	for (let at = 1; at < text.length; at++) {
		let fits = fallbacks[at] ?? 0;
		while (fits > 0 && text[fits] !== text[at]) fits = fallbacks[fits] ?? 0;
		fallbacks.push(text[fits] === text[at] ? fits + 1 : 0);
	}
	return fallbacks;
}

/**
 * Where a text holds a word, in time that grows with the length of the text alone (Knuth, Morris and
 * Pratt), however long the word is and however often it almost fits.
 */
export function* occurrences(text: ArrayLike<string>, word: Word): Generator<number> {
	const fallbacks = word.fallbacks();
	let matched = 0;
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		while (matched > 0 && word.text[matched] !== character) matched = fallbacks[matched] ?? 0;
		if (word.text[matched] === character) matched++;
		if (matched === word.text.length) {
			yield at + 1 - matched;
			matched = fallbacks[matched] ?? 0;
		}
	}
}

/** @param kept parts within which nothing is masked */
function masked(text: string, spans: Span[], kept: Span[]): string {
	const serialize = (a: Span, b: Span) => a.start - b.start || b.end - a.end;
	const open = kept.sort(serialize).values();
	let next = open.next().value;
	let openTo = 0;
	let clean = '';
	let from = 0;
	for (const { start, end } of spans.sort(serialize)) {
		for (; next && next.start <= start; next = open.next().value) {
			openTo = Math.max(openTo, next.end);
		}
		if (end <= openTo) continue;
		if (start >= from) clean += text.slice(from, start) + MASK;
		from = Math.max(from, end);
	}
	return clean + text.slice(from);
}
