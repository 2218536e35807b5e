import { quoted } from '../../../shared/text';
import { describe, YES_OR_NO } from './answers';
import { readFieldName } from './fieldName';
import type { ItemField } from './itemFields';
import { CAVEATS } from './questionTable';
import { wordsIn } from './findSubject';

/** Longest answer about a mark; a longer one is a comment. */
const LONGEST_SORT = 30;

/** A doubt about the marks beside a field: "type" is "Predicted", "dropped" is true. */
export function caveatOf(key: string, value: unknown): string | undefined {
	const isYes = YES_OR_NO.exec(String(value))?.groups?.yes !== undefined;
	const text = typeof value === 'string' && value.length <= LONGEST_SORT ? value : '';
	return hasCaveat(isYes ? key : text) ? `${quoted(key)} is ${describe(value)}` : undefined;
}

/** Sentences about fields that put the marks of an item in doubt: "Which subject did you drop?" */
export function caveatsIn(unread: readonly ItemField[], subjects: ReadonlySet<string>): string[] {
	return unread.flatMap(({ key, value, text }) => {
		const caveat = caveatOf(key, value);
		if (caveat !== undefined) return [`The marks may not be current: ${caveat}.`];
		const { subject } = readFieldName(text ?? '');
		const isSent = subject !== undefined && subjects.has(subject) && hasCaveat(key);
		return isSent ? [`${quoted(key)} is ${subject}, but its mark was sent.`] : [];
	});
}

function hasCaveat(text: string): boolean {
	return wordsIn(text).some((word) => CAVEATS.some(([, pattern]) => pattern.test(word)));
}
