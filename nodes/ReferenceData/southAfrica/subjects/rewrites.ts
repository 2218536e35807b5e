/**
 * What is rewritten in a question before its words are read, in this order; each with a field's name that
 * needs it. A question is in small letters here, by its stems, between blanks.
 */
export const REWRITES: ReadonlyArray<[example: string, pattern: RegExp, by: string]> = [
	['Maths (Gr 12)', / g(?:rade)? 1[0-2](?= )/g, ''],
	['Term 3 Maths', / (?:term|t|semester|prelim) n?[1-4](?= )/g, ''],
	[
		'Maths first semester',
		/ (?:first|second|n[34]) (?:term|semester|prelim|exam|test|trial)(?= )/g,
		'',
	],
	['Maths 2026', / (?:19|20)\d\d(?= )/g, ''],
	['Maths year mark', / (?:year|jaar)(?= (?:mark|end|einde) )/g, ''],
	['If you take Tourism, your mark', / if you (?:take|do)(?= )/g, ''],
	['Is it Maths or Maths Lit?', / is it(?= math)/g, ''],
	[
		'How did you do in History?',
		/ how (?:much|(?:well )?did|about|many(?= (?:mark|percentage) ))(?= )/g,
		'',
	],
	['Your average for History', /(?<= your) average(?= )/g, ''],
	['Your mark as it appears on the report: History', / as it(?= appears )/g, ''],
	['Hoeveel het jy vir Geskiedenis?', / hoeveel het(?= )/g, ''],
	['Could you tell us your History mark?', / (?:can|could) you(?= (?:tell|give|share) )/g, ''],
	['What I got for History', / i(?= (?:got|get|have|received|achieved|obtained) )/g, ''],
	['Type your History mark', / type(?= (?:your|the|in|only) )/g, ''],
	['History according to your report', / according to(?= )/g, ''],
	['History (no percentage sign)', / no percentage sign(?= )/g, ''],
	['Choose one: Maths or Maths Lit', /(?<= (?:choose|select|pick|tick|last|which)) n1(?= )/g, ''],
	[
		'Select a level for History',
		/(?<= (?:as|in|is|give|enter|choose|select|provide|gee|kies)) [an](?= (?:level|percentage|mark|number|subject) )/,
		'',
	],
	['History (1-7)', / (?:1 (?:to |tot |and )?|out of |uit )[78](?= )/, ' level'],
	[
		'History (0-100)',
		/ (?:[01] (?:to |tot |and )?|(?:x )?out of |uit |max )100(?= )/,
		' percentage',
	],
];
