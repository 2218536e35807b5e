import type { TriggerEvent } from '../../shared/trigger/event';
import { clicksReached } from './clicksReached';
import { linkCreated } from './linkCreated';
import { linkDisabled } from './linkDisabled';
import { linkExpired } from './linkExpired';
import { linkExpiresSoon } from './linkExpiresSoon';

/** The entries of the Event dropdown, alphabetical. */
export const linkEvents: readonly TriggerEvent[] = [
	clicksReached,
	linkCreated,
	linkDisabled,
	linkExpired,
	linkExpiresSoon,
];
