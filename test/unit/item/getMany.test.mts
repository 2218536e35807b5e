import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Listing } from '../../../nodes/shared/http/pagination.js';
import { hintsOfListing } from '../../../nodes/shared/node/getMany.js';
import type { Item } from '../../../nodes/shared/node/operation.js';

async function hints(
	listing: Partial<Listing>,
	filters?: Parameters<typeof hintsOfListing>[3],
	context?: Parameters<typeof hintsOfListing>[4],
	{ items = 1, limit = 0 } = {},
): Promise<string[]> {
	const texts: string[] = [];
	const item = {
		hint: (text: string) => texts.push(text),
		rest: () => undefined,
		functions: {
			getNode: () => ({ type: 'linkManager', parameters: { limit } }),
			getInputData: () => Array.from({ length: items }),
		},
		parameters: { label: (_collection: string, name: string) => `The ${name}` },
	};
	const whole: Listing = { records: [], left: 0, isWhole: true, ...listing };
	await hintsOfListing(item as unknown as Item, whole, 'links', filters, context);
	return texts;
}

const records: IDataObject[] = [{ space: 1 }, { space: 2 }, {}, { space: 2 }];
const inSpace = (space: number) => ({
	name: 'space',
	isMet: (record: IDataObject) => (record.space === undefined ? undefined : record.space === space),
});

describe('the hints of a list', () => {
	it.each<[string, Promise<string[]>, string[]]>([
		['nothing, without filters', hints({}), ['No links were found.']],
		[
			'nothing, with filters',
			hints({}, [inSpace(1), 'status']),
			[
				'No links were found. The most likely reason is the filter "The space": change it or remove it.',
			],
		],
		[
			'nothing where was searched',
			hints({}, ['search'], { searched: 'Only titles were searched.' }),
			['No links were found. Only titles were searched.'],
		],
		[
			'nothing from a later page on',
			hints({}, ['search'], { startPage: 7 }),
			[
				'No links were found on page 7 or after it. Set "Start Page" to 1 to begin with the first page.',
			],
		],
		...(
			[
				[9, 'There are more links than the 4 returned: 9 more.'],
				['some', 'There are more links than the 4 returned.'],
				['perhaps', 'There may be more links than the 4 returned.'],
			] as const
		).map(([left, text]): [string, Promise<string[]>, string[]] => [
			`a limit that left ${left}`,
			hints({ records, left }),
			[`${text} Turn on "Return All" or raise "Limit" to get them.`],
		]),
		["a limit that n8n's editor speaks of", hints({ records, left: 9 }, [], {}, { limit: 4 }), []],
		[
			'the limits of two items',
			hints({ records, left: 'some' }, [], {}, { limit: 4, items: 2 }),
			[
				'There are more links than the 4 returned. Turn on "Return All" or raise "Limit" to get them.',
			],
		],
		['doubt, and no second hint', hints({ records, left: 'some', incomplete: 'Odd.' }), ['Odd.']],
		[
			'a filter that was ignored',
			hints({ records }, [inSpace(1), 'status']),
			[
				'2 of the 4 links returned don\'t match the filter "The space". The service may ignore this filter, so check the records before you use them.',
			],
		],
		['filters that are met', hints({ records: [{ space: 2 }, {}] }, [inSpace(2)]), []],
	])('of %s', async (_, texts, expected) => {
		expect(await texts).toEqual(expected);
	});
});
