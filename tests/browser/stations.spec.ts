/**
 * An Admin manages stations: adds one, reads it with its histories, changes it, claims names of receivers, makes and revokes keys.
 * Must not: know how the form machine works inside (its own tests do).
 */
import type { Page } from 'playwright/test';
import { callApi, logIn } from '../support/api-client.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import type { TestServer } from '../support/server.ts';

const people: Record<string, string> = {};
const server = serverForFile({
  prepare: async (it: TestServer) => {
    const { token } = await logIn(it, 'admin');
    const answer = await callApi(it, '/Account/Users', { token });
    for (const { id, userName } of (answer.json as { users: { id: string; userName: string }[] }).users)
      people[userName] = id;
  },
});

const payload = (stationId: string, fields: object = {}) => ({
  stationId,
  latitude: 46.77,
  longitude: 23.62,
  locationStartDate: '2024-05-01T13:00:00Z',
  city: 'Cluj-Napoca',
  country: 'Romania',
  userId: people.feeder,
  startDate: '2024-05-01T13:00:00Z',
  description: 'Mast on the roof',
  ...fields,
});
async function call(method: string, path: string, body?: object): Promise<unknown> {
  const { token } = await logIn(server.current, 'admin');
  const answer = await callApi(server.current, path, { method, token, ...(body ? { body } : {}) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json;
}
const made = async (stationId: string, fields: object = {}): Promise<number> =>
  ((await call('POST', '/Station/CreateStation', payload(stationId, fields))) as { id: number }).id;

const asAdmin = async (page: Page, path: string): Promise<App> => {
  const app = new App(page, server.current.url);
  await app.logInAs('admin', { from: path, lands: path });
  return app;
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(new RegExp(`^${label}( \\*)?$`));
/** The sentence under a field. */
const note = async (page: Page, label: string): Promise<string> =>
  page.locator(`[id="${await field(page, label).getAttribute('id')}-note"]`).innerText();

test('S13 STN-01 STN-02 STN-03 STN-04 STN-05 STN-06 STN-07 STN-08 STN-09 STN-24 API-44 TIME-09 C67 C82 ERR-17: a station is added', async ({
  page,
  context,
}) => {
  const searches: { text: string | null; atMs: number }[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/UsersBySearchString$/i.test(url.pathname))
      searches.push({ text: url.searchParams.get('searchString'), atMs: Date.now() });
  });
  const app = await asAdmin(page, '/addStation');
  await expect(page.getByRole('heading', { name: 'Add station' })).toBeVisible();
  expect(await page.getByRole('main').locator('input:not([aria-hidden]), select, textarea').count()).toBe(14);
  for (const label of ['Station last active time', 'Notification Email', 'Feeder-Station status']) {
    await expect(field(page, label), label).not.toBeEditable();
    await expect(field(page, label), label).toHaveValue('N/A');
  }
  await expect(field(page, 'Feeder Notification Email')).toHaveValue('DoNothing');
  await expect(field(page, 'Feeder Notification Email').locator('option:checked')).toHaveText('Do Nothing');

  await button(page, 'Create Station').click();
  const required = {
    'Station Id': 'Station Id is required',
    Latitude: 'Latitude must be between -90 and 90.',
    Longitude: 'Longitude must be between -180 and 180.',
    'Geolocation start date': 'Location start date is required',
    Feeder: 'User is required',
    'Feeder start date': 'Feeder start date is required',
  };
  for (const [label, sentence] of Object.entries(required)) expect(await note(page, label), label).toBe(sentence);
  await expect(field(page, 'Station Id')).toBeFocused();
  await expectAccessible(page, 'add station, refused');

  const wrong = { 'Station Id': '12a', Latitude: '91', Longitude: '-181' };
  for (const [label, text] of Object.entries(wrong)) await field(page, label).fill(text);
  await button(page, 'Create Station').click();
  expect(await note(page, 'Station Id')).toBe('Station Id must be a valid integer.');
  expect(await note(page, 'Latitude')).toBe('Latitude must be between -90 and 90.');
  expect(await note(page, 'Longitude')).toBe('Longitude must be between -180 and 180.');
  await field(page, 'Feeder start date').fill('2024-05-01 1');
  await field(page, 'Feeder start date').press('Tab');
  await expect.poll(() => note(page, 'Feeder start date')).toBe('Please enter complete date & time or use DatePicker');

  // A search that fails is logged, and nothing more.
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await stub(context, '/Account/UsersBySearchString', { status: 500, json: { message: 'Broken shelf.' } });
  await field(page, 'Feeder').fill('x');
  await expect.poll(() => logged.some((text) => text.includes('Broken shelf.'))).toBe(true);
  await expect(app.alertDialog).toHaveCount(0);
  await context.unrouteAll();
  searches.length = 0;
  // Four letters at once: however busy the machine is, they are one piece of typing.
  const beforeMs = Date.now();
  await field(page, 'Feeder').evaluate((input: HTMLInputElement) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const text of ['f', 'fl', 'flo', 'flor']) {
      set?.call(input, text);
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  });
  const line = `${people.feeder}, feeder, feeder@downlink.example, Florin, Munteanu`;
  const option = page.getByRole('option', { name: line, exact: true });
  await expect(option).toBeVisible();
  expect(searches.map(({ text }) => text)).toEqual(['flor']);
  expect((searches[0]?.atMs ?? 0) - beforeMs).toBeGreaterThanOrEqual(500);
  expect(await page.getByRole('listbox').evaluate((list) => getComputedStyle(list).maxHeight)).toBe('200px');
  await option.click();
  await expect(field(page, 'Feeder')).toHaveValue(line);

  // The place by the map's keys, from the middle of its view; then typed.
  await page.getByRole('application').press('ArrowUp');
  await expect(field(page, 'Latitude')).not.toHaveValue('91');
  await field(page, 'Latitude').fill('46.77');
  await field(page, 'Longitude').fill('23.62');
  await expect(page.getByText(/^46\.77° N, 23\.62° E, \d+ km from Cluj/)).toBeVisible();
  await field(page, 'Station Id').fill('1042');
  // As the browser's own picker does; the second one is typed.
  const picker = page.locator('input[type="datetime-local"]').first();
  await expect(picker).toHaveAttribute('step', '3600');
  await picker.fill('2024-05-01T13:00');
  await expect(field(page, 'Geolocation start date')).toHaveValue('2024-05-01 13:00');
  await field(page, 'Feeder start date').fill('2024-05-02T09:00');
  await field(page, 'City').click();
  await expect(field(page, 'Feeder start date')).toHaveValue('2024-05-02 09:00');
  await field(page, 'City').fill('Cluj-Napoca');
  const sent = page.waitForRequest(/\/Station\/CreateStation$/);
  await button(page, 'Create Station').click();
  expect((await sent).postDataJSON()).toEqual({
    stationId: '1042',
    latitude: 46.77,
    longitude: 23.62,
    locationStartDate: '2024-05-01T13:00:00Z',
    city: 'Cluj-Napoca',
    country: null,
    locationAddress: null,
    lastActiveTime: null,
    userId: people.feeder,
    startDate: '2024-05-02T09:00:00Z',
    description: null,
    notificationEmail: null,
    feederNotificationEmail: 'DoNothing',
    firstTimeSentToFeeder: null,
    userStationStatus: null,
  });
  await app.expectPath('/statistics');
  await expect(page.getByText('Station 1042 was created')).toBeVisible();
  await expect(page.getByRole('table', { name: 'STATION DATA' }).getByText('1042', { exact: true })).toBeVisible();
});

