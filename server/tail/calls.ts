/** The page of one aircraft (decision 52). Its scope is that of the caller's raw list. */
import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import type { Tail } from '../../contract/entities/tail.ts';
import { clock } from '../base/clock.ts';
import { ShortCache } from '../base/short-cache.ts';
import type { Database } from '../database/pool.ts';
import { companyOfMessages } from '../http/company-scope.ts';
import type { Context } from '../http/guard.ts';
import { CompanyRules } from '../map/company-view.ts';
import type { Positions } from '../map/positions.ts';
import { readTail } from './read-tail.ts';
import { idKey } from './which-aircraft.ts';

export function makeTailHandlers({
  db,
  positions,
}: {
  readonly db: Database;
  readonly positions: Positions;
}): Handlers<Api['tail'], Context> {
  const rules = new CompanyRules(db);
  const cached = new ShortCache<Tail>({ maxAgeMs: 30_000, max: 100 });
  return {
    one: async ({ path, query, ...context }) => {
      const request = { key: idKey(path.id), days: query.days ?? 1, company: companyOfMessages(context) };
      return cached.respond(JSON.stringify(request), () =>
        readTail({ db, positions, rules }, { ...request, nowMs: clock.now() }),
      );
    },
  };
}
