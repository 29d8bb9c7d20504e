/** Rules without conditions, and the inbox of a user. */
import { expect } from 'vitest';
import type { RuleOwner } from '../../contract/entities/rules.ts';
import { callApi } from '../support/api-client.ts';
import type { InProcessServer } from '../support/test-server.ts';

export async function addRule(server: InProcessServer, owner: RuleOwner, user: string, company: string | null = null) {
  const [row] = await server.db.query<{ id: string }>(
    `insert into watch_rules (owner, user_id, written_by, company, name, is_enabled, body)
     values ($1, (select id from users where user_name = $2), $2, $3, 'A rule', true, '{}') returning id::text as id`,
    [owner, user, company],
  );
  return row?.id ?? '';
}

type Notice = Readonly<Record<string, unknown>> & { readonly id: string };
export const inboxOf = (server: InProcessServer, token: string) => ({
  async list(query = '') {
    const response = await callApi(server, `/Notices${query}`, { token });
    expect(response.status, response.text).toBe(200);
    return response.json as { readonly notices: readonly Notice[]; readonly noticesCount: number };
  },
  count: async () => (await callApi(server, '/Notices/Count', { token })).json,
  change: (action: string, ...ids: readonly string[]) =>
    callApi(server, '/Notices/State', { method: 'PUT', token, body: { action, ids } }),
});
