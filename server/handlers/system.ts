/**
 * The calls that we added for the server itself. Must not: tell more to the public than the contract says.
 */
import { type Api, endpoints } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { writeInstant } from '../../contract/params.ts';
import { hasDemo } from '../accounts/users.ts';
import { clock } from '../clock.ts';
import type { Context } from '../guard.ts';
import { apiRoot } from '../http/calls.ts';
import { openApi } from '../openapi.ts';
import type { Services } from '../services.ts';

export function makeSystemHandlers({ config }: Services): Handlers<Api['system'], Context> {
  let document: ReturnType<typeof openApi> | null = null;
  return {
    /** Asks the database each time: a server whose database is gone answers 503. */
    health: async ({ db }) => ({
      status: 'ok',
      now: writeInstant(clock.now()),
      version: config.version,
      demo: await hasDemo(db),
    }),
    openapi: async () => {
      document ??= openApi(endpoints, apiRoot, config.version);
      return document;
    },
  };
}
