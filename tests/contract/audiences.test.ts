import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../contract/api.ts';
import { type Audience, permissionFor } from '../../contract/audience.ts';
import { type Endpoint, errorBody } from '../../contract/endpoint.ts';
import { callApi, type LoggedIn, logIn } from '../support/api-client.ts';
import { serverForFile } from '../support/file-server.ts';
import type { DemoUser } from '../support/server.ts';

const server = serverForFile({ env: { PUBLIC_URL: 'https://radio.example.org' } });

/** Each account of the demo and its audience, copied from C11 and C12. */
const people: readonly { user: DemoUser; audience: Audience; termsAccepted: boolean }[] = [
  { user: 'admin', audience: 'admin', termsAccepted: true },
  { user: 'parser', audience: 'parser', termsAccepted: true },
  { user: 'customer', audience: 'customer', termsAccepted: true },
  { user: 'company', audience: 'companyUser', termsAccepted: true },
  { user: 'feeder', audience: 'customer', termsAccepted: true },
  { user: 'newcomer', audience: 'parser', termsAccepted: false },
  { user: 'guest', audience: 'noRole', termsAccepted: true },
];

const bodyOf: Readonly<Record<string, unknown>> = {
  'API-01': { username: 'nobody', password: 'wrong-password', role: '', terms: 0, company: '' },
  'ADD-refreshToken': { refreshToken: 'not one of ours' },
};
/** Calls whose path names a missing object. */
const notThere = new Set([
  'API-08',
  'API-10',
  'ADD-heard',
  'ADD-extra',
  'ADD-stationPage',
  'ADD-airportPage',
  'ADD-revokeStationKey',
  'ADD-runBackup',
  'ADD-sendConfirmation',
  'ADD-importPart',
  'ADD-importRejected',
  'ADD-writeImport',
  'ADD-cancelImport',
  'ADD-unshareView',
  'ADD-removeReceiver',
  'ADD-endLogin',
  'ADD-resetSecondFactor',
  'ADD-removeRule',
  'ADD-unsubscribe',
  'ADD-testPush',
  'ADD-removeWebhook',
  'ADD-testWebhook',
]);
/** Calls without their required parameters: a permitted caller gets a 400. */
const incomplete = new Set([
  'ADD-linkEvents',
  'ADD-removePasskey',
  'API-02',
  'API-07',
  'API-09',
  'API-31',
  'API-32',
  'API-33',
  'API-34',
  'API-51',
  'API-45',
  'API-46',
  'ADD-claimReceiver',
  'ADD-releaseReceiver',
  'ADD-changePassword',
  'ADD-beginImport',
  'ADD-past',
  'ADD-auditExport',
  'ADD-exportTurn',
  'ADD-rawTrail',
  'ADD-shareView',
  'ADD-preferences',
  'ADD-setFaultState',
  'ADD-addReceiver',
  'ADD-testReceiver',
  'ADD-changeReceiver',
  'ADD-beginSecondFactor',
  'ADD-beginRequiredSecondFactor',
  'ADD-confirmSecondFactor',
  'ADD-renewRecoveryCodes',
  'ADD-removeSecondFactor',
  'ADD-requestPassword',
  'ADD-setPassword',
  'ADD-beginPasskey',
  'ADD-addPasskey',
  'ADD-passkeyLogin',
  'ADD-beginRequiredPasskey',
  'ADD-addRequiredPasskey',
  'ADD-turnOffPassword',
  'ADD-turnOnPassword',
  'ADD-completeSignIn',
  'ADD-addRule',
  'ADD-changeRule',
  'ADD-tryRule',
  'ADD-changeNotices',
  'ADD-changeNoticeSettings',
  'ADD-subscribe',
  'ADD-addWebhook',
  'ADD-changeReportMail',
]);
/** Calls limited to own objects: whether this request is for an object of another user. */
const isOfOthers = (id: string, user: DemoUser): boolean => id === 'API-08' || (id === 'API-26' && user !== 'feeder');
/** Calls of third-party services that are not configured here. */
const notConfigured = new Set(['API-28', 'API-29', 'ADD-beginSignIn']);
/** Each uses a different name: wrong passwords for one name soon get 429. */
function bodyFor(endpoint: Endpoint, me?: LoggedIn): unknown {
  const body = bodyOf[endpoint.id] ?? {};
  return endpoint.id === 'API-01' ? { ...body, username: `nobody.${me?.userId ?? 'at.all'}` } : body;
}
const bytes = { rawBody: new Uint8Array(1), headers: { 'content-type': 'application/octet-stream' } };
/** The first rule is the ready-made one of the feeder. */
const objectOf = ({ id }: Endpoint): string => (id === 'ADD-removeRule' ? '999999' : '1');
/** Five rows of a list show the same as thousands of airports. */
const pathOf = (endpoint: Endpoint, me?: LoggedIn): string =>
  `${endpoint.path.replace('{userId}', me?.userId ?? '1').replace(/\{[^}]+\}/g, objectOf(endpoint))}${endpoint.list ? '?limit=5' : ''}`;
const request = (endpoint: Endpoint, me?: LoggedIn) => ({
  method: endpoint.method,
  path: pathOf(endpoint, me),
  ...(endpoint.sends === 'bytes' ? bytes : endpoint.body ? { body: bodyFor(endpoint, me) } : {}),
});

