/** Sign-in at a real OpenID provider: the opened account, its rights, and the refusals. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOidc } from '../../server/accounts/oidc/oidc-config.ts';
import { Provider } from '../../server/accounts/oidc/provider.ts';
import { signInProviderUser } from '../../server/accounts/oidc/provider-users.ts';
import { accountsOf } from '../../server/accounts/stored-passwords.ts';
import { clock } from '../../server/base/clock.ts';
import { UpstreamClient } from '../../server/outgoing/fetch-upstream.ts';
import { callApi } from '../support/api-client.ts';
import { type ProviderPerson, signInAtProvider, startProvider, type TestProvider } from '../support/provider.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { demoPassword } from '../support/server.ts';
import { startStandIn } from '../support/stand-in.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';

const home = 'https://radio.example.org/downlink/auth';
let provider: TestProvider;
let server: InProcessServer;
beforeAll(async () => {
  provider = await startProvider();
  provider.accept(home);
  server = await startTestServer({
    ...provider.env,
    PUBLIC_URL: 'https://radio.example.org/downlink',
    BASE_PATH: '/downlink',
    OIDC_ROLES: 'radio-admins=Admin, decoders=Parser, pilots=Customer',
    OIDC_COMPANY_CLAIM: 'org',
    OIDC_COMPANIES: 'org-7=Carpatair',
    OIDC_CREATE_USERS: 'true',
    SECOND_FACTOR_ROLES: 'Parser',
  });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});
rightClockAfterEach();

type ApiResponse = { url?: string; ticket?: string; token?: string; message?: string; user?: { userName: string } };
const post = async (path: string, body: object, token?: string) => {
  const { status, json, headers } = await callApi(server, path, { method: 'POST', body, ...(token ? { token } : {}) });
  return { status, headers, json: (json ?? {}) as ApiResponse };
};
const begin = async () => (await post('/account/signIn/begin', {})).json as { url: string; ticket: string };
/** To the provider and back, as this user. */
async function comeBack(person: ProviderPerson | null) {
  const { url, ticket } = await begin();
  provider.person = person;
  return { ticket, query: await signInAtProvider(url, home) };
}
const complete = (body: { ticket: string; query: string }) => post('/account/signIn', body);
const signIn = async (person: ProviderPerson | null) => complete(await comeBack(person));
const profileOf = async (token = '') =>
  ((await callApi(server, '/account/me', { token })).json as { user: { id: string; role: string; company: string } })
    .user;
const entriesOf = (name: string | null) =>
  server.db.query<{ action: string; details: string | null }>(
    `select action, details from audit_entry where subject = 'login' and name is not distinct from $1 order by id`,
    [name],
  );

const jane = {
  sub: 'u-1',
  preferred_username: 'jane.doe',
  given_name: 'Jane',
  family_name: 'Doe',
  email: 'jane@example.org',
  email_verified: true,
  groups: ['staff', 'decoders', 'pilots'],
  org: 'org-7',
};

