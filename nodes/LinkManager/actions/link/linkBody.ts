import { UserError } from 'n8n-workflow';

import type { Form } from '../../../shared/node/form';
import { defined } from '../../../shared/values';
import type { BodyFields, BodyValue } from '../../transport/formBody';
import { END_OF_DAY } from './expiration';
import { type LinkValues, PRIVACY_PASSWORD, SENT_FIELDS } from './linkFields';
import { withUtm } from './utm';

/**
 * What was given, under the service's names; 0 is a value. Says in a hint when an expiration date is sent
 * as another day, or of a privacy and its password only one.
 *
 * @throws UserError for UTM parameters without a URL
 */
export function linkBody(values: LinkValues, form: Form): BodyFields {
	const { url, utmParameters: utm, expirationDate: date, ...others } = values;
	if (utm && url === undefined) {
		throw new UserError('"UTM Parameters" needs a "Destination URL"', {
			description: 'They are added to the URL that you enter. Add "Destination URL".',
		});
	}
	if (date?.written !== undefined) {
		form.hint(
			`"Expiration Date" is ${date.written}. The node sent ${date.day}, which is the day in the workflow's timezone.`,
		);
	}
	const isProtected = others.privacy === String(PRIVACY_PASSWORD);
	if (isProtected !== (others.privacyPassword !== undefined)) {
		form.hint(
			'A "Privacy Password" and "Privacy" set to Password only work together. Make sure that the link has both.',
			'warning',
		);
	}
	const written: Partial<Record<keyof LinkValues, BodyValue>> = {
		...others,
		url: url && utm ? withUtm(url, utm) : url,
		expirationDate: date?.day,
	};
	const sent = Object.entries(SENT_FIELDS).map(
		([name, { from }]) => [name, written[from]] as const,
	);
	return defined(Object.fromEntries(sent));
}

/**
 * The body of a link as a whole: it works through its last day, unless it has a time.
 *
 * @param empty entries that were added and are empty; without a date, its time is left out too, with a hint
 * @throws UserError for a time without a date
 */
export function newLinkBody(values: LinkValues, empty: readonly string[], form: Form): BodyFields {
	const { expirationDate: date, expirationTime: time } = values;
	if (time !== undefined && !date) {
		if (!empty.includes('expirationDate')) {
			throw new UserError('"Expiration Time" needs an "Expiration Date"', {
				description: 'The service only accepts a time together with a date. Add "Expiration Date".',
			});
		}
		form.hint('"Expiration Time" was left out too, because it needs an "Expiration Date".');
	}
	return linkBody({ ...values, expirationTime: date && (time ?? END_OF_DAY) }, form);
}