test('STN-11 STN-12 STN-13 STN-14 STN-15 STN-19 STN-20 STN-22 C66 C83: a station is read with its histories, and changed; read offline', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1920, height: 1000 });
  const id = await made('2001');
  const app = await asAdmin(page, `/stationDetails/${id}`);
  await expect(page.getByRole('heading', { name: 'Station 2001' })).toBeVisible();
  const inputs = page.getByRole('form', { name: 'Station' }).locator('input, select, textarea');
  for (const input of await inputs.all()) await expect(input).not.toBeEditable();
  await expect(field(page, 'Station Id')).toHaveValue('2001');
  await expect(field(page, 'Feeder surname')).toHaveValue('Munteanu');
  await expect(field(page, 'Feeder phone')).toHaveValue('N/A');
  await expect(field(page, 'Location address')).toHaveValue('N/A');
  const feeders = page.getByRole('region', { name: 'Feeder history' });
  const places = page.getByRole('region', { name: 'Location history' });
  await expect(feeders.getByRole('row')).toHaveCount(2);
  expect(await feeders.getByRole('columnheader').allInnerTexts()).toEqual([
    '#',
    'Username',
    'Start Date',
    'Note',
    'Created On',
    'Created By',
  ]);
  expect(await places.getByRole('columnheader').allInnerTexts()).toEqual([
    '#',
    'Latitude',
    'Longitude',
    'City',
    'Country',
    'Location Address',
    'Start Date',
    'Created On',
    'Created By',
  ]);
  expect((await places.getByRole('cell').allInnerTexts()).slice(0, 6)).toEqual([
    '46.77',
    '23.62',
    'Cluj-Napoca',
    'Romania',
    'N/A',
    '2024-05-01 13:00',
  ]);
  await expectAccessible(page, 'station details');

  await button(page, 'Update Station').click();
  await app.expectPath(`/updateStation/${id}`);
  for (const [label, value] of [
    ['Id', String(id)],
    ['Station Id', '2001'],
  ] as const) {
    await expect(field(page, label)).toHaveValue(value);
    await expect(field(page, label)).not.toBeEditable();
  }
  await field(page, 'Feeder start date').fill('');
  await button(page, 'Update Station').click();
  expect(await note(page, 'Feeder start date')).toBe('Start date is required');
  await field(page, 'Feeder start date').fill('2025-01-01 08:00');
  await field(page, 'Note').fill('New cable');
  const put = page.waitForRequest((request) => request.method() === 'PUT');
  await button(page, 'Update Station').click();
  expect((await put).postDataJSON()).toMatchObject({
    id,
    stationId: '2001',
    lastActiveTime: null,
    startDate: '2025-01-01T08:00:00Z',
    description: 'New cable',
  });
  await app.expectPath(`/stationDetails/${id}`);
  await expect(field(page, 'Note')).toHaveValue('New cable');
  await expect(feeders.getByRole('row').nth(1)).toContainText('New cable');
  await expect(feeders.getByRole('row').nth(2)).toContainText('Mast on the roof');

  // Without a network it is read as it was told last, and says of when it is.
  await page.getByRole('link', { name: 'Back to statistics' }).click();
  await app.expectPath('/statistics');
  await context.setOffline(true);
  await page.goBack();
  await expect(field(page, 'Note')).toHaveValue('New cable');
  await expect(feeders.getByRole('row').nth(1)).toContainText('New cable');
  await expect(page.getByRole('banner')).toContainText(/Stored/);
  await expect(app.alertDialog).toHaveCount(0);
});

