import { UserError } from 'n8n-workflow';

import { inTurn } from '../../../shared/eventLoop';
import { listRecords } from '../../../shared/http/pagination';
import { collectionField } from '../../../shared/node/collection';
import { textField } from '../../../shared/node/field';
import { type Item, operation } from '../../../shared/node/operation';
import { includeInputFields, optionsField } from '../../../shared/node/options';
import { kindOf, normalized, quoted } from '../../../shared/text';
import { defined } from '../../../shared/values';
import {
	namesPlace,
	nearPlaces,
	type Place,
	type PostalCodeRecord,
} from '../../southAfrica/comparePlaces';
import { postalCodeIn } from '../../southAfrica/postalCode';
import { knownProvince } from '../../southAfrica/provinces';
import { isTooLongForName } from '../../southAfrica/words';
import { LARGEST_PAGE } from '../../transport/api';
import { provinceChoice } from '../commonFields';
import { invalidCode, judgePostalCode, judgeWith, type PostalCodeJudgement } from './judgement';
import { area, isGiven, suburb } from './place';

const codeField = textField({
	displayName: 'Postal Code',
	name: 'postalCode',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 0181',
	description: 'The street or PO box code to check (four digits). Missing leading zeros are added.',
});

const placeFields = [area, provinceChoice('The province'), suburb] as const;

/** An empty one is named in the item's warnings, because hints only show in the editor. */
const place = collectionField(
	{
		displayName: 'Place',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add detail',
		default: {},
		description:
			'The place that the code should belong to. Without a place, the node checks that the code exists and belongs to only one place.',
	},
	placeFields,
	() => undefined,
);

export const validate = operation({
	option: {
		name: 'Validate',
		value: 'validate',
		action: 'Validate postal code',
		description: 'Check whether a postal code exists and belongs to a suburb, area or province',
	},
	// Spreadsheets have rows without a code.
	changes: false,
	fields: [codeField.optional(() => undefined), place, optionsField(includeInputFields)],
	read({ postalCode: given = '', filters: { values, empty } }) {
		const wanted: Place = {};
		const warnings: string[] = [];
		for (const { name, label } of placeFields) {
			const text = values[name];
			const known = name === 'province' && text !== undefined ? knownProvince(text) : text;
			if (known !== undefined && namesPlace(known)) wanted[name] = normalized(known, 'NFC');
			else if (text !== undefined || empty.includes(name)) {
				const what = known === text ? kindOf(text) : `${quoted(text)}, which is no province`;
				warnings.push(`"${label}" is ${what}, so it wasn't compared.`);
			}
		}
		return { given, wanted, warnings };
	},
	async run({ given, wanted, warnings }, item) {
		const judged = await judgeCode(item, given, wanted);
		item.count(judged.status.replace('_', ' '));
		return [{ ...judged, warnings: [...warnings, ...judged.warnings] }];
	},
});

/** More places than any code has. A service that ignores the code would list all. */
const MAX_PLACES = 1000;

const TOO_MANY_PLACES = `The service lists more than ${MAX_PLACES} places for it, so it may have ignored the code.`;

async function judgeCode(item: Item, given: string, wanted: Place): Promise<PostalCodeJudgement> {
	const code = postalCodeIn(given);
	if (code === undefined) return invalidCode(given);
	const [tooLong] = placeFields.filter(({ name }) => isTooLongForName(wanted[name] ?? ''));
	if (tooLong) return invalidCode(code, `"${tooLong.label}" is too long for the name of a place.`);
	const query = { postal_code: code };
	const listing = await listRecords(item.client, 'postal-codes', query, { limit: MAX_PLACES });
	const { records, left } = listing;
	const incomplete = left === 0 ? listing.incomplete : TOO_MANY_PLACES;
	// Items with the same code all continue when its list arrives, so pause between them.
	const first = await inTurn(() => judgePostalCode(code, records, wanted));
	const { judgement, lookFor } = first;
	// Without a place, the only one in a list that lacks some may not be the only one.
	const isSure = judgement.valid && lookFor === undefined && isGiven(wanted);
	if (!isSure && incomplete !== undefined) {
		throw new UserError(`The node couldn't check every place for the postal code ${code}`, {
			description: incomplete,
		});
	}
	// A province alone is near to no place.
	if (lookFor === undefined || (wanted.suburb ?? wanted.area) === undefined) return judgement;
	const near = judgement.valid ? [] : nearPlaces(records, wanted);
	return judgeWith(await candidatesFor(item, lookFor, near, judgement.valid), first, wanted);
}

/**
 * Records to choose from: those of the place, else those of its suburb anywhere, else those spelled much
 * like it with the code or with half of the name, as one slip leaves one of the halves as it is, else those
 * of its area. At most five requests, of one page each.
 */
async function candidatesFor(
	item: Item,
	place: Place,
	nearWithCode: readonly PostalCodeRecord[],
	isNamedRight: boolean,
): Promise<readonly PostalCodeRecord[]> {
	const pageOf = async (query: Record<string, string>) =>
		(await listRecords(item.client, 'postal-codes', query, { limit: LARGEST_PAGE })).records;
	const { suburb, area = '', province } = place;
	const exact = await pageOf(defined({ ...place }));
	if (exact.length > 0) return exact;
	// The area may have another name in the list, or be written wrong.
	const named = suburb === undefined ? [] : await pageOf({ suburb });
	if (named.length > 0 || isNamedRight) return named;
	let near = nearWithCode;
	const [text, parameter] = suburb === undefined ? [area, 'search'] : [suburb, 'suburb'];
	const middle = Math.ceil(text.length / 2);
	for (const half of [text.slice(0, middle), text.slice(middle)]) {
		if (near.length > 0) break;
		near = nearPlaces(await pageOf(defined({ [parameter]: half, province })), place);
	}
	if (near.length > 0 || area === '') return near;
	return await pageOf({ search: area });
}
