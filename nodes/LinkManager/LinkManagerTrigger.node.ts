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
import { linkEvents } from './events';
import { linkManagerApiTest } from './methods/credentialTest';
import { searchDomains, searchPixels, searchSpaces } from './methods/listSearch';
import { linkService } from './transport/api';

const properties = triggerProperties(linkEvents, 'linkExpiresSoon');

export class LinkManagerTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Manager Trigger',
		name: 'linkManagerTrigger',
		icon: {
			light: 'file:../../icons/linkManager.svg',
			dark: 'file:../../icons/linkManager.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOf(properties),
		description:
			'Starts the workflow when short links are created, expire, expire soon, are disabled or reach a number of clicks. The Link Manager actions create, find, update and clean up links and pixels.',
		builderHint: {
			searchHint:
				'Starts once per link and event. To list or clean up links on a schedule, use a Schedule Trigger and Link Manager.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-base.removeDuplicates',
					relationHint: 'Place it next, comparing trigger.event_id, to handle each event once',
				},
			],
			extraTypeDefContent: [
				{
					content:
						'<patterns><pattern title="A week before links expire">event "linkExpiresSoon", days 7. Read trigger.days_left, short_url and ends_at of each item.</pattern></patterns>',
				},
			],
		},
		defaults: { name: 'Link Manager Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'linkManagerApi', required: true, testedBy: 'linkManagerApiTest' }],
		documentationUrl:
			'https://github.com/your-account/n8n-nodes-link-manager-reference-data#triggers',
		properties,
	};

	methods = {
		credentialTest: { linkManagerApiTest },
		listSearch: { searchDomains, searchPixels, searchSpaces },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollEvents(this, linkService, linkEvents);
	}
}
