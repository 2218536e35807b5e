import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ItemParameters } from '../../shared/node/parameters';
import { provinceOptions, provinceProperty, readProvince } from '../provinces';

/** The parameter that all events of this service have. */
export const placeProperty: INodeProperties = {
	...provinceProperty('The province to watch'),
	options: [{ name: 'All', value: '' }, ...provinceOptions],
	default: '',
};

/** @throws UserError for what is no province */
export function readProvinceFilter(parameters: ItemParameters): string | undefined {
	return isSet(parameters, 'province') ? readProvince(parameters.text('province')) : undefined;
}

/**
 * Whether a parameter that narrows what is watched has a value.
 *
 * @throws UserError if its expression returns nothing, which must not widen what is watched
 */
export function isSet(parameters: ItemParameters, name: string): boolean {
	if (parameters.given(name)) return true;
	if (!parameters.isExpression(name)) return false;
	throw new UserError(`"${parameters.label(name)}" is empty`, {
		description:
			'The expression returned nothing. Make sure the field it refers to has a value, or choose one from the list.',
	});
}