test('C118 C120: names of receivers are claimed, moved after a question and given up; a key is shown once and revoked', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const [id, other] = [await made('3001'), await made('3002')];
  await call('POST', `/Station/${other}/receivers`, { name: 'ROOF-VDLM' });
  await asAdmin(page, `/stationDetails/${id}`);
  const names = page.getByRole('region', { name: 'Receiver names' });
  await expect(names.getByText('Only what is sent as 3001 counts for this station.')).toBeVisible();
  await names.getByLabel('Name of a receiver').fill('roof-vdlm');
  await names.getByRole('button', { name: 'Claim' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('roof-vdlm belongs to station 3002.');
  await question.getByRole('button', { name: 'Move' }).click();
  await expect(names.getByRole('rowheader', { name: 'ROOF-VDLM', exact: true })).toBeVisible();
  await names.getByRole('button', { name: 'Give up ROOF-VDLM' }).click();
  await question.getByRole('button', { name: 'Give up' }).click();
  await expect(names.getByRole('rowheader', { name: 'ROOF-VDLM', exact: true })).toHaveCount(0);
  await expect(names.getByRole('heading'), 'its button is gone').toBeFocused();

  const keys = page.getByRole('region', { name: 'Keys' });
  await keys.getByLabel('Name of a new key').fill('roof');
  await keys.getByRole('button', { name: 'Make a key' }).click();
  const shown = page.getByRole('dialog', { name: 'The new key of station 3001' });
  const key = await shown.getByLabel('Key', { exact: true }).innerText();
  expect(key).toMatch(/^sk[0-9a-f]{8}_[\w-]{43}$/);
  await expect(shown.getByLabel('Command', { exact: true })).toHaveText(
    `curl ${server.current.apiBase}/ingest/acars -H "Authorization: Bearer ${key}" -H "Content-Type: application/x-ndjson" --data-binary @messages.jsonl`,
  );
  await expectAccessible(page, 'a new key');
  const posted = () =>
    callApi(server.current, '/ingest/acars', { method: 'POST', token: key, rawBody: '{}' }).then(
      ({ status }) => status,
    );
  expect(await posted()).toBe(200);
  await shown.getByRole('button', { name: 'I have it' }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  const row = keys.getByRole('row').filter({ hasText: 'roof' });
  await row.getByRole('button', { name: /^Revoke sk/ }).click();
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('revoked');
  await expect(keys.getByRole('heading'), 'its button is gone').toBeFocused();
  expect(await posted()).toBe(401);
});

test('S13 STN-10 ERR-18: a refused save is an alert word for word, and nothing typed is lost; of two Admins the second is told', async ({
  page,
  context,
}) => {
  const id = await made('4001');
  const app = await asAdmin(page, `/updateStation/${id}`);
  await field(page, 'City').fill('Turda');
  await stub(context, `/Station/${id}`, { status: 400, json: 'Station is frozen' });
  await button(page, 'Update Station').click();
  await expect(app.alertDialog).toContainText('Error message: Station is frozen. Error status: 400 Bad Request.');
  await page.keyboard.press('Escape');
  await expect(field(page, 'City')).toHaveValue('Turda');
  await expect(page.getByText('Nothing was saved.')).toBeInViewport();
  await context.unrouteAll();
  await call('PUT', `/Station/${id}`, payload('4001', { city: 'Dej', country: 'RO', description: 'Second mast' }));
  await button(page, 'Update Station').click();
  await expect(app.alertDialog).toContainText('Somebody else has changed this station since you opened it.');
  await page.keyboard.press('Escape');
  await expect(field(page, 'City')).toHaveValue('Turda');
  expect(await call('GET', `/Station/${id}`)).toMatchObject({ city: 'Dej' });
  // What both changed stays as it was typed, and says what the other stored; everything else is what is stored.
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await context.route(new RegExp(`/Station/${id}$`), async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(new RegExp(`/Station/${id}$`));
  await button(page, 'Load what is stored now').click();
  await asked;
  // Who types on while it is read loses no letter, and is told of that field too.
  await field(page, 'Country').fill('Roum');
  answer();
  await field(page, 'Country').pressSequentially('anie');
  await expect(field(page, 'Note')).toHaveValue('Second mast');
  await context.unrouteAll();
  await expect(field(page, 'City')).toHaveValue('Turda');
  await expect(field(page, 'Country')).toHaveValue('Roumanie');
  expect(await note(page, 'City')).toBe('Stored now: Dej');
  expect(await note(page, 'Country')).toBe('Stored now: RO');
  await button(page, 'Update Station').click();
  await app.expectPath(`/stationDetails/${id}`);
  await expect(field(page, 'City')).toHaveValue('Turda');
  expect(await call('GET', `/Station/${id}`)).toMatchObject({ city: 'Turda', description: 'Second mast' });

  await page.getByRole('link', { name: 'Back to statistics' }).click();
  await app.expectPath('/statistics');
  await app.open('/addStation');
  await field(page, 'City').fill('Half typed');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(field(page, 'City')).toHaveValue('Half typed');
  await page.getByRole('link', { name: 'Back to statistics' }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await expect(field(page, 'City')).toHaveValue('Half typed');
});

test('STN-18 STN-21 STN-23 C113 ERR-13: a station that cannot be read is told in the alert and on the screen', async ({
  page,
  context,
}) => {
  const path = '/Station/77';
  let answer: { status?: number; json?: unknown } = {
    status: 400,
    json: { title: 'Bad', errors: { latitude: ['Too far.'], city: ['Too long.'] } },
  };
  await stub(context, path, () => answer);
  const app = await asAdmin(page, '/stationDetails/77');
  await expect(app.alertDialog).toContainText(/Error: latitude: Too far\.\s+city: Too long\.\s+Status: 400/);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Could not read station details from the server!')).toBeVisible();
  answer = { status: 404, json: { title: 'Gone away' } };
  await button(page, 'Try again').click();
  await expect(app.alertDialog).toContainText(/Error: Gone away\s+Status: 404/);

  answer = { status: 500, json: {} };
  await app.open('/updateStation/77');
  await expect(app.alertDialog).toContainText(/Error: Unknown error occurred\.\s+Status: 500/);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Failed to load station data.')).toBeVisible();
  await context.unrouteAll();
  await context.route(/\/api\/v1\/Station\/77$/i, (route) => route.fulfill({ status: 200, body: '' }));
  await button(page, 'Try again').click();
  await expect(page.getByText('Station data is not available.')).toBeVisible();

  await context.unrouteAll();
  let release = (): void => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await context.route(/\/api\/v1\/Station\/77$/i, async (route) => {
    await held;
    await route.abort();
  });
  await app.open('/updateStation/77');
  await expect(page.getByText('Loading...')).toBeVisible();
  release();
  await expect(app.alertDialog).toContainText(
    'No response received from the server. Please check your network connection and try again.',
  );
});
