import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { dropdownClient } from '../../shared/http/dropdown';
import { defined } from '../../shared/values';
import { knownProvince } from '../southAfrica/provinces';
import { districtName, listDistricts, referenceDataService } from '../transport/api';
import { searchUniversities } from './listSearch';

export async function getUniversities(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return (await searchUniversities.call(this)).results;
}

/** The education districts, of the province chosen in Filters if any. */
export async function getDistrictOptions(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const chosen = this.getCurrentNodeParameter('filters.province');
	const province = typeof chosen === 'string' ? knownProvince(chosen) : undefined;
	const client = dropdownClient(this, referenceDataService);
	const records = await listDistricts(client, defined({ province }));
	const names = records.map(districtName).filter((name) => name !== '');
	return names.map((name) => ({ name, value: name }));
}
