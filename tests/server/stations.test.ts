import { describe, expect, test } from 'vitest';
import { lockAdmins, removeUser } from '../../server/accounts/users.ts';
import { placeAt } from '../../server/stations/read-station.ts';
import { type ApiResponse, callApi } from '../support/api-client.ts';
import { stationsForFile } from './stations-for-file.ts';

const fixture = stationsForFile();
const { idOf, nextNumber, payload, create, made, put, read, details, history, errorOf, stations, claim } = fixture;

describe('API-45 API-26 STN-15 STN-16 STN-17 API-47 API-48 C76: a station is created and read', () => {
  test('API-45 API-26 STN-15: it has the fields as sent, its feeder, and values set by the server', async () => {
    const { id, body } = await made();
    expect(await details(id)).toEqual({
      ...body,
      id,
      version: 1,
      feederUsername: 'feeder',
      feederEmail: 'feeder@downlink.example',
      feederName: 'Florin',
      feederSurname: 'Munteanu',
      feederPhone: null,
    });
    expect(await history('Feeder', id)).toEqual([
      {
        userName: 'feeder',
        startDate: '2024-05-01T13:00:00Z',
        note: 'Mast on the roof',
        createdOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/),
        createdByUsername: 'admin',
      },
    ]);
    expect(await history('Location', id)).toEqual([
      {
        latitude: 46.77,
        longitude: 23.62,
        city: 'Cluj-Napoca',
        country: 'Romania',
        locationAddress: null,
        startDate: '2024-05-01T13:00:00Z',
        createdOn: expect.stringMatching(/^\d{4}/),
        createdByUsername: 'admin',
      },
    ]);
  });

  test('STN-06: optional fields may be missing; positions have bounds', async () => {
    const { stationId, userId, startDate, locationStartDate } = payload();
    const body = { stationId, userId, startDate, locationStartDate, latitude: -90, longitude: 180 };
    const response = await create(body);
    expect(response.status, response.text).toBe(201);
    const { id } = response.json as { id: number };
    expect(await details(id)).toMatchObject({ latitude: -90, city: null, feederNotificationEmail: 'DoNothing' });
  });

  test('C68: its feeder can read it, others cannot; an unknown station gets 404', async () => {
    const { id } = await made();
    const [feeder, customer] = [await fixture.server.logIn('feeder'), await fixture.server.logIn('customer')];
    expect((await read(`/Station/${id}`, feeder)).status).toBe(200);
    for (const [path, token] of [
      [`/Station/${id}`, customer],
      ['/Station/999999', customer],
      [`/Station/GetStationFeederHistory/${id}`, feeder],
    ] as const)
      expect((await read(path, token)).status, path).toBe(403);
    for (const path of ['/Station/999999', '/Station/x', '/Station/GetStationLocationHistory/999999'])
      expect((await read(path)).status, path).toBe(404);
  });
});

describe('STN-06: invalid values are refused by field', () => {
  test.each([
    ['latitude', -90.0001, 'The latitude must be between -90 and 90 degrees.'],
    ['longitude', 180.5, 'The longitude must be between -180 and 180 degrees.'],
    ['stationId', '12a', 'Use digits only in a station number.'],
    ['stationId', ' ', 'Enter the number of the station.'],
    ['startDate', '0001-01-01T00:00:00Z', 'Enter a date in 2000 or later.'],
    ['startDate', '2024-13-01T00:00:00Z', 'Enter a UTC date and time such as 2024-05-01T13:00:00Z.'],
    ['locationStartDate', '', 'Enter a start date and time.'],
    ['locationStartDate', '9999-01-01T00:00:00Z', 'This date is more than a year ahead.'],
    ['userId', 'nobody', 'There is no such user. Choose another one.'],
    ['city', 'two\nlines', 'Line breaks and control characters are not allowed here.'],
    ['description', 'x'.repeat(2001), 'Use at most 2000 characters.'],
  ])('%s %s', async (field, value, sentence) => {
    const body = payload({ [field]: value });
    const response = await create(body);
    expect([response.status, errorOf(response).errors]).toEqual([400, { [field]: [sentence] }]);
    expect(await stations(body.stationId)).toBe(0);
  });

  test('several errors are reported together, also invalid numbers and unknown fields', async () => {
    const response = await create(payload({ latitude: 91, longitude: -181, stationId: 'a' }));
    expect(Object.keys(errorOf(response).errors ?? {})).toEqual(['stationId', 'latitude', 'longitude']);
    for (const fields of [
      { latitude: null },
      { latitude: '46' },
      { isAdmin: true },
      { feederNotificationEmail: 'Maybe' },
    ])
      expect((await create(payload(fields))).status, JSON.stringify(fields)).toBe(400);
  });

  test('a number is unique, and cannot be a name claimed by another station', async () => {
    const { body } = await made();
    const again = await create(payload({ stationId: body.stationId, city: 'Turda' }));
    expect([again.status, errorOf(again).errors]).toEqual([
      409,
      { stationId: [`Station ${body.stationId} exists already.`] },
    ]);
    const { id } = await made();
    const number = nextNumber();
    expect((await claim(id, { name: number })).status).toBe(204);
    expect((await create(payload({ stationId: number }))).status).toBe(409);
  });
});

