const SHORTEST_SEARCHABLE = 4;

/**
 * Takes secrets out of a text that a service or the network layer wrote: as they are, percent-encoded,
 * form-encoded or JSON-escaped. A secret too short to be told from ordinary letters costs the whole text.
 */
export function redact(text: string, secrets: readonly string[]): string {
	let clean = text;
	for (const secret of secrets) {
		if (secret === '') continue;
		if (secret.length < SHORTEST_SEARCHABLE) {
			if (clean.includes(secret)) return '(withheld, since it repeats a password)';
			continue;
		}
		for (const form of writtenForms(secret)) clean = clean.split(form).join('***');
	}
	return clean;
}

function writtenForms(secret: string): Set<string> {
	const percent = new URLSearchParams({ x: secret }).toString().slice(2);
	const json = JSON.stringify(secret).slice(1, -1);
	return new Set([
		secret,
		percent,
		percent.replace(/\+/g, '%20'),
		json,
		json.replace(/\//g, '\\/'),
		secret
			.replace(/&/g, '&amp;')
			.replace(/</g, '&lt;')
			.replace(/>/g, '&gt;')
			.replace(/"/g, '&quot;'),
	]);
}