async function expectErrorShape(response: { json: unknown; text: string }) {
  expect(errorBody.safeParse(response.json).success, response.text.slice(0, 200)).toBe(true);
}

describe('NAV-21 C11 C12: each call serves its audiences only', () => {
  test('without a token every call that is not public returns 401', async () => {
    for (const endpoint of endpoints) {
      const { path, ...call } = request(endpoint);
      const response = await callApi(server.current, path, call);
      const isPublic = permissionFor(endpoint.id, 'visitor', false) === 'yes';
      if (!isPublic) expect(response.status, `${endpoint.method} ${path}`).toBe(401);
      else expect(response.status, `${endpoint.method} ${path}`).toBeLessThan(500);
      if (response.status >= 400) await expectErrorShape(response);
    }
  });

  test('a foreign token returns 401, whatever its form', async () => {
    const forged = [
      'x',
      'null',
      'undefined',
      'a'.repeat(5000),
      'eyJhbGciOiJub25lIn0.eyJyb2xlIjoiQWRtaW4ifQ.',
      "' or 1=1 --",
    ];
    for (const token of forged)
      expect((await callApi(server.current, '/account/me', { token })).status, token.slice(0, 40)).toBe(401);
  });

  for (const { user, audience, termsAccepted } of people)
    describe(user, () => {
      let me: LoggedIn;
      beforeAll(async () => {
        me = await logIn(server.current, user);
      });
      test(`${user} may make exactly the calls of ${audience}${termsAccepted ? '' : ' before the terms'}`, async () => {
        for (const endpoint of endpoints) {
          if (endpoint.id === 'ADD-logout' || endpoint.id === 'API-05') continue;
          const { path, ...call } = request(endpoint, me);
          const response = await callApi(server.current, path, { ...call, token: me.token, cookie: me.cookie });
          const description = `${user}: ${endpoint.id} ${endpoint.method} ${path}: ${response.status} ${response.text.slice(0, 120)}`;
          if (permissionFor(endpoint.id, audience, termsAccepted) === 'no') {
            expect(response.status, description).toBe(403);
            const isForStations = endpoint.token === 'station';
            const next = termsAccepted ? 'Ask an administrator for access.' : 'Accept the terms';
            expect(response.text).toContain(isForStations ? 'requires a station key' : next);
          } else if (bodyOf[endpoint.id]) expect(response.status, description).toBe(401);
          else if (incomplete.has(endpoint.id)) expect(response.status, description).toBe(400);
          else if (notConfigured.has(endpoint.id)) expect(response.status, description).toBe(424);
          // The account or station of another user, existing or not. The demo's first station belongs to the feeder.
          else if (permissionFor(endpoint.id, audience, termsAccepted) === 'own' && isOfOthers(endpoint.id, user))
            expect(response.status, description).toBe(403);
          else expect(response.status, description).toBe(notThere.has(endpoint.id) ? 404 : endpoint.status);
          if (response.status >= 400) await expectErrorShape(response);
          else if (endpoint.status !== 204)
            expect(endpoint.response.safeParse(response.json).success, description).toBe(true);
        }
      });
    });

  test('C36 SES-15: the two calls without token accept the session cookie, and nothing less', async () => {
    const me = await logIn(server.current, 'parser');
    for (const [path, status] of [
      ['/AcarsMessage/adsb', 200],
      ['/AircraftTypeCode/GetAircraftTypeCodesAll', 200],
    ] as const) {
      expect((await callApi(server.current, path, { cookie: me.cookie })).status, path).toBe(status);
      expect((await callApi(server.current, path)).status, path).toBe(401);
    }
    expect((await callApi(server.current, '/account/me', { cookie: me.cookie })).status).toBe(401);
  });

  test('C27: the case of a path does not matter, an unknown path is 404 and a wrong method 405 or 404', async () => {
    const { token } = await logIn(server.current, 'admin');
    for (const path of ['/acarsmessage/ALLUSERS', '/AcarsMessage/allusers', '/ACCOUNT/ME'])
      expect((await callApi(server.current, path, { token })).status, path).toBe(200);
    for (const path of ['/nothing/here', '/AcarsMessage/allUsers/more', '/'])
      expect((await callApi(server.current, path, { token })).status, path).toBe(404);
    for (const method of ['DELETE', 'PUT', 'PATCH'])
      expect([404, 405], method).toContain(
        (await callApi(server.current, '/AcarsMessage/allUsers', { method, token })).status,
      );
  });
});

describe('terms', () => {
  test('API-05 C115: a user accepts for their own account only, and may then call the data', async () => {
    const [me, other] = [await logIn(server.current, 'newcomer'), await logIn(server.current, 'customer')];
    expect((await callApi(server.current, '/AcarsMessage/allUsers', { token: me.token })).status).toBe(403);
    const foreign = await callApi(server.current, `/Account/AcceptTerms/${other.userId}`, {
      method: 'PUT',
      token: me.token,
    });
    expect(foreign.status).toBe(403);
    const accepted = await callApi(server.current, `/Account/AcceptTerms/${me.userId}`, {
      method: 'PUT',
      token: me.token,
    });
    expect(accepted.json).toEqual({ terms: 1 });
    expect((await callApi(server.current, '/AcarsMessage/allUsers', { token: me.token })).status).toBe(200);
  });
});
