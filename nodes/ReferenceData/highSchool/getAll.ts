import type { INodeProperties } from 'n8n-workflow';

import { hintsOfListing } from '../../shared/item/getMany';
import type { Operation } from '../../shared/item/operation';
import { returnAllOrLimit } from '../../shared/item/commonProperties';
import { listRecords } from '../api';
import { listOptionsProperty, readListRequest } from '../getMany';
import { provinceProperty } from '../provinceProperty';
import { readProvince } from '../provinces';
import { outputProperties, schoolShape } from './output';

interface SchoolFilters {
	search: string;
	province: string;
	district: string;
	sector: string;
	quintile: string;
	noFee: boolean;
	urbanRural: string;
}

/** The filters, the likeliest cause of an empty result first. */
const SUSPECTS = ['search', 'district', 'province', 'quintile', 'noFee', 'sector', 'urbanRural'];

const properties: INodeProperties[] = [
	...returnAllOrLimit,
	...outputProperties,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: [
			{
				displayName: 'District Name or ID',
				name: 'district',
				type: 'options',
				typeOptions: {
					loadOptionsMethod: 'getDistricts',
					loadOptionsDependsOn: ['filters.province'],
				},
				default: '',
				description:
					'The education district, with its number of schools; add the province first for a short list. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
			},
			{
				displayName: 'Name Contains',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. Pretoria',
				description: 'Part of the name of the school. Three letters or more search whole words.',
			},
			{
				displayName: 'No-Fee Schools',
				name: 'noFee',
				type: 'boolean',
				default: true,
				description: 'Whether the schools must be no-fee schools; off finds those that charge fees',
			},
			{ ...provinceProperty, description: 'Only schools in this province' },
			{
				displayName: 'Quintile',
				name: 'quintile',
				type: 'options',
				options: [
					{ name: 'Q1', value: 'Q1', description: 'The poorest fifth of schools' },
					{ name: 'Q2', value: 'Q2' },
					{ name: 'Q3', value: 'Q3' },
					{ name: 'Q4', value: 'Q4' },
					{ name: 'Q5', value: 'Q5', description: 'The least poor fifth of schools' },
				],
				default: 'Q1',
				description: "The school's quintile: its rank by the poverty of its community",
			},
			{
				displayName: 'Sector',
				name: 'sector',
				type: 'options',
				options: [
					{ name: 'Private', value: 'Private' },
					{ name: 'Public', value: 'Public' },
				],
				default: 'Public',
				description: 'Only public or only private schools',
			},
			{
				displayName: 'Urban or Rural',
				name: 'urbanRural',
				type: 'options',
				options: [
					{ name: 'Rural', value: 'Rural' },
					{ name: 'Urban', value: 'Urban' },
				],
				default: 'Urban',
				description: 'Only urban or only rural schools',
			},
		],
	},
	listOptionsProperty,
];

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many high schools',
		description: 'List South African high schools, all or by name, province, district and more',
	},
	properties,
	async execute(item) {
		const filters = item.parameters.collection<SchoolFilters>('filters');
		const shape = schoolShape(item);
		const listing = await listRecords(
			item,
			'high-schools',
			queryOf(filters),
			readListRequest(item.parameters),
		);
		const used = SUSPECTS.filter((name) => name in filters);
		hintsOfListing(item, listing, 'high schools', used);
		return listing.records.map(shape);
	},
};

function queryOf(filters: Partial<SchoolFilters>): Record<string, string> {
	const query: Record<string, string> = {};
	if (filters.search) query.search = filters.search;
	if (filters.province) query.province = readProvince(filters.province);
	if (filters.district) query.district = filters.district;
	if (filters.sector !== undefined) query.sector = filters.sector;
	if (filters.quintile !== undefined) query.quintile = filters.quintile;
	if (filters.noFee !== undefined) query.no_fee = String(filters.noFee);
	if (filters.urbanRural !== undefined) query.urban_rural = filters.urbanRural;
	return query;
}
