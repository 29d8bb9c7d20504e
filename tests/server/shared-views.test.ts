import { beforeAll, beforeEach, expect, test } from 'vitest';
import { preferenceLimits } from '../../contract/entities/preference.ts';
import { type SharedView, sharedViewLimits } from '../../contract/entities/shared-view.ts';
import { type ApiResponse, callApi } from '../support/api-client.ts';
import { testServerForFile } from '../support/test-server.ts';

const server = testServerForFile();
/** `company` and `customer` get companies per test; `admin` has none. */
let tokens: Readonly<Record<'admin' | 'company' | 'customer' | 'guest', string>>;
beforeAll(async () => {
  const of = (name: string): Promise<string> => server.logIn(name);
  tokens = {
    admin: await of('admin'),
    company: await of('company'),
    customer: await of('customer'),
    guest: await of('guest'),
  };
});
beforeEach(async () => {
  await server.db.query('delete from shared_view');
  await inCompany('company', 'Carpatair');
  await inCompany('customer', 'Carpatair');
});

type User = keyof typeof tokens;
/** A change of role or company ends sessions, so it is written to the table, and the stored token is requested again. */
async function inCompany(user: User, company: string | null): Promise<void> {
  await server.db.query('update users set company = $2 where user_name = $1', [user, company]);
  tokens = { ...tokens, [user]: await server.logIn(user) };
}
const view = { list: 'akrx', name: 'Faults today', search: 'label=H1&last=24' };
const share = (user: User, body: object = view): Promise<ApiResponse> =>
  callApi(server, '/SharedViews', { method: 'POST', token: tokens[user], body });
const seen = async (user: User): Promise<SharedView[]> =>
  (await callApi(server, '/SharedViews', { token: tokens[user] })).json as SharedView[];
const remove = async (user: User, id: number | string): Promise<number> =>
  (await callApi(server, `/SharedViews/${id}`, { method: 'DELETE', token: tokens[user] })).status;

test('a view is shared within its company only, whatever the case of the company; another company sees nothing', async () => {
  await inCompany('customer', ' CARPATAIR ');
  expect((await share('company')).status).toBe(200);
  const [own] = await seen('company');
  expect(own).toMatchObject({ ...view, by: 'company', isOwn: true });
  expect(await seen('customer')).toEqual([{ ...own, isOwn: false }]);
  expect(await seen('admin')).toEqual([]);
  await inCompany('customer', 'Carpatair Cargo');
  expect(await seen('customer')).toEqual([]);
});

test('only the owner deletes a view, and a company loses it when the owner leaves', async () => {
  await share('company');
  const [{ id = 0 } = {}] = await seen('company');
  expect(await remove('customer', id)).toBe(404);
  expect(await remove('admin', id)).toBe(404);
  for (const bad of ['x', '1e99', '-1']) expect(await remove('company', bad)).toBe(404);
  await inCompany('company', 'Elsewhere');
  expect(await seen('customer')).toEqual([]);
  expect(await remove('company', id)).toBe(204);
  expect(await remove('company', id)).toBe(404);
});

test('the same name replaces the own view, never that of a colleague; a body with an owner or a company is refused', async () => {
  await share('company');
  await share('company', { ...view, search: 'label=Q0' });
  await share('customer', { ...view, search: 'label=SA' });
  for (const claimed of [{ by: 'company' }, { userId: '1' }, { company: 'Elsewhere' }])
    expect((await share('customer', { ...view, name: 'claimed', ...claimed })).status).toBe(400);
  expect((await seen('customer')).map(({ by, search }) => `${by} ${search}`).sort()).toEqual([
    'company label=Q0',
    'customer label=SA',
  ]);
});

