/**
 * What we added beside the specification, about the server itself.
 * Letter case, typos and parameter names are the wire's (C27 to C29). Must not: say who may call (audience.ts).
 */
import * as z from 'zod/mini';
import { get } from '../endpoint.ts';

export const system = {
  health: get(
    'ADD-health',
    '/health',
    z.object({ status: z.literal('ok'), now: z.string(), version: z.string(), demo: z.boolean() }),
    {
      token: 'none',
      summary: 'Is the server up, and does it hold demo data',
    },
  ),
  openapi: get('ADD-openapi', '/openapi.json', z.looseObject({ openapi: z.string() }), {
    token: 'none',
    summary: 'This contract as OpenAPI 3.1',
  }),
};