describe('C66 API-46: changes and histories', () => {
  test('C66: each change of feeder, date or position adds one row with the description as its note; other changes add none', async () => {
    const { id, body } = await made();
    expect((await put(id, { ...body, description: 'Other words', city: body.city })).status).toBe(204);
    expect([(await history('Feeder', id)).length, (await history('Location', id)).length]).toEqual([1, 1]);
    const moved = {
      ...body,
      latitude: 44.5,
      longitude: 26.1,
      locationStartDate: '2025-01-01T00:00:00Z',
      city: 'Bucharest',
    };
    expect((await put(id, { ...moved, description: 'Other words' })).status).toBe(204);
    const fed = { ...moved, userId: idOf('company'), startDate: '2025-02-01T00:00:00Z', description: 'Handed over' };
    expect((await put(id, fed)).status).toBe(204);
    expect((await history('Location', id)).map(({ city, startDate }) => [city, startDate])).toEqual([
      ['Bucharest', '2025-01-01T00:00:00Z'],
      ['Cluj-Napoca', '2024-05-01T13:00:00Z'],
    ]);
    expect((await history('Feeder', id)).map(({ userName, note }) => [userName, note])).toEqual([
      ['company', 'Handed over'],
      ['feeder', 'Mast on the roof'],
    ]);
  });

  test('the position at a time follows the history; before its start the first position applies', async () => {
    const { id, body } = await made();
    await put(id, { ...body, latitude: 44.5, locationStartDate: '2025-01-01T00:00:00Z' });
    // A correction: the same start, another position.
    await put(id, { ...body, latitude: 44.6, locationStartDate: '2025-01-01T00:00:00Z' });
    const at = async (instant: string) => (await placeAt(fixture.server.db, id, Date.parse(instant)))?.latitude;
    expect(await at('2023-01-01T00:00:00Z')).toBe(46.77);
    expect(await at('2024-12-31T23:59:59Z')).toBe(46.77);
    expect(await at('2025-01-01T00:00:00Z')).toBe(44.6);
    expect(await placeAt(fixture.server.db, 999_999, 0)).toBeNull();
  });

  test('the id and the number of a station never change', async () => {
    const { id, body } = await made();
    const other = await put(id, { ...body, stationId: nextNumber() });
    expect([other.status, errorOf(other).errors]).toEqual([
      400,
      { stationId: ['A station number cannot be changed.'] },
    ]);
    expect((await put(id, { ...body, id: id + 1 })).status).toBe(400);
    expect((await put(999_999, body)).status).toBe(404);
  });

  test('a feeder whose account is closed leaves the station, and the history contains it', async () => {
    const response = await callApi(fixture.server, '/account/register', {
      method: 'POST',
      token: fixture.admin,
      body: {
        username: 'leaver',
        password: 'secret-1',
        role: 'User',
        email: 'l@example.org',
        name: '',
        surname: '',
        company: '',
        terms: 1,
      },
    });
    const userId = (response.json as { id: string }).id;
    const { id } = await made({ userId });
    expect(
      (await callApi(fixture.server, `/Account/Delete/${userId}`, { method: 'DELETE', token: fixture.admin })).status,
    ).toBe(204);
    expect(await details(id)).toMatchObject({ userId: null, feederUsername: null, feederEmail: null });
    expect((await history('Feeder', id)).map(({ userName }) => userName)).toEqual([null, null]);
  });
});

describe('concurrent saves and lost responses', () => {
  test('saving over a newer change of another Admin is refused, and nothing is overwritten', async () => {
    const { id, body } = await made();
    const opened = await callApi(fixture.server, `/Station/${id}`, { token: fixture.admin });
    const tag = opened.headers.get('etag') ?? '';
    expect((await put(id, { ...body, city: 'Turda' }, { 'if-match': tag })).status).toBe(204);
    const second = await put(id, { ...body, city: 'Dej' }, { 'if-match': tag });
    expect(second.status).toBe(409);
    expect(errorOf(second).message).toMatch(/^Someone else changed this station\./);
    expect((await details(id)).city).toBe('Turda');
    expect((await put(id, { ...body, city: 'Dej' }, { 'if-match': '"not ours"' })).status).toBe(409);
    // A client without support for versions saves as before.
    expect((await put(id, { ...body, city: 'Dej' })).status).toBe(204);
  });

  test('of many saves of one version at once one succeeds', async () => {
    const { id, body } = await made();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => put(id, { ...body, latitude: n }, { 'if-match': '"1"' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(7).fill(409)]);
    expect(await history('Location', id)).toHaveLength(2);
  });

  test('a save while the account of its feeder is closed is refused, and the account is closed', async () => {
    await fixture.server.db.query(
      `insert into users (id, user_name, role, terms, password_hash) values ('leaver', 'leaver', 'Admin', 1, '-')`,
    );
    const { id, body } = await made({ userId: 'leaver' });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let saved: Promise<ApiResponse> | undefined;
    await fixture.server.db.transaction(async (tx) => {
      await lockAdmins(tx);
      saved = put(id, { ...body, city: 'Dej' });
      await expect.poll(() => fixture.server.db.query(waiting)).toHaveLength(1);
      expect(await removeUser(tx, 'leaver')).toMatchObject({ id: 'leaver' });
    });
    expect(await saved).toMatchObject({
      status: 400,
      json: { message: 'There is no such user. Choose another one.' },
    });
    expect(await details(id)).toMatchObject({ city: body.city, userId: null });
  });

  test('a repeated save or creation after a lost response is done once', async () => {
    const { id, body } = await made();
    const again = await create(body);
    expect([again.status, again.json]).toEqual([201, { id }]);
    const change = { ...body, latitude: 45 };
    for (let n = 0; n < 2; n += 1) expect((await put(id, change, { 'if-match': '"1"' })).status).toBe(204);
    expect(await history('Location', id)).toHaveLength(2);
    expect((await details(id)).version).toBe(2);
    // After a change the first creation is no longer a valid response.
    expect((await create(body)).status).toBe(409);
    const created = await Promise.all(Array.from({ length: 6 }, () => create({ ...body, stationId: '49999' })));
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    expect(await stations('49999')).toBe(1);
  });
});
