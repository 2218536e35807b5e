import type { IDataObject } from 'n8n-workflow';

import type { RunState } from '../../shared/http/runState';
import { trimmed } from '../../shared/values';

/** The links with each alias of a run, by the account's list: nothing if it isn't worth reading. */
export class LinksByAlias {
	private readonly byAlias = new Map<string, IDataObject[]>();

	private readonly aliasById = new Map<string, string>();

	/** @param aliases those that the list answers for */
	constructor(aliases: Iterable<string> = [], links: Iterable<IDataObject> = []) {
		for (const alias of aliases) this.byAlias.set(alias, []);
		for (const link of links) {
			const alias = aliasText(link);
			this.byAlias.get(alias)?.push(link);
			this.aliasById.set(String(link.id), alias);
		}
	}

	/** Undefined if the alias must be looked up. */
	get(alias: string): IDataObject[] | undefined {
		return this.byAlias.get(alias);
	}

	/** After a change, the old and the new alias of the link are looked up again. */
	forget(change: { id?: string; alias?: unknown }): void {
		if (change.alias !== undefined) this.byAlias.delete(aliasText(change));
		this.byAlias.delete(this.aliasById.get(change.id ?? '') ?? '');
	}
}

function aliasText({ alias }: { alias?: unknown }): string {
	return trimmed(String(alias));
}

/** The list, once it is read, in all tries. */
export const linksOfRun = (): { read?: LinksByAlias } => ({});

/** Called for every change of a link, by its ID or, of a new one, its alias. */
export function forgetLink(run: RunState, change: { id?: string; alias?: unknown }): void {
	run.acrossTries(linksOfRun).read?.forget(change);
}
