import type { IAuthenticate, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

/** Tested by the Reference Data node (`referenceDataApiTest`), which can say what is wrong. */
export class ReferenceDataApi implements ICredentialType {
	name = 'referenceDataApi';

	displayName = 'Reference Data API';

	icon: Icon = {
		light: 'file:../icons/referenceData.svg',
		dark: 'file:../icons/referenceData.dark.svg',
	};

	documentationUrl =
		'https://github.com/link-manager-reference-data/n8n-nodes-link-manager-reference-data#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://data.example.com',
			description:
				'The address of the reference data service, without /v1. A slash at the end, or /v1 pasted along, does no harm.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'The key of your account on the service; it is sent in the header X-API-Key. The APS calculator needs the Pro plan or above.',
		},
	];

	// A function, since n8n evaluates an expression anew for every request, which takes it longer than
	// sending one.
	authenticate: IAuthenticate = async ({ apiKey }, request) => ({
		...request,
		headers: { ...request.headers, 'X-API-Key': String(apiKey).trim() },
	});
}
