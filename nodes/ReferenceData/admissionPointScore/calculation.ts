import type { IDataObject } from 'n8n-workflow';

import { unexpectedShape } from '../../shared/client/failures';
import type { Client } from '../../shared/client/client';
import { isObject } from '../../shared/values';
import { referenceDataService } from '../api';
import type { SubjectLevel } from '../nsc/subjectInput';

/** The service's own judgement, unchanged: nothing is computed here. */
export async function calculateScore(
	client: Client,
	universityId: string,
	subjects: SubjectLevel[],
): Promise<IDataObject> {
	const subject = `the APS for the university ${universityId}`;
	const reply = await client.request({
		method: 'POST',
		path: ['aps-calculator'],
		json: { university_id: universityId, subjects: subjects.map((entry) => ({ ...entry })) },
		subject,
		fieldLabels: { university_id: 'University', subjects: 'Subjects' },
	});
	const result = isObject(reply.body) && isObject(reply.body.data) ? reply.body.data : reply.body;
	if (!isObject(result) || !('aps_score' in result)) {
		throw client.error(unexpectedShape(reply, referenceDataService, subject));
	}
	return result as IDataObject;
}
