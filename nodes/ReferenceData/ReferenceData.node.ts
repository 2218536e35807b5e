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
import { admissionPointScore } from './actions/admissionPointScore';
import { highSchool } from './actions/highSchool';
import { postalCode } from './actions/postalCode';
import { university } from './actions/university';
import { referenceDataApiTest } from './methods/credentialTest';
import { searchPostalCodes, searchSchools, searchUniversities } from './methods/listSearch';
import { getDistrictOptions, getUniversities } from './methods/loadOptions';
import { referenceDataService } from './transport/api';

const resources = [admissionPointScore, highSchool, postalCode, university];
const properties = nodeProperties(resources, 'highSchool');

export class ReferenceData implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Reference Data',
		name: 'referenceData',
		icon: {
			light: 'file:../../icons/referenceData.svg',
			dark: 'file:../../icons/referenceData.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(properties),
		description:
			'Look up South African high schools, postal codes and universities, and calculate admission point scores (APS)',
		builderHint: {
			searchHint:
				'A school name that a person typed: "match" first, which finds the EMIS number. An EMIS number: "get".',
			extraTypeDefContent: [
				{
					displayOptions: { show: { resource: ['highSchool'], operation: ['match'] } },
					content:
						'<patterns><pattern title="Typed names, all in one run">schoolName by an expression, filters.province if it is known. A matched one has nat_emis; for any other, let a person choose one of candidates.</pattern></patterns>',
				},
				{
					displayOptions: { show: { resource: ['postalCode'], operation: ['validate'] } },
					content:
						'<patterns><pattern title="An address">postalCode and filters.suburb by expressions. If valid is false, show message and suggestions.</pattern></patterns>',
				},
				{
					displayOptions: { show: { resource: ['admissionPointScore'], operation: ['calculate'] } },
					content:
						'<patterns><pattern title="A form with a field for each subject">subjectsFrom "fields", marksAs "percentage" or "level". Show the learner warnings, too: they name what was not read.</pattern></patterns>',
				},
			],
		},
		defaults: { name: 'Reference Data' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'referenceDataApi', required: true, testedBy: 'referenceDataApiTest' }],
		documentationUrl:
			'https://github.com/your-account/n8n-nodes-link-manager-reference-data#reference-data',
		properties,
	};

	methods = {
		credentialTest: { referenceDataApiTest },
		listSearch: { searchPostalCodes, searchSchools, searchUniversities },
		loadOptions: { getDistrictOptions, getUniversities },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, referenceDataService, resources, this.continueOnFail());
	}
}
