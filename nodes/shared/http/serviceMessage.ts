import { cut, quoted } from '../text';
import { entryOf, isObject } from '../values';
import type { ServiceResponse } from './response';
import { redact } from './secrets';
import type { ServiceRequest } from './types';

/** The service's objection to one field. */
export interface FieldError {
	/** As the service names it, without a position in a list. */
	name: string;
	/** As the form names it. */
	label: string;
	reasons: string;
}

const MAX_FIELD_ERRORS = 10;

/**
 * The service's own words about a failure, without secrets: text, `{ message }`, `{ code, message }`,
 * `{ error: CODE, message }` or `{ error: { code, message } }`.
 */
export function messageOf(
	{ format, text, body }: ServiceResponse,
	request: ServiceRequest,
): string {
	if (format === 'other') return shownWords(text, request);
	if (!isObject(body)) return '';
	const { error } = body;
	const { message, code } = isObject(error) ? error : { ...body, code: body.code ?? error };
	const [words, name] = [message, code].filter((part) => typeof part === 'string' && part !== '');
	return shownWords(name ? `${String(words)} (${String(name)})` : String(words ?? ''), request);
}

/** The first field errors of Laravel: `{ message: { field: […] } }` or `{ errors: { field: […] } }`. */
export function fieldErrorsOf(
	{ body }: ServiceResponse,
	request: ServiceRequest,
): { fields: FieldError[]; more: number } {
	const { fieldLabels = {}, secrets = [], formBody } = request;
	const named = isObject(body) ? [body.errors, body.message].find(isObject) : undefined;
	const all = Object.entries(named ?? {});
	const fields = all.slice(0, MAX_FIELD_ERRORS).map(([field, texts]) => {
		const [name = field] = field.split(/[.[]/);
		const reasons = [texts].flat().map(String).join(' ').replace(/\.$/, '');
		const sent = formBody?.get(name);
		const value = sent && !secrets.includes(sent) ? ` (${quoted(sent)})` : '';
		return {
			name,
			label: entryOf(fieldLabels, name) ?? shownWords(field, request),
			reasons: shownWords(`${reasons}${value}`, request),
		};
	});
	return { fields, more: all.length - fields.length };
}

/**
 * Text from outside, as a message shows it. Redacts before it cuts, so that no part of a secret remains.
 */
export function shownWords(text: string, { secrets }: ServiceRequest): string {
	return cut(redact(text, secrets));
}
