import type { Fact } from '../../shared/trigger/event';
import type { RecordTime } from '../link/linkState';

/**
 * An end tells two expirations of a link apart. The key is its time in seconds, in base 36, because many
 * are remembered; `event_id` has it as a date.
 */
export function keyOfEnd({ latest }: RecordTime): Pick<Fact, 'key' | 'version' | 'at'> {
	const key = Math.floor(latest / 1000).toString(36);
	return { key, version: new Date(latest).toISOString(), at: latest };
}
