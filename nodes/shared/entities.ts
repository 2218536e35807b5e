/** An entity of HTML: a number, or what may be the name of a sign on the keyboard. */
export const ENTITY = /&(?:#x0*[\da-f]{1,6}|#0*\d{1,7}|[a-z]{2,6});/gi;

const SIGNS: Readonly<Record<string, string>> = {
	amp: '&',
	apos: "'",
	ast: '*',
	bsol: '\\',
	colon: ':',
	comma: ',',
	commat: '@',
	dollar: '$',
	equals: '=',
	excl: '!',
	grave: '`',
	gt: '>',
	hat: '^',
	lcub: '{',
	lowbar: '_',
	lpar: '(',
	lsqb: '[',
	lt: '<',
	nbsp: ' ',
	num: '#',
	percnt: '%',
	period: '.',
	plus: '+',
	quest: '?',
	quot: '"',
	rcub: '}',
	rpar: ')',
	rsqb: ']',
	semi: ';',
	sol: '/',
	verbar: '|',
	vert: '|',
};

/** The character that an entity stands for; undefined if it means nothing. */
export function characterOf(entity: string): string | undefined {
	const name = entity.slice(1, -1).toLowerCase();
	if (!name.startsWith('#')) return SIGNS[name];
	const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
	return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
