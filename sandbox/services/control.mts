import type { FastifyInstance } from 'fastify';

import type { ServiceDefinition } from './service.mjs';
import { FAULT_KINDS, type Fault, type Quirks, type Service } from './types.mjs';

const faultSchema = {
	type: 'object',
	required: ['kind'],
	properties: { kind: { enum: FAULT_KINDS }, path: { type: 'string', format: 'regex' } },
} as const;

/**
 * The controls over HTTP, for tests that run in another process: no key, not recorded, never hit by
 * a fault. A control or a kind of fault that does not exist is refused.
 */
export function controlRoutes(service: Service, definition: ServiceDefinition) {
	return async (scope: FastifyInstance): Promise<void> => {
		scope.post<{ Body: Fault }>('/faults', { schema: { body: faultSchema } }, (request) => {
			service.fault(request.body);
			return { added: request.body };
		});
		scope.delete('/faults', () => {
			service.clearFaults();
			return { cleared: true };
		});
		scope.post<{ Body: Quirks }>('/quirks', (request) => {
			service.quirk(request.body);
			return { added: request.body };
		});
		scope.post('/reset', () => {
			service.reset();
			return { reset: true };
		});
		scope.get('/requests', () => service.requests);
		scope.get('/records', () => definition.records());
		scope.get('/ledger', () => definition.ledger());
		scope.setNotFoundHandler((_request, reply) => {
			void reply.code(404).send({ message: 'There is no such control.' });
		});
	};
}
