/** Rules of the user, their trial, and the ways on which their notices leave the product (decision 45). */
import { keepPreviousData, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { Reads } from '../../contract/endpoint.ts';
import { type Rule, type RuleBody, ruleChange, type Trial, type WaysState } from '../../contract/entities/rules.ts';
import { type ApiResponse, callResource } from './resource.ts';
import { send } from './send.ts';

/** The screens report a failure in place: other servers of this API lack these calls. */
const meta = { isQuiet: true };

export const rulesQuery = (): UseQueryOptions<ApiResponse<Rule[]>> =>
  ({ ...callResource(api.rules.list), meta }) as UseQueryOptions<ApiResponse<Rule[]>>;

/** Turns a rule on or off. Each change of a rule ends its pause. @throws ApiError 404, 409 */
export const turnRule = (rule: Rule, isEnabled: boolean): Promise<Rule> =>
  send(api.rules.change, { path: { id: rule.id }, body: ruleChange.parse({ ...rule, isEnabled }), cause: 'user' });

export const waysQuery = () =>
  queryOptions<WaysState>({
    queryKey: [api.rules.ways.id],
    queryFn: ({ signal }) => send(api.rules.ways, { cause: 'poll', signal }),
    meta,
  });

export type Webhooks = Reads<typeof api.ways.webhooks>;
export const webhooksQuery = () =>
  queryOptions<Webhooks>({
    queryKey: [api.ways.webhooks.id],
    queryFn: ({ signal }) => send(api.ways.webhooks, { cause: 'poll', signal }),
    meta,
  });

/** What the result of a trial depends on: not the name, and not the ways. null = there is nothing to try. */
export const trialQuery = (body: RuleBody | null) =>
  queryOptions<Trial>({
    queryKey: [api.rules.tryOut.id, body],
    queryFn: ({ signal }) => {
      if (!body) throw new Error('There is no rule to try.');
      return send(api.rules.tryOut, { body, cause: 'user', signal });
    },
    enabled: body !== null,
    // The old figures stay until the new ones arrive.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    meta,
  });
