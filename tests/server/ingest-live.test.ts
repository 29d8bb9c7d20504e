/** Live receivers of a server, and the built server killed while stations post. */
import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type ApiResponse, callApi, logIn } from '../support/api-client.ts';
import { acarsdecLine } from '../support/messages.ts';
import { connectTo, send, sendByTcp, sendByUdp } from '../support/senders.ts';
import { startProgram, startServer } from '../support/server.ts';
import { ingestForFile } from './ingest-for-file.ts';
import { stationFields } from './stations-for-file.ts';

const fixture = ingestForFile();
const { server, many, stored, portOf } = fixture;
const stationBody = { stationId: '8100', ...stationFields };

describe('live receivers of the server', () => {
  test('lines sent by UDP and TCP are in the list', async () => {
    const port = portOf(server.current.log());
    await sendByUdp(port, [JSON.stringify(acarsdecLine({ tail: 'N1UDP' }))]);
    await sendByTcp(port, JSON.stringify(acarsdecLine({ tail: 'N1TCP' })));
    for (const tail of ['N1UDP', 'N1TCP'])
      await expect
        .poll(
          async () =>
            (await callApi(server.current, `/AcarsMessage/allUsers?tail=${tail}`, { token: fixture.admin })).json,
        )
        .toMatchObject({ acarsMessagesCount: 1 });
  });

  test('at its end everything sent on an open connection is stored', async () => {
    const ending = await startServer({
      database: server.current.databaseUrl,
      env: { RECEIVER_PORT: '0', LOG_LEVEL: 'info' },
    });
    let isEnded = false;
    try {
      const socket = await connectTo(portOf(ending.log()));
      await send(socket, `${many(0, 1500).join('\n')}\n`);
      await expect.poll(stored).toBe(1500);
      // Few, because the end has a time limit.
      await send(socket, `${many(1500, 1540).join('\n')}\n`);
      isEnded = true;
      await ending.dispose();
      socket.destroy();
      expect(await stored()).toBe(1540);
    } finally {
      if (!isEnded) await ending.dispose();
    }
  });

  test('a port in use stops the start if it was configured; loopback is the default', async () => {
    const port = portOf(server.current.log());
    const start = startServer({ database: server.current.databaseUrl, env: { RECEIVER_PORT: String(port) } });
    await expect(start).rejects.toThrow(`The receiver port ${port} is already in use.`);
  });
});

describe('kill -9 while stations post and an Admin saves a station', () => {
  test('every acknowledged message is stored once, and unacknowledged ones can be sent again; every change of the station is complete or absent, station and history agree, and acknowledged changes are stored', async () => {
    const victim = await startProgram({ database: server.current.databaseUrl });
    const sent: string[][] = [];
    const acknowledged: string[] = [];
    let saves = 0;
    let isDead = false;
    const killIfDue = async (): Promise<void> => {
      if (isDead || acknowledged.length <= 1000 || saves <= 40) return;
      isDead = true;
      await victim.kill();
    };
    try {
      const { token, userId } = await logIn(victim, 'admin');
      const station = { ...stationBody, userId };
      const call = (method: string, path: string, body: object): Promise<ApiResponse | null> =>
        callApi(victim, path, { method, token, body, headers: { connection: 'close' } }).catch(() => null);
      const made = await call('POST', '/Station/CreateStation', station);
      expect(made?.status).toBe(201);
      const { id } = (made as ApiResponse).json as { id: number };
      const posting = Array.from({ length: 4 }, async () => {
        while (!isDead) {
          const lines = many(sent.length * 25, sent.length * 25 + 25);
          sent.push(lines);
          const reply = await postTo(victim.apiBase, lines.join('\n')).catch(() => null);
          if (reply === 200) acknowledged.push(...lines);
          await killIfDue();
        }
      });
      const saving = Array.from({ length: 4 }, async (_, client) => {
        for (let n = 0; !isDead; n += 1) {
          const saved = await call('PUT', `/Station/${id}`, { ...station, latitude: client * 10 + n / 1000 });
          if (saved?.status === 204) saves += 1;
          await killIfDue();
        }
      });
      await Promise.all([...posting, ...saving]);

      const [last] = await fixture.db.query<{ version: number; places: number; isLast: boolean }>(
        `select s.version, (select count(*) from station_places where station_record_id = s.id) as places,
           s.latitude = (select latitude from station_places where station_record_id = s.id order by id desc limit 1) as "isLast"
         from stations s where s.id = $1`,
        [id],
      );
      expect(last?.version).toBeGreaterThan(saves);
      expect(last).toEqual({ version: last?.version, places: last?.version, isLast: true });

      const storedTexts = new Set(
        (await fixture.db.query<{ text: string }>('select text from acars')).map(({ text }) => text),
      );
      const lost = acknowledged.filter((line) => !storedTexts.has((JSON.parse(line) as { text: string }).text));
      expect(lost).toEqual([]);
      for (const lines of sent) expect(await postTo(server.current.apiBase, lines.join('\n'))).toBe(200);
      const [end] = await fixture.db.query<{ rows: number; texts: number }>(
        'select count(*) as rows, count(distinct text) as texts from acars',
      );
      expect(end).toEqual({ rows: sent.flat().length, texts: sent.flat().length });
    } finally {
      await victim.dispose();
    }
  });

  /** A connection for each request: a killed server must not leave one half open. */
  function postTo(apiBase: string, body: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        `${apiBase}/ingest/acars`,
        {
          method: 'POST',
          agent: false,
          headers: { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/x-ndjson' },
        },
        (response) => {
          response.resume();
          response.on('end', () => (response.complete ? resolve(response.statusCode ?? 0) : reject(new Error('cut'))));
          response.on('error', reject);
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }
});
