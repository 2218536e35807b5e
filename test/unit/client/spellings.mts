import fc from 'fast-check';

type Encoder = (text: string) => string;

const SIGN_NAMES: Record<string, string> = {
	'+': 'plus',
	'/': 'sol',
	'.': 'period',
	'%': 'percnt',
	'\\': 'bsol',
	' ': 'nbsp',
};

function entities(text: string): string {
	const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
	return text.replace(/[&<>"]/g, (sign) => `&${names[sign]};`).replaceAll("'", '&#039;');
}

export function json(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

/** How services, frameworks and logs spell a text that they repeat. */
export const encoders: Record<string, Encoder> = {
	plain: (text) => text,
	percent: encodeURIComponent,
	percentLowerCase: (text) =>
		encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase()),
	percentTwice: (text) => encodeURIComponent(encodeURIComponent(text)),
	form: (text) => new URLSearchParams([['', text]]).toString().slice(1),
	json,
	jsonOfPhp: (text) =>
		json(text)
			.replaceAll('/', '\\/')
			.replace(
				/[\u0080-\uffff]/g,
				(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
			),
	jsonTwice: (text) => json(json(text)),
	html: entities,
	htmlNames: (text) =>
		entities(text).replace(/[+/.%\\ ]/g, (sign) => `&${SIGN_NAMES[sign] ?? ''};`),
	htmlTwice: (text) => entities(entities(text)),
	htmlNumbers: (text) => [...text].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
	htmlHex: (text) => [...text].map((sign) => `&#x${sign.codePointAt(0)?.toString(16)};`).join(''),
};

/** One of them, or up to three within each other. */
export const anyEncoder = fc
	.array(fc.constantFrom(...Object.keys(encoders)), { minLength: 1, maxLength: 3 })
	.map((names) => ({
		names,
		encode: (text: string) =>
			names.reduce((written, name) => encoders[name]?.(written) ?? written, text),
	}));
