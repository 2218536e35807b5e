/** A value in a form as PHP sees it: text, a list, or keys in the order they first came. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type FormFields = { [key: string]: FormValue };

type PhpArray = Map<string, string | PhpArray>;

/** Percent-decoding as PHP's urldecode: `+` is a space, and a malformed `%` stays as it is. */
function urlDecode(text: string): string {
	const bytes = Buffer.from(text.replaceAll('+', ' '), 'utf8').toString('latin1');
	const decoded = bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
	return Buffer.from(decoded, 'latin1').toString('utf8');
}

/** The variable name and the bracketed keys of a decoded form key; null is an empty bracket. */
function splitKey(decoded: string): { name: string; keys: Array<string | null> } {
	const [trimmed = ''] = decoded.replace(/^ +/, '').split('\0');
	const bracket = trimmed.indexOf('[');
	const plain = (text: string) => text.replace(/[ .[]/g, '_');
	if (bracket === 0) return { name: '', keys: [] };
	if (bracket === -1) return { name: plain(trimmed), keys: [] };

	const keys: Array<string | null> = [];
	let open = bracket;
	while (trimmed[open] === '[') {
		const close = trimmed.indexOf(']', open + 1);
		if (close === -1) {
			if (keys.length === 0) return { name: plain(trimmed), keys };
			break;
		}
		const key = trimmed.slice(open + 1, close);
		keys.push(/^[ \t\n\v\f\r]?$/.test(key) ? null : key);
		open = close + 1;
	}
	return { name: plain(trimmed.slice(0, bracket)), keys };
}

function nextIndex(array: PhpArray): string {
	let next = 0;
	for (const key of array.keys()) {
		if (/^(0|[1-9]\d*)$/.test(key)) next = Math.max(next, Number(key) + 1);
	}
	return String(next);
}

function asValue(array: PhpArray): FormValue {
	const isList = [...array.keys()].every((key, index) => key === String(index));
	const values = [...array].map(([key, value]): [string, FormValue] => [
		key,
		typeof value === 'string' ? value : asValue(value),
	]);
	return isList ? values.map(([, value]) => value) : asFields(values);
}

function asFields(entries: Array<[string, FormValue]>): FormFields {
	const fields: FormFields = Object.create(null);
	for (const [key, value] of entries) fields[key] = value;
	return fields;
}

/**
 * Decodes an application/x-www-form-urlencoded body into what PHP puts in `$_POST`: brackets nest,
 * an empty bracket appends, the last of two values wins, `.` and spaces in a name become `_`. An
 * array whose keys are 0, 1, 2 … in order comes as a list, any other as an object without a
 * prototype. Follows `php_register_variable_ex` in PHP's main/php_variables.c; a general query
 * parser differs from it in sparse lists, in `__proto__`, and in a `]=` inside a value.
 */
export function decodeForm(body: string): FormFields {
	const root: PhpArray = new Map();
	for (const pair of body.split('&')) {
		const equals = pair.indexOf('=');
		const rawKey = equals === -1 ? pair : pair.slice(0, equals);
		const { name, keys } = splitKey(urlDecode(rawKey));
		if (name === '') continue;

		let array = root;
		let key = name;
		for (const inner of keys) {
			const existing = array.get(key);
			const child: PhpArray = existing instanceof Map ? existing : new Map();
			if (existing !== child) array.set(key, child);
			array = child;
			key = inner ?? nextIndex(array);
		}
		array.set(key, equals === -1 ? '' : urlDecode(pair.slice(equals + 1)));
	}
	return asFields(
		[...root].map(([key, value]) => [key, typeof value === 'string' ? value : asValue(value)]),
	);
}
