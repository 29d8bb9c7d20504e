/** Schemas of Fastify are not used: the contract checks queries and bodies. Its compilers (ajv) are then not loaded, a tenth of the time to start. */
import type { FastifyServerOptions } from 'fastify';

const refuse = (): never => {
  throw new Error('A route has a schema of Fastify. Calls are declared in contract/calls/.');
};

export const withoutSchemas: FastifyServerOptions['schemaController'] = {
  compilersFactory: { buildValidator: () => refuse, buildSerializer: () => refuse },
};
