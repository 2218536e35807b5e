import { expect, test } from 'vitest';

import { readSubjects } from '../../../nodes/ReferenceData/southAfrica/subjects/readSubjects.js';
import { faultsOf, labelled } from './labelled.mjs';

const lines = labelled();
const faults = lines.map((line) => ({ line: line.line, ...faultsOf(line, readSubjects) }));
const withFault = (fault: 'isWrong' | 'isUnread' | 'isUnsaid' | 'saysMore') =>
	faults.filter((one) => one[fault]);

test('each line is read right: what it says is sent, and nothing else', () => {
	expect(lines.length).toBeGreaterThanOrEqual(1000);
	expect(withFault('isWrong')).toEqual([]);
	expect(withFault('isUnread')).toEqual([]);
});

test('nothing that may be a mark stays unsaid', () => {
	expect(withFault('isUnsaid')).toEqual([]);
});

test('nothing is said of a field that is plainly something else, nor more than a line has', () => {
	expect(lines.filter(({ line }) => line.endsWith(' = -')).length).toBeGreaterThanOrEqual(20);
	expect(lines.filter(({ says }) => says !== undefined).length).toBeGreaterThanOrEqual(18);
	expect(withFault('saysMore')).toEqual([]);
});
