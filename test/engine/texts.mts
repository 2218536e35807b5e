import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodeType,
} from 'n8n-workflow';

/** What a run of a node shows beside its records. */
export interface Shown {
	error?: Error & { description?: string | null };
	hints: Array<{ message: string }>;
	items: Array<{ json: IDataObject }>;
}

/** Words that the vocabulary replaces; what the service says is its own. */
const REPLACED =
	/\b(look-ups?|time-outs?|e-mail|web site|for good|short address|held back|under way|switch(ed)? (on|off)|sheets?|box code|mistake|cannot|run the (node|workflow) again)\b/i;

const names = new WeakMap<INodeType, { labels: Set<string>; stored: Set<string> }>();

/**
 * What is wrong with the texts of a run, by three rules: they are true of the run as far as numbers
 * tell, they name things as the form does, and where something is wrong they say what to do.
 */
export function findBadTexts(type: INodeType, { error, hints, items }: Shown): string[] {
	const { labels, stored } = namesOf(type);
	const bad: string[] = [];
	const judge = (text: string, rule: string, isWrong: boolean) => {
		if (isWrong) bad.push(`${rule}: ${text}`);
	};
	const own = (text: string) =>
		text.replace(
			/(The service said|Message from the service|did not accept|rejected|Check the values? of|Enter (a value|values) for)[^]*/,
			'',
		);
	const checkNames = (text: string) => {
		for (const [, quote = ''] of own(text).matchAll(/(?<!be |field |is |: )"([^"]+)"/g)) {
			const isHalf = [...labels].some((label) => label.startsWith(`${quote} (`));
			judge(text, 'names a parameter as it is stored', stored.has(quote) && !labels.has(quote));
			judge(text, 'names half of a label', isHalf && !labels.has(quote));
		}
		judge(text, 'uses a word that was replaced', REPLACED.test(own(text).replace(/"[^"]*"/g, '')));
	};

	for (const { message } of hints) {
		const sentence = message.replace(/ \(items? [^()]*\)$/, '');
		checkNames(sentence);
		judge(sentence, 'is no sentence', !/^["'A-Z\d][^]*[.?]$/.test(sentence));
		for (const [, count, action] of sentence.matchAll(/\b(\d+) (deleted|disabled|failed)\b/gi)) {
			const done = items.filter(
				({ json }) => (json.cleanUp as IDataObject | undefined)?.action === action?.toLowerCase(),
			);
			const isOfOneItem = message === sentence && done.length > 0;
			judge(
				sentence,
				`counts ${done.length} wrongly`,
				isOfOneItem && done.length !== Number(count),
			);
		}
	}
	if (error && /^Node(Api|Operation)Error$/.test(error.name)) {
		const message = error.message.replace(/ \[item \d+\]$/, '');
		checkNames(message);
		checkNames(error.description ?? '');
		judge(message, 'ends with a period', /\.$/.test(own(message)));
		const saysAll = /was cancelled/.test(message);
		judge(message, 'does not say what to do', !saysAll && !error.description);
	}
	return bad;
}

function namesOf(type: INodeType) {
	const known = names.get(type);
	if (known) return known;
	const found = { labels: new Set<string>(), stored: new Set<string>() };
	collect(type.description.properties as Named[], found);
	names.set(type, found);
	return found;
}

type Named = INodeProperties & INodePropertyCollection;

function collect(entries: Named[], found: { labels: Set<string>; stored: Set<string> }): void {
	for (const { displayName, name, type, options, values } of entries) {
		found.labels.add(displayName ?? name);
		if (type !== undefined) found.stored.add(name);
		collect((options ?? []) as Named[], found);
		collect((values ?? []) as Named[], found);
	}
}
