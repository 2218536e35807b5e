import type { IDataObject } from 'n8n-workflow';

/**
 * The key that a record shows, without blanks around it; some services write digits as a number, and an
 * alias as a path, or only as the end of the short URL.
 */
export function shownKey(record: IDataObject, field: 'alias' | 'url' | 'name'): string | undefined {
	const { [field]: value, short_url: shortUrl } = record;
	const isText = typeof value === 'string' || typeof value === 'number';
	const shown = isText ? String(value).trim() : '';
	if (field !== 'alias') return shown || undefined;
	const path = shown.replace(/^(?:https?:\/\/[^/]+)?\/+/i, '');
	if (path !== '' || typeof shortUrl !== 'string') return path || undefined;
	return shortUrl.trim().replace(/^(?:https?:\/\/)?[^/]*\/*/i, '') || undefined;
}
