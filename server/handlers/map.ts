/**
 * Positions for the map: where aircraft are, and where one was. Must not: hold SQL, or decide who may call (guard.ts has, before).
 */
import type { Api } from '../../contract/api.ts';
import type { Handlers, Reads } from '../../contract/endpoint.ts';
import { boxOf } from '../bounds.ts';
import type { Context } from '../guard.ts';
import { TaggedAnswer } from '../http/answer.ts';
import { CompanyRules } from '../positions/company-view.ts';
import { trailOf } from '../positions/trail.ts';
import type { Services } from '../services.ts';
import { companyOf } from '../store/company-scope.ts';

type PositionCalls = Pick<Api['map'], 'currentLocation' | 'trail'>;

/** Both are scoped calls: who has a company sees its aircraft and what its receivers heard (C117). */
export function makePositionHandlers({
  positions,
  db,
}: Pick<Services, 'positions' | 'db'>): Handlers<PositionCalls, Context> {
  const rules = new CompanyRules(db);
  const scopeOf = ({ caller, config }: Context, asked: string | undefined): string | null =>
    companyOf(caller, asked, true, config.companyScope);
  return {
    currentLocation: async ({ query, ...context }) => {
      const view = await rules.viewOf(scopeOf(context, query.company));
      const { etag, body } = positions.answer(boxOf(query), view);
      return new TaggedAnswer(etag, body) as unknown as Reads<PositionCalls['currentLocation']>;
    },
    trail: async ({ query, ...context }) => {
      const company = scopeOf(context, query.company);
      const rule = await rules.of(company);
      return { trail: await trailOf(db, positions, { icao: query.icao ?? '', company, rule }) };
    },
  };
}
