import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { causeOf, hasStatus, isNotFound } from '../../shared/http/errors';
import { factOf } from '../../shared/trigger/memory';
import type { TriggerEvent, View } from '../../shared/trigger/poll';
import { getRecord } from '../api';
import { linkFilterQuery, readLinkFilters, STATUS } from '../link/filters';
import { changedAt, showsDisabled } from '../link/linkState';
import { listLinks, requireShown, showsAny } from './links';

/** How many links that are no longer listed one poll looks up; the others wait for the next. */
const MOST_LOOKUPS = 20;

export const linkDisabled: TriggerEvent = {
	option: {
		name: 'Link Disabled',
		value: 'linkDisabled',
		action: 'On link disabled',
		description: 'A link was disabled',
	},
	properties: [],
	watch(parameters) {
		const filters = readLinkFilters(parameters);
		return {
			scope: linkFilterQuery(filters),
			lookedFor: 'disabled links',
			async look(view) {
				const { records, incomplete } = await listLinks(view, filters, STATUS.disabled);
				await requireShown(view, records, showsAny('disabled'), 'whether links are disabled');
				const disabled = records.filter((record) => showsDisabled(record) === 'yes');
				const facts = disabled.flatMap((record) =>
					factOf(record, {
						at: changedAt(record)?.latest,
						version: changeOf(record),
					}),
				);
				const listed = new Set(facts.map(({ id }) => id));
				return { facts, incomplete, ceased: await enabledSince(view, listed) };
			},
		};
	},
};

/** Its last change tells two times of being disabled apart. */
function changeOf({ updated_at: changed }: IDataObject): string | undefined {
	return typeof changed === 'string' ? changed : undefined;
}

/** Known links that are missing from the list and enabled again, or gone: when next disabled, it is news. */
async function enabledSince(
	{ client, known }: View,
	listed: ReadonlySet<string>,
): Promise<Array<{ id: string }>> {
	const missing = (known?.ids() ?? []).filter((id) => !listed.has(id)).slice(0, MOST_LOOKUPS);
	const enabled = await Promise.all(
		missing.map(async (id) => {
			const link = getRecord(client, 'links', id);
			return await link.then(
				(record) => showsDisabled(record) === 'no',
				async (error) =>
					isOfOneLink(error)
						? hasStatus(error, 404) && isNotFound(error)
						: await Promise.reject(error),
			);
		}),
	);
	return missing.filter((_, index) => enabled[index]).map((id) => ({ id }));
}

/** A wrong key, too many requests and a lost connection concern every link, any other answer only one. */
function isOfOneLink(error: unknown): boolean {
	if (!(error instanceof NodeApiError)) return false;
	if (hasStatus(error, 401) || hasStatus(error, 429)) return false;
	return Boolean(error.httpCode) || causeOf(error) === undefined;
}
