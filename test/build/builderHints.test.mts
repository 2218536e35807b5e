import type { INodeProperties, INodeType } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { LinkManager } from '../../nodes/LinkManager/LinkManager.node.js';
import { LinkManagerTrigger } from '../../nodes/LinkManager/LinkManagerTrigger.node.js';
import { ReferenceData } from '../../nodes/ReferenceData/ReferenceData.node.js';
import { ReferenceDataTrigger } from '../../nodes/ReferenceData/ReferenceDataTrigger.node.js';

/** Every value of these keys in a description, however deep. */
function valuesOf(description: unknown, keys: string[]): string[] {
	const found: string[] = [];
	JSON.stringify(description, (key, value: unknown) => {
		if (keys.includes(key) && typeof value === 'string') found.push(value);
		return value;
	});
	return found;
}

/** Every parameter, however deep. */
function parametersIn(entries: INodeProperties[]): INodeProperties[] {
	const within = (option: NonNullable<INodeProperties['options']>[number]) =>
		'values' in option ? option.values : 'type' in option ? [option] : [];
	return entries.flatMap((entry) => [
		entry,
		...parametersIn((entry.options ?? []).flatMap(within)),
	]);
}

/** What an assistant reads beside the form: it knows parameters by what workflows store. */
describe.each<INodeType>([
	new LinkManager(),
	new LinkManagerTrigger(),
	new ReferenceData(),
	new ReferenceDataTrigger(),
])('$description.displayName to an assistant', ({ description }) => {
	const hints = valuesOf(description, ['searchHint', 'propertyHint']);

	test('a hint is short and names what there is', () => {
		const names = valuesOf(description, ['name', 'value', 'searchListMethod', 'loadOptionsMethod']);
		expect(description.builderHint?.searchHint).toBeDefined();
		for (const hint of hints) {
			expect(hint.length, hint).toBeLessThanOrEqual(120);
			expect(hint).not.toMatch(/\{\{|\$/);
			for (const [, name] of hint.matchAll(/"([^"]*)"/g)) expect(names, hint).toContain(name);
		}
	});

	test('what the form says with a label, a hint says', () => {
		for (const { displayName, options = [], builderHint } of parametersIn(description.properties)) {
			const hint = builderHint?.propertyHint ?? '';
			if (displayName.endsWith('(Seconds)')) expect(hint, displayName).toContain('In seconds.');
			for (const option of options) {
				if (!('value' in option) || typeof option.value !== 'number') continue;
				const { name, value } = option;
				const saysItself = name.startsWith(String(value));
				if (!saysItself) expect(hint, displayName).toContain(`${value} is ${name}`);
			}
		}
	});
});
