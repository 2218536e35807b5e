import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import { ignoreSslIssues, keyInHeader } from '../nodes/shared/http/credential';

/** Tested by `nodes/LinkManager/methods/credentialTest.ts`, which can say what is wrong. */
export class LinkManagerApi implements ICredentialType {
	name = 'linkManagerApi';

	displayName = 'Link Manager API';

	icon: Icon = {
		light: 'file:../icons/linkManager.svg',
		dark: 'file:../icons/linkManager.dark.svg',
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
			placeholder: 'e.g. https://links.example.com',
			description:
				'The URL of your link management service. A slash or /api/v1 at the end is ignored.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The API key of your account, sent as a Bearer token',
		},
		ignoreSslIssues,
	];

	authenticate = keyInHeader('Authorization', 'Bearer ');
}
