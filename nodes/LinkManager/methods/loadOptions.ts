import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { dropdownClient } from '../../shared/http/dropdown';
import { hasId } from '../../shared/http/get';
import { listRecords } from '../../shared/http/pagination';
import { linkService } from '../transport/api';
import { pixelEntry } from './listSearch';

/** All pixels of the account, for multi-selects, which cannot page. */
export async function getPixels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const order = { sort_by: 'name', sort: 'asc' };
	const { records } = await listRecords(dropdownClient(this, linkService), 'pixels', order);
	return records.filter(hasId).map(pixelEntry);
}
