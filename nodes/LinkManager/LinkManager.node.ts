import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { nodeProperties } from '../shared/node/operation';
import { runItems } from '../shared/node/runner';
import { subtitleOf } from '../shared/node/subtitle';
import { link } from './actions/link';
import { pixel } from './actions/pixel';
import { linkManagerApiTest } from './methods/credentialTest';
import { searchDomains, searchLinks, searchPixels, searchSpaces } from './methods/listSearch';
import { getPixels } from './methods/loadOptions';
import { linkService } from './transport/api';

const resources = [link, pixel];
const properties = nodeProperties(resources, 'link');

export class LinkManager implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Manager',
		name: 'linkManager',
		icon: {
			light: 'file:../../icons/linkManager.svg',
			dark: 'file:../../icons/linkManager.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(properties),
		description: 'Create, find, update and clean up short links and their tracking pixels',
		builderHint: {
			searchHint:
				'A link that may exist: "upsert", not "get" and then "create". Expired or disabled links: "cleanUp", which is safe.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-base.wait',
					relationHint: 'Place it before links are deleted, so that a person approves',
				},
			],
			extraTypeDefContent: [
				{
					displayOptions: { show: { resource: ['link'], operation: ['upsert'] } },
					content:
						'<patterns><pattern title="A link for each row, also when the workflow runs again">matchBy "alias", alias and url by expressions, ifExists "update". Read upsert_result of each item.</pattern></patterns>',
				},
				{
					displayOptions: { show: { resource: ['link'], operation: ['update'] } },
					content:
						'<patterns><pattern title="Add a pixel without losing others">updateFields with pixelIds and pixelMode "add". To empty a field, choose it in clearFields.</pattern></patterns>',
				},
				{
					displayOptions: { show: { resource: ['link'], operation: ['cleanUp'] } },
					content:
						'<patterns><pattern title="Clean up every night">cleanUpAction "report", a Wait node with a form for approval, then one with cleanUpAction "delete", the same filters and executeOnce. Read clean_up.action and clean_up.reason of each item.</pattern></patterns>',
				},
			],
		},
		defaults: { name: 'Link Manager' },
		usableAsTool: true,
		hints: [
			{
				message:
					'"Clean Up" runs once for each input item. Unless its parameters differ from item to item, turn on "Execute Once" in the settings of the node.',
				displayCondition: '={{ $parameter.operation === "cleanUp" && $input.all().length > 1 }}',
				whenToDisplay: 'beforeExecution',
				location: 'outputPane',
			},
		],
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'linkManagerApi', required: true, testedBy: 'linkManagerApiTest' }],
		documentationUrl:
			'https://github.com/your-account/n8n-nodes-link-manager-reference-data#link-manager',
		properties,
	};

	methods = {
		credentialTest: { linkManagerApiTest },
		listSearch: { searchDomains, searchLinks, searchPixels, searchSpaces },
		loadOptions: { getPixels },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, linkService, resources, this.continueOnFail());
	}
}
