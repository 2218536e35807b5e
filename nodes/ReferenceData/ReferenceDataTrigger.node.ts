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
import { referenceEvents } from './events';
import { referenceDataApiTest } from './methods/credentialTest';
import { getDistrictOptions, getUniversities } from './methods/loadOptions';
import { referenceDataService } from './transport/api';

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
			'Starts the workflow when university applications open or close soon, application dates change, or South African high schools are added or changed. The Reference Data actions look up schools, postal codes and universities, and calculate scores (APS).',
		builderHint: {
			searchHint:
				'Starts once per event of a university or school. To look up records instead, use Reference Data.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-base.removeDuplicates',
					relationHint: 'Place it next, comparing trigger.event_id, to handle each event once',
				},
			],
			extraTypeDefContent: [
				{
					content:
						'<patterns><pattern title="Two weeks before applications close">event "applicationsCloseSoon", days 14. Read trigger.days_left, name and application_closes of each item.</pattern></patterns>',
				},
			],
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
		loadOptions: { getDistrictOptions, getUniversities },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollEvents(this, referenceDataService, referenceEvents);
	}
}
