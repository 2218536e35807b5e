import type { TriggerEvent } from '../../shared/trigger/event';
import { applicationDatesChanged } from './applicationDatesChanged';
import { applicationsCloseSoon } from './applicationsCloseSoon';
import { applicationsOpened } from './applicationsOpened';
import { schoolAdded } from './schoolAdded';
import { schoolChanged } from './schoolChanged';

/** The entries of the Event dropdown, alphabetical. */
export const referenceEvents: readonly TriggerEvent[] = [
	applicationDatesChanged,
	applicationsCloseSoon,
	applicationsOpened,
	schoolAdded,
	schoolChanged,
];
