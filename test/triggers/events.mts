import type { IDataObject } from 'n8n-workflow';

import type { TriggerName } from '../engine/harness.mjs';

/** An event as it happens to one record, on 1 May 2027 at 10:00 UTC. */
export interface EventRow {
	trigger: TriggerName;
	/** Beside the event. */
	parameters: IDataObject;
	/** A record before it, without its ID; undefined if there is none. */
	before?: IDataObject;
	/** What changes when it happens. */
	change: IDataObject;
	/** The rest of `event_id`, after the event and the record's ID; `#` for a fingerprint. */
	id: string;
	/** Whether a record that first shows its fields, the change among them, is an event. */
	isToldWhenFirstShown: boolean;
}

const link = { trigger: 'linkManagerTrigger', parameters: {} } as const;
const university = { trigger: 'referenceDataTrigger', parameters: {} } as const;
const school = { ...university, parameters: { province: 'Gauteng' } };
const closed = { application_opens: '2027-06-01', application_closes: '2027-07-31' };
const open = { application_opens: '2027-04-01', application_closes: '2027-07-31' };

/** Every event of both triggers, by its stored name. */
export const EVENTS: Record<string, EventRow> = {
	linkCreated: { ...link, change: {}, id: '', isToldWhenFirstShown: false },
	linkExpired: {
		...link,
		before: { ends_at: null },
		change: { ends_at: '2027-04-30T10:00:00Z' },
		id: ':2027-04-30T10:00:00.000Z',
		isToldWhenFirstShown: true,
	},
	linkExpiresSoon: {
		...link,
		before: { ends_at: null },
		change: { ends_at: '2027-05-04T10:00:00Z' },
		id: ':2027-05-04T10:00:00.000Z',
		isToldWhenFirstShown: true,
	},
	clicksReached: {
		...link,
		parameters: { clickMilestones: '100' },
		before: { clicks: 5 },
		change: { clicks: 100 },
		id: ':100',
		isToldWhenFirstShown: true,
	},
	linkDisabled: {
		...link,
		before: { disabled: 0 },
		change: { disabled: 1 },
		id: '',
		isToldWhenFirstShown: true,
	},
	applicationsOpened: {
		...university,
		before: closed,
		change: { application_opens: '2027-04-01' },
		id: ':2027-04-01/2027-07-31',
		isToldWhenFirstShown: true,
	},
	applicationsCloseSoon: {
		...university,
		before: open,
		change: { application_closes: '2027-05-10' },
		id: ':2027-05-10',
		isToldWhenFirstShown: true,
	},
	applicationDatesChanged: {
		...university,
		before: open,
		change: { application_closes: '2027-08-31' },
		id: ':2027-04-01/2027-08-31',
		isToldWhenFirstShown: false,
	},
	schoolAdded: { ...school, change: {}, id: '', isToldWhenFirstShown: false },
	schoolChanged: {
		...school,
		before: { telephone: '011' },
		change: { telephone: '012' },
		id: ':#',
		isToldWhenFirstShown: false,
	},
};
