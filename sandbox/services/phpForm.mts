import qs from 'qs';

/** A value in a form as PHP sees it: text, a list, or keys in the order they first came. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type FormFields = { [key: string]: FormValue };

/**
 * Decodes an application/x-www-form-urlencoded body as PHP does: brackets nest, an empty bracket
 * appends, the last of two values wins. What counts 0, 1, 2 … in order comes as a list, anything else
 * as an object: a list that begins at 1 is none.
 */
export function decodeForm(body: string): FormFields {
	const counts = new Map<string, number>();
	const pairs = [...new URLSearchParams(body)].map(([name, value]) => {
		const index = counts.get(name) ?? 0;
		if (name.endsWith('[]')) counts.set(name, index + 1);
		return [name.replace(/\[\]$/, `[${index}]`), value];
	});
	const fields = qs.parse(Object.fromEntries(pairs), { parseArrays: false, plainObjects: true });
	return Object.fromEntries(
		Object.entries(fields as FormFields).map(([name, value]) => [name, withLists(value)]),
	);
}

function withLists(value: FormValue): FormValue {
	if (typeof value === 'string') return value;
	const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const);
	const isList = entries.every(([key], index) => key === String(index));
	return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
