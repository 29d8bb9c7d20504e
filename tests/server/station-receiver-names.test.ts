/** Receiver names of stations: claimed, moved, released, and their counts. */
import { describe, expect, test } from 'vitest';
import { lockNames } from '../../server/stations/receivers.ts';
import { recountDue } from '../../server/stations/watch.ts';
import { createStation } from '../../server/stations/write-station.ts';
import { type ApiResponse, callApi } from '../support/api-client.ts';
import { acarsdecLine } from '../support/messages.ts';
import { makeKey } from '../support/stations.ts';
import { stationFields, stationsForFile } from './stations-for-file.ts';

const fixture = stationsForFile();
const { made, put, details, errorOf, claim, release, receivers } = fixture;

const waiting = () =>
  fixture.server.db.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );

describe('C118: names of receivers', () => {
  test('C118: an unclaimed name is offered with its last reception; once claimed, earlier messages count for the station too', async () => {
    const [one, other] = [await made(), await made()];
    // Stored in the usual way under a name that is then released: it is unclaimed.
    const { key } = await makeKey(fixture.server, fixture.admin, one.id);
    expect((await claim(one.id, { name: 'CS-CLUJ-VDLM' })).status).toBe(204);
    const line = acarsdecLine({ station: 'CS-CLUJ-VDLM', text: 'HELLO CLAIM' });
    const posted = await callApi(fixture.server, '/ingest/acars', {
      method: 'POST',
      token: key,
      rawBody: JSON.stringify(line),
    });
    expect(posted.status, posted.text).toBe(200);
    expect((await release(one.id, 'cs-cluj-vdlm')).status).toBe(204);
    const heard = new Date(Number(line.timestamp) * 1000).toISOString().slice(0, 19);
    expect((await receivers(other.id)).unclaimed).toContainEqual({ name: 'CS-CLUJ-VDLM', lastHeard: `${heard}Z` });
    expect((await details(other.id)).lastActiveTime).toBeNull();
    expect((await claim(other.id, { name: 'CS-CLUJ-VDLM' })).status).toBe(204);
    expect((await receivers(other.id)).claimed).toEqual([{ name: 'CS-CLUJ-VDLM', lastHeard: `${heard}Z` }]);
    expect((await details(other.id)).lastActiveTime).toBe(`${heard}Z`);
  });

  test('C118: a name belongs to one station; it moves only if the request names that station', async () => {
    const [one, other] = [await made(), await made()];
    expect((await claim(one.id, { name: 'Roof-1' })).status).toBe(204);
    expect((await claim(one.id, { name: 'ROOF-1' })).status).toBe(204);
    const refused = await claim(other.id, { name: 'roof-1' });
    expect([refused.status, errorOf(refused)]).toEqual([
      409,
      expect.objectContaining({
        message: `roof-1 belongs to station ${one.body.stationId}.`,
        errors: { from: [one.body.stationId] },
      }),
    ]);
    expect((await claim(other.id, { name: 'roof-1', from: '1' })).status).toBe(409);
    expect((await claim(other.id, { name: 'roof-1', from: one.body.stationId })).status).toBe(204);
    expect((await receivers(one.id)).claimed).toEqual([]);
    expect((await receivers(other.id)).claimed.map(({ name }) => name)).toEqual(['Roof-1']);
    expect((await claim(other.id, { name: one.body.stationId })).status).toBe(409);
    for (const name of ['', ' ', 'a\nb']) expect((await claim(other.id, { name })).status).toBe(400);
    expect((await release(one.id, 'roof-1')).status).toBe(404);
  });
});

test('C118: when two stations claim a name at once, one gets a response that the other has it', async () => {
  const [one, other] = [await made(), await made()];
  let second: Promise<ApiResponse> | undefined;
  await fixture.server.db.transaction(async (tx) => {
    await tx.query('insert into station_receiver_names (receiver_name, station_record_id) values ($1, $2)', [
      'Roof-2',
      one.id,
    ]);
    second = claim(other.id, { name: 'roof-2' });
    await expect.poll(waiting).toHaveLength(1);
  });
  const response = await second;
  expect(response?.status, response?.text).toBe(409);
  expect(response?.json).toMatchObject({ message: `roof-2 belongs to station ${one.body.stationId}.` });
});

test('C118: a number that a new station has and another one claims at once is the number, or the claimed name', async () => {
  const { id } = await made();
  const stationId = fixture.nextNumber();
  const { city, description } = stationFields;
  const input = {
    ...{ stationId, latitude: 1, longitude: 2, locationSinceMs: 0, feederSinceMs: 0, city, description },
    ...{ country: null, address: null, feederId: fixture.idOf('feeder'), notifiesFeeder: false },
  };
  let claimed: Promise<ApiResponse> | undefined;
  await createStation(fixture.server.db, input, fixture.idOf('admin'), async () => {
    claimed = claim(id, { name: stationId });
    await expect.poll(waiting).toHaveLength(1);
  });
  expect(await claimed).toMatchObject({
    status: 409,
    json: { message: `${stationId} is the number of station ${stationId} itself.` },
  });
});

test('C118: of two stations to which a name moves at once, one gets a response that the other has it', async () => {
  const [one, other, third] = [await made(), await made(), await made()];
  expect((await claim(one.id, { name: 'Roof-3' })).status).toBe(204);
  const from = one.body.stationId;
  let second: Promise<ApiResponse> | undefined;
  await fixture.server.db.transaction(async (tx) => {
    await lockNames(tx);
    await tx.query('update station_receiver_names set station_record_id = $1 where station_record_id = $2', [
      other.id,
      one.id,
    ]);
    second = claim(third.id, { name: 'roof-3', from });
    await expect.poll(waiting).toHaveLength(1);
  });
  expect(await second).toMatchObject({
    status: 409,
    json: { message: `roof-3 belongs to station ${other.body.stationId}.` },
  });
});

describe('earlier receptions', () => {
  test('C118: ranges are recalculated after a corrected position or a released name', async () => {
    const { id, body } = await made();
    const { key } = await makeKey(fixture.server, fixture.admin, id);
    expect((await claim(id, { name: 'RANGE-1' })).status).toBe(204);
    const line = acarsdecLine({ station: 'RANGE-1', text: 'SIXTY MILES NORTH', lat: 47.77, lon: 23.62 });
    const posted = await callApi(fixture.server, '/ingest/acars', {
      method: 'POST',
      token: key,
      rawBody: JSON.stringify(line),
    });
    expect(posted.json, posted.text).toMatchObject({ stored: 1 });
    await recountDue(fixture.server.db);
    const ranges = async () =>
      (
        await fixture.server.db.query<{ bearing: number; nmi: number }>(
          `select bearing_deg as bearing, farthest_nmi as nmi from range_hour where receiver = 'range-1'`,
        )
      ).map(({ bearing, nmi }) => [bearing, Math.round(nmi)]);
    expect(await ranges()).toEqual([[0, 60]]);
    await put(id, { ...body, latitude: 49.77 });
    expect(await ranges()).toEqual([[0, 60]]);
    expect(await recountDue(fixture.server.db)).toBeGreaterThan(0);
    expect(await ranges()).toEqual([[180, 120]]);
    expect(await recountDue(fixture.server.db)).toBe(0);
    expect((await release(id, 'RANGE-1')).status).toBe(204);
    await recountDue(fixture.server.db);
    expect(await ranges()).toEqual([]);
  });
});
