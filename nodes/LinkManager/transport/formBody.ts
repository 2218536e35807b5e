/** A value in a form body: one text, a list of texts, or rows with named columns. */
export type BodyValue = string | ReadonlyArray<string | Readonly<Record<string, string>>>;

/** Field names as the service writes them; what is absent is not sent. */
export type BodyFields = Record<string, BodyValue>;

/**
 * A record as the form body that PHP reads back as exactly that record: lists as `name[]`, rows as
 * `name[0][column]`. An empty list is sent as one empty element, which is how the service is told to
 * empty it, since a form body cannot say "no elements".
 */
export function encodeBody(fields: BodyFields): URLSearchParams {
	return new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => pairs(name, value)));
}

function pairs(name: string, value: BodyValue): Array<[string, string]> {
	if (typeof value === 'string') return [[name, value]];
	if (value.length === 0) return [[`${name}[]`, '']];
	return value.flatMap((entry, index): Array<[string, string]> => {
		if (typeof entry === 'string') return [[`${name}[]`, entry]];
		return Object.entries(entry).map(([column, text]) => [`${name}[${index}][${column}]`, text]);
	});
}
