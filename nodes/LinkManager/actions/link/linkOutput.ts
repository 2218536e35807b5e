import { recordOutput } from '../../../shared/node/output';

/** What most workflows need of a link. */
const SIMPLIFIED_LINK = [
	'id',
	'alias',
	'short_url',
	'url',
	'title',
	'disabled',
	'clicks',
	'ends_at',
	'space',
	'domain',
];

/** All fields that links of such services have been seen with. */
const LINK_FIELDS = [
	...SIMPLIFIED_LINK,
	'target_type',
	'country_target',
	'platform_target',
	'language_target',
	'rotation_target',
	'privacy',
	'password',
	'privacy_password',
	'expiration_url',
	'expiration_clicks',
	'pixels',
	'created_at',
	'updated_at',
];

export const linkOutput = recordOutput('link', SIMPLIFIED_LINK, LINK_FIELDS, [
	'short_url',
	'title',
	'url',
]);
