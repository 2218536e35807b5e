/** A value of a form: one text, a list of texts, or rows with named columns. */
export type FormValue =
	| string
	| readonly string[]
	| ReadonlyArray<Readonly<Record<string, string>>>;

/** Field names as the service writes them; what is absent is not sent. */
export type FormFields = Record<string, FormValue>;

/**
 * A record as the form that PHP reads back as exactly that record: lists as `name[]`, rows as
 * `name[0][column]`. An empty list is sent as one empty element, which is how the service is told to
 * empty it, since a form cannot say "no elements".
 */
export function encodeForm(fields: FormFields): URLSearchParams {
	const form = new URLSearchParams();
	for (const [name, value] of Object.entries(fields)) {
		if (typeof value === 'string') {
			form.append(name, value);
			continue;
		}
		if (value.length === 0) form.append(`${name}[]`, '');
		value.forEach((entry, index) => {
			if (typeof entry === 'string') {
				form.append(`${name}[]`, entry);
				return;
			}
			for (const [column, text] of Object.entries(entry)) {
				form.append(`${name}[${index}][${column}]`, text);
			}
		});
	}
	return form;
}
