import { expect, test } from 'vitest';

import { readSubjects } from '../../../nodes/ReferenceData/southAfrica/subjects/readSubjects.js';
import { faultsOf, labelled } from './labelled.mjs';

const lines = labelled();
const faults = lines.map((line) => ({ line: line.line, ...faultsOf(line, readSubjects) }));
const withFault = (fault: 'isWrong' | 'isUnread' | 'isUnsaid' | 'saysMore') =>
	faults.filter((one) => one[fault]);

test('each line sends exactly the subjects that it lists', () => {
	expect(lines.length).toBeGreaterThanOrEqual(1000);
	expect(withFault('isWrong')).toEqual([]);
	expect(withFault('isUnread')).toEqual([]);
});

test('each value that may be a mark is sent or in a warning', () => {
	expect(withFault('isUnsaid')).toEqual([]);
});

test('fields that are clearly not marks cause no warnings, and no line has unexpected ones', () => {
	expect(lines.filter(({ line }) => line.endsWith(' = -')).length).toBeGreaterThanOrEqual(20);
	expect(lines.filter(({ says }) => says !== undefined).length).toBeGreaterThanOrEqual(18);
	expect(withFault('saysMore')).toEqual([]);
});
