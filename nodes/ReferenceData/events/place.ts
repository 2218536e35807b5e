import { refusedIfEmpty } from '../../shared/node/emptiness';
import { provinceField, provinceOptions } from '../provinceField';

/** A parameter that narrows what is watched: an empty expression must not widen it. */
export const neverWidens = refusedIfEmpty('Choose one from the list.');

/** The parameter that all events of this service have. */
export const provinceWatched = provinceField('The province to watch')
	.with({ options: [{ name: 'All', value: '' }, ...provinceOptions], default: '' })
	.optional(neverWidens);
