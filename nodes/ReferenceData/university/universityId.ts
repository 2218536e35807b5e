import { locatorField } from '../../shared/node/field';
import { listMode } from '../../shared/node/locatorMode';
import { pathSegment } from '../../shared/identifiers';

/** The University parameter of the operations that work on one; each says in its own words what for. */
export const universityId = locatorField({
	displayName: 'University',
	name: 'universityId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	builderHint: {
		propertyHint:
			'Required. Takes a short ID such as uct, or the exact name, in both modes. "searchUniversities" finds it.',
	},
	modes: [
		listMode('searchUniversities', 'university'),
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. uct',
			hint: 'The short ID of the university in this service, or its exact name',
		},
	],
}).map(({ value }, { label }) => pathSegment(value, label));
