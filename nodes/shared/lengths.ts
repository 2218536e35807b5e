// Texts come from forms, spreadsheets and webhooks, and n8n has one thread for everybody. What is compared
// with other texts has a greatest length: anything longer is no name and no ID.

/** Characters of an ID, an alias or a date. */
export const LONGEST_ID = 255;

const LONGEST_NAME = 200;

const MOST_NAME_WORDS = 30;

/** Whether a text is too long to name a school, suburb, area, town or subject. */
export function isTooLongForName(text: string): boolean {
	if (text.length > LONGEST_NAME) return true;
	return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).length > MOST_NAME_WORDS;
}
