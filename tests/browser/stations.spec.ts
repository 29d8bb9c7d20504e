import { stationsForFile } from '../support/admin-stations.ts';
import { callApi } from '../support/api-client.ts';
import { expectAccessible, expectPartAccessible } from '../support/axe.ts';
import { expect, stub, test } from '../support/browser.ts';
import { button, field, note } from '../support/form-page.ts';

const { server, people, call, made, asAdmin } = stationsForFile();

test('S13 STN-01 STN-02 STN-03 STN-04 STN-05 STN-06 STN-07 STN-08 STN-09 STN-11 STN-12 STN-13 STN-14 STN-15 STN-19 STN-20 STN-22 STN-24 API-44 TIME-09 C66 C67 C82 C83 C118 C120 ERR-17: a station is added; names of receivers are claimed, moved after a confirmation and released; a key is shown once and revoked; a station is shown with its histories, changed, and read offline', async ({
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
  await expect
    .poll(() => page.getByRole('main').locator('input:not([aria-hidden]), select, textarea').count())
    .toBe(14);
  for (const label of ['Station last active time', 'Notification Email', 'Feeder-Station status']) {
    await expect(field(page, label), label).not.toBeEditable();
    await expect(field(page, label), label).toHaveValue('N/A');
  }
  await expect(field(page, 'Feeder Notification Email')).toHaveValue('DoNothing');
  await expect(field(page, 'Feeder Notification Email').locator('option:checked')).toHaveText('Do Nothing');

  // A new station starts now, unless another hour is typed.
  for (const label of ['Geolocation start date', 'Feeder start date']) {
    await expect(field(page, label), label).toHaveValue(/^\d{4}-\d\d-\d\d \d\d:00$/);
    await field(page, label).fill('');
  }
  await button(page, 'Create Station').click();
  const required = {
    'Station Id': 'Station Id is required',
    Latitude: 'Latitude must be between -90 and 90.',
    Longitude: 'Longitude must be between -180 and 180.',
    'Geolocation start date': 'Location start date is required',
    Feeder: 'User is required',
    'Feeder start date': 'Feeder start date is required',
  };
  for (const [label, sentence] of Object.entries(required))
    await expect.poll(() => note(page, label), label).toBe(sentence);
  await expect(field(page, 'Station Id')).toBeFocused();
  await expectAccessible(page, 'add station, refused');

  const wrong = { 'Station Id': '12a', Latitude: '91', Longitude: '-181' };
  for (const [label, text] of Object.entries(wrong)) await field(page, label).fill(text);
  await button(page, 'Create Station').click();
  await expect.poll(() => note(page, 'Station Id')).toBe('Station Id must be a valid integer.');
  await expect.poll(() => note(page, 'Latitude')).toBe('Latitude must be between -90 and 90.');
  await expect.poll(() => note(page, 'Longitude')).toBe('Longitude must be between -180 and 180.');
  await field(page, 'Feeder start date').fill('2024-05-01 1');
  await field(page, 'Feeder start date').press('Tab');
  await expect.poll(() => note(page, 'Feeder start date')).toBe('Please enter complete date & time or use DatePicker');

  // A failed search is only logged.
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await stub(context, '/Account/UsersBySearchString', { status: 500, json: { message: 'Broken shelf.' } });
  await field(page, 'Feeder').fill('x');
  await expect.poll(() => logged.some((text) => text.includes('Broken shelf.'))).toBe(true);
  await expect(app.alertDialog).toHaveCount(0);
  await context.unrouteAll({ behavior: 'wait' });
  searches.length = 0;
  // Four letters at once: however busy the machine is, they count as one input.
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
  await expect.poll(() => page.getByRole('listbox').evaluate((list) => getComputedStyle(list).maxHeight)).toBe('200px');
  await option.click();
  await expect(field(page, 'Feeder')).toHaveValue(line);

  // The place is set by the keys of the map, from the middle of its view, then typed.
  await page.getByRole('application').press('ArrowUp');
  await expect(field(page, 'Latitude')).not.toHaveValue('91');
  await field(page, 'Latitude').fill('46.77');
  await field(page, 'Longitude').fill('23.62');
  await expect(page.getByText(/^46\.77° N, 23\.62° E, \d+\skm from Cluj/)).toBeVisible();
  await field(page, 'Station Id').fill('1042');
  // The calendar changes the typed date; the second date is only typed.
  await field(page, 'Geolocation start date').fill('2024-05-02 09:00');
  await page.getByRole('button', { name: 'Pick Geolocation start date' }).click();
  const calendar = page.getByRole('dialog', { name: 'Pick Geolocation start date' });
  await calendar.getByRole('button', { name: '1 May 2024', exact: true }).click();
  await calendar.getByRole('combobox', { name: 'Hour, UTC' }).selectOption('13:00');
  await calendar.getByRole('button', { name: 'Done' }).click();
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
  const firstKey = page.getByRole('dialog', { name: 'The new key of station 1042' });
  await expect(firstKey.getByLabel('Key', { exact: true })).toHaveText(/\S{20,}/);
  await firstKey.getByRole('button', { name: 'Done' }).click();
  await app.expectPath('/statistics');
  await expect(page.getByText('Station 1042 was created')).toBeVisible();
  await expect(page.getByRole('table', { name: 'STATION DATA' }).getByText('1042', { exact: true })).toBeVisible();

  await test.step('names of receivers, and keys', async () => {
    const [id, other] = [await made('3001'), await made('3002')];
    await call('POST', `/Stations/${other}/receivers`, { name: 'ROOF-VDLM' });
    await app.go(`/stationDetails/${id}`);
    const names = page.getByRole('region', { name: 'Receiver names' });
    await expect(names.getByText('Only messages sent as 3001 count for this station.')).toBeVisible();
    await names.getByLabel('Name of a receiver').fill('roof-vdlm');
    await names.getByRole('button', { name: 'Claim' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('roof-vdlm belongs to station 3002.');
    await question.getByRole('button', { name: 'Move' }).click();
    await expect(names.getByRole('rowheader', { name: 'ROOF-VDLM', exact: true })).toBeVisible();
    await names.getByRole('button', { name: 'Release ROOF-VDLM' }).click();
    await question.getByRole('button', { name: 'Release' }).click();
    await expect(names.getByRole('rowheader', { name: 'ROOF-VDLM', exact: true })).toHaveCount(0);
    await expect(names.getByRole('heading'), 'its button is gone').toBeFocused();

    const keys = page.getByRole('region', { name: 'Keys' });
    await keys.getByLabel('Key name').fill('roof');
    await keys.getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('dialog', { name: 'The new key of station 3001' });
    const key = await shown.getByLabel('Key', { exact: true }).innerText();
    expect(key).toMatch(/^sk[0-9a-f]{8}_[\w-]{43}$/);
    await expect(shown.getByLabel('Command', { exact: true })).toHaveText(
      `curl ${server.current.apiBase}/ingest/acars -H "Authorization: Bearer ${key}" -H "Content-Type: application/x-ndjson" --data-binary @messages.jsonl`,
    );
    await expect(shown).toContainText('The key sends under 3001 and the claimed receiver names.');
    await expectPartAccessible(page, 'dialog[open]', 'a new key');
    const posted = () =>
      callApi(server.current, '/ingest/acars', { method: 'POST', token: key, rawBody: '{}' }).then(
        ({ status }) => status,
      );
    expect(await posted()).toBe(200);
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(key)).toHaveCount(0);
    const row = keys.getByRole('row').filter({ hasText: 'roof' });
    await row.getByRole('button', { name: /^Revoke sk/ }).click();
    await question.getByRole('button', { name: 'Revoke' }).click();
    await expect(row).toContainText('revoked');
    await expect(keys.getByRole('heading'), 'its button is gone').toBeFocused();
    expect(await posted()).toBe(401);
  });

  await test.step('details and changes', async () => {
    await page.setViewportSize({ width: 1920, height: 1000 });
    const id = await made('2001');
    await app.go(`/stationDetails/${id}`);
    await expect(page.getByRole('heading', { name: 'Station 2001' })).toBeVisible();
    const facts = page.getByRole('form', { name: 'Station' });
    await expect(facts.locator('input, select, textarea'), 'facts, not fields').toHaveCount(0);
    const fact = (label: string) => facts.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('+ dd');
    await expect(fact('Station Id')).toHaveText('2001');
    await expect(fact('Latitude')).toHaveText('46.77°');
    await expect(fact('Geolocation start date')).toHaveText('2024-05-01 13:00 UTC');
    await expect(fact('Feeder surname')).toHaveText('Munteanu');
    await expect(fact('Feeder phone')).toHaveText('N/A');
    await expect(fact('Location address')).toHaveText('N/A');
    const feeders = page.getByRole('region', { name: 'Feeder history' });
    const places = page.getByRole('region', { name: 'Location history' });
    await expect(feeders.getByRole('row')).toHaveCount(2);
    await expect(feeders.getByRole('columnheader')).toHaveText([
      '#',
      'Username',
      'Start Date',
      'Note',
      'Created On',
      'Created By',
    ]);
    await expect(places.getByRole('columnheader')).toHaveText([
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
    await expect(places.getByRole('row').nth(1).getByRole('cell')).toContainText([
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
    await expect.poll(() => note(page, 'Feeder start date')).toBe('Start date is required');
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
    await expect(fact('Note')).toHaveText('New cable');
    await expect(feeders.getByRole('row').nth(1)).toContainText('New cable');
    await expect(feeders.getByRole('row').nth(2)).toContainText('Mast on the roof');

    // Offline the last response is shown with its age.
    await page.getByRole('link', { name: 'Back to statistics' }).click();
    await app.expectPath('/statistics');
    await context.setOffline(true);
    await page.goBack();
    await expect(fact('Note')).toHaveText('New cable');
    await expect(feeders.getByRole('row').nth(1)).toContainText('New cable');
    await expect(page.getByRole('banner')).toContainText(/Stored/);
    await page.getByRole('main').getByRole('button', { name: 'Update Station', exact: true }).click();
    await app.expectPath(`/updateStation/${id}`);
    await expect(page.getByText('This is the stored copy of the station. Saving needs the server.')).toBeVisible();
    await expect(field(page, 'Note')).toHaveValue('New cable');
    await expect(app.alertDialog).toHaveCount(0);
  });
});
