/**
 * For the benchmark alone: n8n's own HTTP helper in a bare loop, with nothing of this package: the
 * fastest that a node can be. Each input item is one request: `method`, `url` and, for a POST, `form`
 * or `json`. The credential is read once, and no expression is evaluated.
 */
class HelperLoop {
	description = {
		displayName: 'Helper Loop',
		name: 'helperLoop',
		group: ['transform'],
		version: 1,
		description: "Sends its input items with n8n's HTTP helper",
		defaults: { name: 'Helper Loop' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'linkManagerApi' }, { name: 'referenceDataApi' }],
		properties: [
			{ displayName: 'Credential', name: 'credential', type: 'string', default: '' },
			{ displayName: 'In Flight', name: 'inFlight', type: 'number', default: 10 },
		],
	};

	async execute() {
		const requests = this.getInputData();
		const credential = this.getNodeParameter('credential', 0);
		const inFlight = this.getNodeParameter('inFlight', 0);
		const data = await this.getCredentials(credential);
		const credentialsDecrypted = { id: '', name: credential, type: credential, data };
		const results = [];
		let next = 0;
		const lane = async () => {
			while (next < requests.length) {
				const item = next++;
				const { method, url, form, json } = requests[item].json;
				const { body, statusCode } = await this.helpers.httpRequestWithAuthentication.call(
					this,
					credential,
					{
						method,
						url,
						headers: { Accept: 'application/json' },
						body: form ? new URLSearchParams(form) : json,
						encoding: 'text',
						disableFollowRedirect: true,
						ignoreHttpStatusErrors: true,
						returnFullResponse: true,
					},
					{ credentialsDecrypted },
				);
				if (statusCode >= 300) throw new Error(`${method} ${url} was answered ${statusCode}.`);
				const answer = JSON.parse(body);
				const records = Array.isArray(answer.data) ? answer.data : [answer.data ?? answer];
				results[item] = records.map((record) => ({ json: record, pairedItem: { item } }));
			}
		};
		await Promise.all(Array.from({ length: Math.min(inFlight, requests.length) }, lane));
		return [results.flat()];
	}
}

module.exports = { HelperLoop };