test('a user without company or role, an invalid body and too many views are refused', async () => {
  expect((await share('admin')).status).toBe(409);
  expect((await share('guest')).status).toBe(403);
  expect((await callApi(server, '/SharedViews', {})).status).toBe(401);
  for (const bad of [
    { ...view, name: ' ' },
    { ...view, name: 'x'.repeat(61) },
    { ...view, search: 'x'.repeat(8001) },
    {},
  ])
    expect((await share('company', bad)).status).toBe(400);
  await server.db.query(
    `insert into shared_view (user_id, list, name, search)
     select id, 'akrx', n::text, '' from users, generate_series(1, $1::int) n where user_name = 'customer'`,
    [sharedViewLimits.perCompany],
  );
  expect((await share('company')).status).toBe(409);
  expect((await share('customer', { ...view, name: '7' })).status).toBe(200);
});

type Preference = { name: string; value: string; version: number };
const merge = (user: User, ...preferences: object[]): Promise<ApiResponse> =>
  callApi(server, '/Preferences', { method: 'PUT', token: tokens[user], body: { preferences } });
const merged = async (user: User, ...preferences: object[]): Promise<Preference[]> =>
  (await merge(user, ...preferences)).json as Preference[];

test('preferences belong to the account: another device reads them, another user does not', async () => {
  const units = { name: 'units', value: 'metric', version: 0 };
  expect(await merged('company', units)).toEqual([{ ...units, version: 1 }]);
  tokens = { ...tokens, company: await server.logIn('company') };
  expect(await merged('company')).toEqual([{ ...units, version: 1 }]);
  expect(await merged('customer')).toEqual([]);
  expect(await merged('customer', { ...units, value: 'si' })).toEqual([{ ...units, value: 'si', version: 1 }]);
  expect(await merged('company')).toEqual([{ ...units, version: 1 }]);
  expect((await callApi(server, '/Preferences', { method: 'PUT', body: { preferences: [] } })).status).toBe(401);
});

test('of two changes of one version the second is left out, so that its device merges both', async () => {
  const list = (value: string, version: number) => ({ name: 'list:akrxAll', value, version });
  expect(await merged('guest', list('first', 0))).toEqual([list('first', 1)]);
  expect(await merged('guest', list('second', 1))).toEqual([list('second', 2)]);
  expect(await merged('guest', list('late', 1), list('later', 1))).toEqual([list('second', 2)]);
  expect(await merged('guest', list('new', 0))).toEqual([list('second', 2)]);
  // Of a preference that the server does not have, only a new one is stored.
  expect(await merged('guest', { name: 'views', value: '[]', version: 7 })).toEqual([list('second', 2)]);
});

test('of two devices that add the last preference at once one is refused, and the account can still be read', async () => {
  await server.db.query('delete from user_preference');
  const userId = `(select id from users where user_name = 'guest')`;
  const { sent } = await server.db.transaction(async (tx) => {
    await tx.query(
      `insert into user_preference (user_id, name, value) select ${userId}, 'list:l' || n, '{}' from generate_series(1, $1::int) n`,
      [preferenceLimits.perUser],
    );
    const sent = merge('guest', { name: 'list:one-more', value: '{}', version: 0 });
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await Promise.race([sent, expect.poll(() => server.db.query(waiting)).toHaveLength(1)]);
    // In an object: the transaction would wait for the response.
    return { sent };
  });
  expect((await sent).status).toBe(409);
  expect(await merged('guest')).toHaveLength(preferenceLimits.perUser);
});

test('a preference of another kind, one that is too long, and too many are refused, and nothing of them is stored', async () => {
  const before = await merged('admin');
  const good = { name: 'list:adsb', value: '{}', version: 0 };
  for (const bad of [
    { ...good, name: 'session' },
    { ...good, name: 'list:a/b' },
    { ...good, value: 'x'.repeat(40_001) },
    { ...good, version: -1 },
    { ...good, userId: '1' },
  ])
    expect((await merge('admin', good, bad)).status).toBe(400);
  expect(await merged('admin')).toEqual(before);
  const many = Array.from({ length: 200 }, (_, n) => ({ ...good, name: `list:l${n}` }));
  expect((await merge('admin', ...many)).status).toBe(200);
  expect((await merge('admin', { ...good, name: 'list:one-more' })).status).toBe(409);
  expect(await merged('admin')).toHaveLength(200);
});
