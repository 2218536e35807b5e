import type { FastifyInstance } from 'fastify';

import type { ServiceDefinition } from './service.mjs';
import { FAULT_KINDS, type Fault, type Quirks, type Service } from './types.mjs';

const count = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const names = { type: 'array', items: text } as const;

const faultSchema = {
	type: 'object',
	required: ['kind'],
	additionalProperties: false,
	properties: {
		kind: { enum: FAULT_KINDS },
		method: { enum: ['GET', 'POST', 'PUT', 'DELETE'] },
		path: { type: 'string', format: 'regex' },
		times: count,
		after: count,
		probability: { type: 'number', minimum: 0, maximum: 1 },
		applied: flag,
		status: { type: 'integer', minimum: 200, maximum: 599 },
		retryAfter: { anyOf: [{ type: 'number', minimum: 0 }, { enum: ['date', 'none'] }] },
		retryAfterSeconds: { type: 'number', minimum: 0 },
		shape: { enum: ['message', 'errors'] },
		location: text,
	},
} as const;

const quirksSchema = {
	type: 'object',
	additionalProperties: false,
	properties: {
		envelope: { enum: ['full', 'data', 'bare'] },
		ignorePage: flag,
		ignoreFilters: { anyOf: [flag, names] },
		overlap: count,
		shift: flag,
		wrongTotal: { type: 'integer' },
		endless: { anyOf: [flag, { const: 'fresh' }] },
		createAnswer: { enum: ['record', 'empty'] },
		deleteAnswer: { enum: ['object', 'empty'] },
		hideFields: names,
		nullFields: names,
	},
} as const;

/**
 * The controls over HTTP, for tests that run in another process: no key, not recorded, never hit by
 * a fault. A control that does not exist, or a misspelt field, is refused.
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
		scope.post<{ Body: Quirks }>('/quirks', { schema: { body: quirksSchema } }, (request) => {
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
