import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import { ignoreSslIssues, keyInHeader } from '../nodes/shared/http/credential';

/** Tested by `nodes/ReferenceData/methods/credentialTest.ts`, which can say what is wrong. */
export class ReferenceDataApi implements ICredentialType {
	name = 'referenceDataApi';

	displayName = 'Reference Data API';

	icon: Icon = {
		light: 'file:../icons/referenceData.svg',
		dark: 'file:../icons/referenceData.dark.svg',
	};

	documentationUrl =
		'https://github.com/your-account/n8n-nodes-link-manager-reference-data#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://data.example.com',
			description: 'The URL of the reference data service. A slash or /v1 at the end is ignored.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'The API key of your account, sent in the X-API-Key header. The APS calculator needs the Pro plan or above.',
		},
		ignoreSslIssues,
	];

	authenticate = keyInHeader('X-API-Key');
}
