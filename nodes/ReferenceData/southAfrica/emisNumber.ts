/** Nine digits in a text, also in groups of three, or as spreadsheets write numbers ("700400001.0"). */
const WRITTEN_EMIS_NUMBER = /(?<!\d)(\d{3})\s?(\d{3})\s?(\d{3})(?:\.0+)?(?!\d)/;

/** The EMIS number in a text. */
export function emisNumberIn(text: string): string | undefined {
	return WRITTEN_EMIS_NUMBER.exec(text)?.slice(1).join('');
}

/** A text without the EMIS number in it. */
export function withoutEmisNumber(text: string): string {
	return text.replace(WRITTEN_EMIS_NUMBER, ' ');
}
