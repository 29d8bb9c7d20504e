/** Closed and archived accounts, and erased persons. */
import { describe, expect, test } from 'vitest';
import { eraseCommand } from '../../server/accounts/erase-command.ts';
import { purgeArchive } from '../../server/accounts/users.ts';
import { clock } from '../../server/base/clock.ts';
import { type ApiResponse, callApi } from '../support/api-client.ts';
import { usersForFile } from './users-for-file.ts';

const fixture = usersForFile();
const { register, idOf, read, remove, logIn, tokenOf, me, errorOf } = fixture;

const archived = (id: string) =>
  fixture.server.db.query<Record<string, unknown>>('select * from closed_accounts where id = $1', [id]);
const adminId = async () => ((await me(fixture.admin)).json as { user: { id: string } }).user.id;
/** Rows that still refer to an account. */
async function leftOf(id: string): Promise<Record<string, number>> {
  const [row] = await fixture.server.db.query<Record<string, number>>(
    `select (select count(*) from users where id = $1) as users, (select count(*) from sessions where user_id = $1) as sessions,
       (select count(*) from email_confirmations where user_id = $1) as confirmations`,
    [id],
  );
  return row ?? {};
}

describe('API-10 C94: closing', () => {
  test('API-10 C94: a closed account is in no list and cannot log in; its sessions end, and its name is available', async () => {
    const id = await idOf(register({ username: 'leaver', role: 'Customer', terms: 1 }));
    const token = await tokenOf('leaver', 'secret-1');
    expect((await remove(id)).status).toBe(204);
    expect((await me(token)).status).toBe(401);
    expect((await logIn('leaver', 'secret-1')).status).toBe(401);
    expect((await callApi(fixture.server, `/account/${id}`, { token: fixture.admin })).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    expect((await register({ username: 'leaver' })).status).toBe(201);
    const [archivedUser] = await archived(id);
    expect(archivedUser).toMatchObject({ user_name: 'leaver', name: 'Ana', surname: 'Pop', email: 'ana@example.org' });
    expect(JSON.stringify(archivedUser)).not.toMatch(/argon2|secret-1/);
    expect(await leftOf(id)).toEqual({ users: 0, sessions: 0, confirmations: 0 });
    const years = (Date.parse(String(archivedUser?.purge_after)) - Date.now()) / 86_400_000 / 365.25;
    expect(years).toBeCloseTo(7, 1);
    clock.offsetMs = 6.9 * 365.25 * 86_400_000;
    await purgeArchive(fixture.server.db, clock.now());
    expect(await archived(id)).toHaveLength(1);
    clock.offsetMs = 7.1 * 365.25 * 86_400_000;
    await purgeArchive(fixture.server.db, clock.now());
    expect(await archived(id)).toEqual([]);
  });

  test('C94: a station loses its feeder when the account is closed, and is not deleted', async () => {
    const id = await idOf(register({ username: 'host', company: 'Tarom' }));
    await fixture.server.db.query(
      `insert into stations (station_id, latitude, longitude, feeder_user_id) values ('77001', 1, 2, $1)`,
      [id],
    );
    await remove(id);
    expect(await fixture.server.db.query(`select feeder_user_id from stations where station_id = '77001'`)).toEqual([
      { feeder_user_id: null },
    ]);
  });

  /** Response to a call of a user whose account is being closed. */
  async function duringClosing(id: string, call: () => Promise<ApiResponse>): Promise<ApiResponse> {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const { response } = await fixture.server.db.transaction(async (tx) => {
      await tx.query('delete from users where id = $1', [id]);
      const begun = { response: call() };
      await expect.poll(() => fixture.server.db.query(waiting)).toHaveLength(1);
      return begun;
    });
    return response;
  }
  const station = { latitude: 1, longitude: 2, locationStartDate: '2024-05-01T13:00:00Z' };
  const ways = { push: false, email: 'none', webhooks: [], mqtt: false };
  const rule = { name: 'R', isEnabled: true, all: [{ field: 'tail', values: ['D-ABCD'] }], not: [] };
  const ofUser = { owner: 'user', scope: 'every', quiet: null, ways };
  const writes: readonly (readonly [path: string, body: object, method?: 'PUT'])[] = [
    ['/Preferences', { preferences: [{ name: 'units', value: '1', version: 0 }] }, 'PUT'],
    ['/SharedViews', { list: 'akrx', name: 'View', search: '' }],
    ['/Rules', { ...rule, ...ofUser }],
    ['/Notices/Settings', { zone: 'UTC', quiet: null, email: 'none' }, 'PUT'],
    ['/Report/Mail', { day: true, week: false, tails: [] }, 'PUT'],
    ['/Webhooks', { name: 'Hook', url: 'https://hooks.example.org/x', template: 'json', owner: 'user' }],
    ['/account/secondFactor', { currentPassword: 'secret-1' }],
    ['/OverallBid/Upsert', { bidValue: 4, startDate: '2026-02-01' }],
    ['/receivers', { kind: 'beast', host: '127.0.0.1', port: 9 }],
    ['/Stations/1/keys', { name: 'Key' }],
    ['/Station/CreateStation', { ...station, stationId: '77002', startDate: station.locationStartDate }],
  ];
  for (const [path, body, method = 'POST'] of writes)
    test(`an account that is closed while it writes to ${path} gets a 401`, async () => {
      const id = await idOf(register({ username: 'writer', role: 'Admin', company: 'Tarom', terms: 1 }));
      const token = await tokenOf('writer', 'secret-1');
      expect((await me(token)).status).toBe(200);
      const feeder = path === '/Station/CreateStation' ? { userId: await adminId() } : {};
      const response = await duringClosing(id, () =>
        callApi(fixture.server, path, { method, token, body: { ...body, ...feeder } }),
      );
      expect(response).toMatchObject({ status: 401, json: { message: 'Your session has ended. Log in again.' } });
    });

  test('API-07: a confirmation email of an account that is closed at the same time is refused', async () => {
    const id = await idOf(register({ username: 'addressee', role: 'Customer', terms: 1 }));
    const sent = await duringClosing(id, () =>
      callApi(fixture.server, `/account/confirmation/${id}`, { method: 'POST', token: fixture.admin }),
    );
    expect(sent).toMatchObject({ status: 404, json: { message: 'There is no such user.' } });
  });

  test('an account cannot close itself', async () => {
    const response = await remove(await adminId());
    expect([response.status, errorOf(response).message]).toEqual([
      409,
      'You cannot delete your own account. Another Admin can.',
    ]);
  });
});

describe('C94: erasure', () => {
  async function erase(...args: string[]): Promise<{ code: number; text: string }> {
    const lines: string[] = [];
    const code = await eraseCommand(fixture.server.db, args, (line) => lines.push(line));
    return { code, text: lines.join('\n') };
  }

  test('C94: a person is erased on request, with an open or a closed account', async () => {
    const open = await idOf(
      register({ username: 'erased.open', email: 'open@example.org', role: 'Customer', terms: 1 }),
    );
    const token = await tokenOf('erased.open', 'secret-1');
    expect(await erase('OPEN@example.org')).toMatchObject({ code: 0 });
    expect(await leftOf(open)).toEqual({ users: 0, sessions: 0, confirmations: 0 });
    expect(await archived(open)).toEqual([]);
    await expect.poll(async () => (await me(token)).status).toBe(401);

    const closed = await idOf(register({ username: 'erased.closed' }));
    await fixture.server.db.query(
      `with rule as (insert into watch_rules (owner, written_by, name, is_enabled, body) values ('all', 'erased.closed', 'Rule', false, '{}') returning id),
         hit as (insert into watch_hits (rule_id, event_key, kind, at, title, words, path, taken_by, done_by)
           select id, 'key', 'rule', now(), '', '', '', 'erased.closed', 'other' from rule returning id)
       insert into watch_history (hit_id, what, done_by, at) select id, 'taken', 'erased.closed', now() from hit`,
    );
    await remove(closed);
    expect(await archived(closed)).toHaveLength(1);
    const report = await erase('erased.closed');
    expect(report).toMatchObject({ code: 0, text: expect.stringContaining('Erased: "erased.closed", "Ana Pop, ana@') });
    expect(await archived(closed)).toEqual([]);
    // What the person did about a notice stays, without the name.
    expect(
      await fixture.server.db.query(
        `select r.written_by as rule, h.taken_by as taken, h.done_by as done, y.done_by as history
         from watch_hits h join watch_rules r on r.id = h.rule_id join watch_history y on y.hit_id = h.id`,
      ),
    ).toEqual([{ rule: 'erased', taken: 'erased', done: 'other', history: 'erased' }]);
  });

  test('C94: two persons with the same name are distinguished by id, and neither is erased by mistake', async () => {
    const first = await idOf(register({ username: 'namesake', email: 'first@example.org' }));
    await remove(first);
    const second = await idOf(register({ username: 'namesake', email: 'second@example.org' }));
    const report = await erase('namesake');
    expect(report.code).toBe(1);
    expect(report.text).toContain(first);
    expect(report.text).toContain(second);
    expect((await erase(first)).code).toBe(0);
    expect(await archived(first)).toEqual([]);
    expect((await read(second)).userName).toBe('namesake');
    for (const args of [[], [''], ['nobody.at.all'], ['namesake', 'more'], ['--all'], ['%']])
      expect((await erase(...args)).code, args.join(' ')).toBe(1);
    expect((await read(second)).userName).toBe('namesake');
  });

  test('C94: the last Admin is not erased', async () => {
    const report = await erase('admin');
    expect(report).toMatchObject({ code: 1, text: expect.stringContaining('This is the last Admin') });
    expect((await me(fixture.admin)).status).toBe(200);
  });
});
