/** The call for a trail from packed minutes. */
import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import type { Database } from '../database/pool.ts';
import { HttpError } from '../http/api-error.ts';
import type { Context } from '../http/guard.ts';
import type { RadioConfig } from './radio-config.ts';
import { rawTrail } from './raw-trail.ts';

/** An hour of 1,000 frames/s takes seconds of the server's time: one request at a time. */
export function makeRawHandlers({
  db,
  config,
}: {
  readonly db: Database;
  readonly config: { readonly radio: RadioConfig };
}): Handlers<Pick<Api['map'], 'rawTrail'>, Context> {
  let isBusy = false;
  return {
    rawTrail: async ({ query }) => {
      if (isBusy) throw new HttpError(429, 'Another trail is being decoded. Try again in a few seconds.');
      isBusy = true;
      try {
        const { icao = '', from = Number.NaN, to = Number.NaN } = query;
        return { trail: await rawTrail(db, { icao, fromMs: from, toMs: to, repairs: config.radio.repairs }) };
      } finally {
        isBusy = false;
      }
    },
  };
}
