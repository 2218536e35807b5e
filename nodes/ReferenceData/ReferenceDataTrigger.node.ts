import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { subtitleOf } from '../shared/node/subtitle';
import { triggerProperties } from '../shared/trigger/event';
import { pollEvents } from '../shared/trigger/poll';
import { referenceDataService } from './api';
import { referenceDataApiTest } from './credentialTest';
import { getDistrictsOrAll, getUniversities } from './dropdowns';
import { referenceEvents } from './events';

const properties = triggerProperties(referenceEvents, 'applicationsCloseSoon');

export class ReferenceDataTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Reference Data Trigger',
		name: 'referenceDataTrigger',
		icon: {
			light: 'file:../../icons/referenceData.svg',
			dark: 'file:../../icons/referenceData.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOf(properties),
		description:
			'Look up South African high schools, postal codes, universities and APS, or start the workflow when application dates approach or schools change',
		builderHint: {
			searchHint:
				'Starts once per event of a university or school. To look up records instead, use Reference Data.',
		},
		defaults: { name: 'Reference Data Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'referenceDataApi', required: true, testedBy: 'referenceDataApiTest' }],
		documentationUrl:
			'https://github.com/your-account/n8n-nodes-link-manager-reference-data#triggers',
		properties,
	};

	methods = {
		credentialTest: { referenceDataApiTest },
		loadOptions: { getDistrictsOrAll, getUniversities },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollEvents(this, referenceDataService, referenceEvents);
	}
}
