/** The built server with live receivers, and killed while stations post. */
import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { callApi } from '../support/api-client.ts';
import { acarsdecLine } from '../support/messages.ts';
import { connectTo, send, sendByTcp, sendByUdp } from '../support/senders.ts';
import { startProgram, startServer } from '../support/server.ts';
import { ingestForFile } from './ingest-for-file.ts';

const fixture = ingestForFile();
const { server, many, stored, portOf } = fixture;

// A start of the program takes many seconds on a busy machine.
describe('live receivers of the built server', { timeout: 120_000 }, () => {
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

  test('after Ctrl-C everything sent on an open connection is stored', async () => {
    const ending = await startProgram({ database: server.current.databaseUrl, env: { RECEIVER_PORT: '0' } });
    try {
      const socket = await connectTo(portOf(ending.log()));
      await send(socket, `${many(0, 1500).join('\n')}\n`);
      await expect.poll(stored).toBe(1500);
      // Few, because the end has a time limit.
      await send(socket, `${many(1500, 1540).join('\n')}\n`);
      await ending.stop();
      socket.destroy();
      expect(await stored()).toBe(1540);
    } finally {
      await ending.dispose();
    }
  });

  test('a port in use stops the start if it was configured; loopback is the default', async () => {
    const port = portOf(server.current.log());
    const start = startServer({ database: server.current.databaseUrl, env: { RECEIVER_PORT: String(port) } });
    await expect(start).rejects.toThrow(`The receiver port ${port} is already in use.`);
  });
});

describe('kill -9 while stations post', { timeout: 120_000 }, () => {
  test('every acknowledged message is stored once, and unacknowledged ones can be sent again', async () => {
    const victim = await startProgram({ database: server.current.databaseUrl });
    const acknowledged: string[] = [];
    const all = Array.from({ length: 4 }, (_, client) =>
      Array.from({ length: 40 }, (_, batch) => many(client * 10_000 + batch * 25, client * 10_000 + batch * 25 + 25)),
    );
    let isDead = false;
    try {
      const clients = all.map(async (batches) => {
        for (const lines of batches) {
          if (isDead) return;
          const reply = await postTo(victim.apiBase, lines.join('\n')).catch(() => null);
          if (reply === 200) acknowledged.push(...lines);
          if (acknowledged.length > 1000 && !isDead) {
            isDead = true;
            await victim.kill();
          }
        }
      });
      await Promise.all(clients);
      expect(acknowledged.length).toBeGreaterThan(1000);
      expect(acknowledged.length).toBeLessThan(4000);
      const storedTexts = new Set(
        (await fixture.db.query<{ text: string }>('select text from acars')).map(({ text }) => text),
      );
      const lost = acknowledged.filter((line) => !storedTexts.has((JSON.parse(line) as { text: string }).text));
      expect(lost).toEqual([]);
      await victim.restart({ env: { PORT: '0' } });
      for (const lines of all.flat()) expect(await postTo(victim.apiBase, lines.join('\n'))).toBe(200);
      const [end] = await fixture.db.query<{ rows: number; texts: number }>(
        'select count(*) as rows, count(distinct text) as texts from acars',
      );
      expect(end).toEqual({ rows: 4000, texts: 4000 });
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