test('AUTH-08 C03: a sign-in opens a new account with role and company of its claims, before the terms, with the cookie', async () => {
  const { url } = await begin();
  const requested = new URL(url).searchParams;
  expect(Object.fromEntries(requested)).toMatchObject({
    redirect_uri: home,
    response_type: 'code',
    code_challenge_method: 'S256',
    prompt: 'login',
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  const entered = await signIn(jane);
  expect([entered.status, entered.json.user]).toEqual([200, { userName: 'jane.doe' }]);
  expect(entered.headers.getSetCookie()[0]).toMatch(/^downlink-session=.*Path=\/downlink\/api\/v1;/);
  const profile = await profileOf(entered.json.token);
  expect(profile).toMatchObject({ role: 'Parser', company: 'Carpatair', terms: 0 });
  const admin = await server.logIn('admin');
  expect((await callApi(server, `/account/${profile.id}`, { token: admin })).json).toMatchObject({
    name: 'Jane',
    surname: 'Doe',
    email: 'jane@example.org',
    emailConfirmed: true,
    loginProvider: new URL(provider.url).host,
  });
  expect((await entriesOf('jane.doe')).map(({ action, details }) => `${action} ${details}`)).toEqual([
    `changed single sign-on connected: ${new URL(provider.url).host}`,
    'logged in single sign-on',
  ]);
});

test('AUTH-08 C03: changed claims take effect at the next sign-in, for the same account, and end its other logins', async () => {
  const person = { ...jane, sub: 'u-2', preferred_username: 'john' };
  const first = (await signIn(person)).json.token;
  const second = (await signIn({ ...person, groups: ['pilots'], org: 'org-9', preferred_username: 'renamed' })).json;
  expect(second.user).toEqual({ userName: 'john' });
  expect(await profileOf(second.token)).toMatchObject({ role: 'Customer', company: null });
  expect((await callApi(server, '/account/me', { token: first ?? '' })).status).toBe(401);
  // The same claims again end no session.
  await signIn({ ...person, groups: ['pilots'], org: 'org-9' });
  expect((await callApi(server, '/account/me', { token: second.token ?? '' })).status).toBe(200);
  expect((await signIn({ ...person, groups: ['staff'] })).status).toBe(401);
});

test('C03: an account of the provider has no password, passkey or code here', async () => {
  const { token = '' } = (await signIn({ ...jane, sub: 'u-3', preferred_username: 'ann', groups: ['pilots'] })).json;
  const { id } = await profileOf(token);
  await callApi(server, `/Account/AcceptTerms/${id}`, { method: 'PUT', token });
  expect((await callApi(server, '/account/security', { token })).json).toMatchObject({ password: 'provider' });
  const proof = { currentPassword: demoPassword, code: '' };
  for (const path of ['/account/passkeys/begin', '/account/secondFactor'])
    expect((await post(path, proof, token)).status, path).toBe(409);
  const body = { currentPassword: demoPassword, newPassword: 'another word' };
  expect((await callApi(server, '/account/password', { method: 'PUT', token, body })).status).toBe(409);
  expect(await accountsOf(server.db, jane.email)).toEqual([]);
  // Even with the hash of a known password.
  await server.db.query(
    `update users set password_hash = (select password_hash from users where user_name = 'admin') where user_name = 'ann'`,
  );
  const credentials = { username: 'ann', password: demoPassword, role: '', terms: 0, company: '' };
  expect((await post('/account/authenticate', credentials)).status).toBe(401);
});

test.each([
  ['no mapped role', { ...jane, sub: 'n-1', groups: ['staff'] }, 'has no role here', 'no role ("jane.doe")'],
  [
    'the name of a local user',
    { ...jane, sub: 'n-2', preferred_username: 'ADMIN' },
    'belongs to another',
    'username taken ("ADMIN")',
  ],
  [
    'a name that is none',
    { ...jane, sub: 'n-3', preferred_username: 'Jané' },
    'no usable username',
    'no usable username ("Jané")',
  ],
  [
    'no name but an unverified address',
    { sub: 'n-4', email: 'admin@x.org', groups: ['pilots'] },
    'no usable username',
    'no usable username ("")',
  ],
  ['a refusal of the provider', null, 'cancelled', 'cancelled'],
] as const)('AUTH-03 C03: %s is refused with a sentence and recorded', async (_, person, sentence, reason) => {
  const { status, json } = await signIn(person);
  expect([status, json.message]).toEqual([401, expect.stringContaining(sentence)]);
  expect((await entriesOf(null)).at(-1)).toEqual({ action: 'login failed', details: `single sign-on: ${reason}` });
});

test('AUTH-03 C03: a response is valid once, for ten minutes, in the browser that started, and from this issuer', async () => {
  const person = { ...jane, sub: 'u-4', preferred_username: 'once', groups: ['pilots'] };
  const used = await comeBack(person);
  expect([(await complete(used)).status, (await complete(used)).status]).toEqual([200, 401]);
  const stolen = await comeBack(person);
  expect((await complete({ ...stolen, ticket: (await begin()).ticket })).status).toBe(401);
  // It used up the sign-in: the attempt of the attacker must not leave it open.
  expect((await complete(stolen)).status).toBe(401);
  const [one, other] = [await comeBack(person), await comeBack(person)];
  const code = (query: string) => new URLSearchParams(query).get('code') ?? '';
  expect((await complete({ ...one, query: one.query.replace(code(one.query), code(other.query)) })).status).toBe(401);
  const foreign = new URLSearchParams(other.query);
  foreign.set('iss', 'https://evil.example');
  expect((await complete({ ...other, query: foreign.toString() })).status).toBe(401);
  const late = await comeBack(person);
  clock.offsetMs = 10 * 60_000;
  expect((await complete(late)).status).toBe(401);
});

test('C03: with creation off no account is created; with linking on a local user is matched by name; the last Admin is never lost', async () => {
  const person = {
    ...{ issuer: 'https://id.example/', subject: 's-1', userName: 'company', email: null, isEmailVerified: false },
    ...{ name: '', surname: '', role: 'Customer', company: undefined },
  };
  const neither = { createsUsers: false, linksByName: false };
  const asAdmin = { ...person, subject: 's-2', userName: 'admin' };
  expect(await signInProviderUser(server.db, person, neither)).toBe('taken');
  expect(await signInProviderUser(server.db, { ...person, userName: 'unknown' }, neither)).toBe('unknown');
  const linking = { ...neither, linksByName: true };
  expect(await signInProviderUser(server.db, asAdmin, linking)).toBe('last-admin');
  expect(await signInProviderUser(server.db, person, linking)).toMatchObject({
    userName: 'company',
    company: 'Carpatair',
    hasPassword: true,
  });
  // The name belongs to the first subject, also when linking is off again.
  expect(await signInProviderUser(server.db, { ...person, subject: 's-3' }, linking)).toBe('taken');
  expect(await signInProviderUser(server.db, person, neither)).toMatchObject({ userName: 'company' });
  await server.db.query(`delete from users where user_name = 'company'`);
  expect(await signInProviderUser(server.db, person, neither)).toBe('unknown');
});

test('C03: only the configured issuer is accepted, and its endpoints must have configured origins', async () => {
  const standIn = await startStandIn();
  const oidc = readOidc({ ...provider.env, OIDC_ISSUER: standIn.url, OIDC_ROLES: '*=User' });
  if (!oidc) throw new Error('not configured');
  const flow = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43), redirectUri: home };
  const describe = (more: object) => {
    const description = { issuer: standIn.url, authorization_endpoint: `${standIn.url}/authorize`, ...more };
    const headers = { 'content-type': 'application/json' };
    standIn.on('/', { headers, body: JSON.stringify(description) });
    const client = new UpstreamClient([{ origin: standIn.url, isOwners: true }], 'test', () => {});
    return new Provider(oidc, client);
  };
  await expect(describe({ issuer: 'https://evil.example' }).addressFor(flow)).rejects.toThrow(/issuer/);
  const elsewhere = describe({ token_endpoint: 'http://localhost:1/token' });
  expect(await elsewhere.addressFor(flow)).toContain(`${standIn.url}/authorize?`);
  const response = new URLSearchParams({ code: 'code', state: 'state' });
  const refusal = { trouble: 'notConfigured', message: 'http://localhost:1 is missing in OIDC_ORIGINS.' };
  await expect(elsewhere.claimsOf(response, flow)).rejects.toMatchObject({ cause: refusal });
  await standIn.stop();
});

test('AUTH-03 C03: an unresponsive provider does not count as a refusal', async () => {
  const back = await comeBack({ ...jane, sub: 'u-5', preferred_username: 'late' });
  await provider.stop();
  const { status, json } = await complete(back);
  expect([status, json.message]).toEqual([424, expect.stringMatching(/^Single sign-on is not available/)]);
});
