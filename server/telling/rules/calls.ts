/** Calls of rules. Writing: anyone for oneself, a user of a company for it, an Admin for everyone (decision 45). */
import type { Api } from '../../../contract/api.ts';
import type { Handlers } from '../../../contract/endpoint.ts';
import type { Rule, RuleBody } from '../../../contract/entities/rules.ts';
import type { Query } from '../../database/pool.ts';
import { HttpError } from '../../http/api-error.ts';
import type { CompanyScope } from '../../http/company-scope.ts';
import { type Caller, type Context, callerOf } from '../../http/guard.ts';
import { ruleFaults } from './rule-faults.ts';
import type { Rules } from './rules.ts';
import { addRule, changeRule, readRules, removeRule, requireOwner } from './stored-rules.ts';
import { tryRule } from './trial.ts';
import { type WayServices, wayStates } from './way-states.ts';

export const makeRulesHandlers = (
  services: WayServices & { readonly rules: Rules; readonly db: Query },
): Handlers<Api['rules'], Context> => ({
  list: async (context) => readRules(context.db, callerOf(context), context.companyScope),

  add: async ({ body, ...context }) => {
    const caller = callerOf(context);
    refuseFaults(caller, body);
    const id = await addRule(context.db, caller, body);
    services.rules.changed();
    return oneRule(context, caller, id);
  },

  change: async ({ body, path, ...context }) => {
    const caller = callerOf(context);
    refuseFaults(caller, body);
    await changeRule(context.db, caller, path.id, body);
    services.rules.changed();
    return oneRule(context, caller, path.id);
  },

  remove: async ({ path, ...context }) => {
    await removeRule(context.db, callerOf(context), path.id);
    services.rules.changed();
    return undefined;
  },

  tryOut: ({ body, ...context }) =>
    tryRule({ db: services.db, caller: callerOf(context), companyScope: context.companyScope, body }),

  ways: async (context) => wayStates(services, context.request),
});

/** @throws HttpError 403, 400 with a text for each condition: `all.0`, `not.2`, `rule` */
function refuseFaults(caller: Caller, body: RuleBody): void {
  requireOwner(caller, body.owner);
  const faults = ruleFaults(body);
  const [first] = faults;
  if (!first) return;
  const errors: Record<string, string[]> = {};
  for (const { part, at, reason } of faults) {
    const field = at === null ? part : `${part}.${at}`;
    errors[field] = [...(errors[field] ?? []), reason];
  }
  throw new HttpError(400, first.reason, errors);
}

async function oneRule(
  { db, companyScope }: { readonly db: Query; readonly companyScope: CompanyScope },
  caller: Caller,
  id: string,
): Promise<Rule> {
  const [rule] = await readRules(db, caller, companyScope, id);
  if (!rule) throw new HttpError(404, 'This rule does not exist, or is not yours.');
  return rule;
}
