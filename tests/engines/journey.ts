/** Tasks that every engine must support, on one server and one device. They build on each other, like the visits of a device. */
import { readFile } from 'node:fs/promises';
import readExcelFile from 'read-excel-file/universal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { series } from '../support/messages.ts';
import { demoPassword, startProgram, type TestProgram } from '../support/server.ts';
import type { Engine } from './engine.ts';
import { User } from './user.ts';

/** Tails N0000T (newest) to N0029T. */
const stored = 30;
const tails = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => `N${String(from + at).padStart(4, '0')}T`);
const notStored = /session is not stored/;
const ofStore = /Showing stored data from \d\d:\d\dZ, \d+\s(s|min)\sago/;

/** All data stored on the device, as text, with the names of the databases; runs in the page. */
async function deviceText(): Promise<string> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const texts = [JSON.stringify({ ...localStorage, ...sessionStorage })];
  for (const { name } of await indexedDB.databases()) {
    const opening = indexedDB.open(name ?? '');
    // Deleted after it was listed: it must not be created again.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    const database = await done(opening).catch(() => null);
    if (!database) continue;
    texts.push(`database ${name}`);
    for (const store of database.objectStoreNames)
      texts.push(JSON.stringify(await done(database.transaction(store).objectStore(store).getAll())));
    database.close();
  }
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) if (url.includes('/api/')) texts.push(url);
  return texts.join('\n');
}

export function journey(name: string, start: () => Promise<Engine>): void {
  describe(name, () => {
    let server: TestProgram;
    let engine: Engine;
    let user: User;
    beforeAll(async () => {
      [server, engine] = await Promise.all([startProgram(), start()]);
      await server.import(series(stored));
      user = new User(engine, server.url);
    });
    afterAll(async () => {
      await engine?.close();
      await server?.dispose();
    });

    test('SES-01 C55: the session survives the first navigation after the login, a reload and a deep link', async () => {
      await engine.navigate(`${server.url}/auth`);
      await user.logIn('parser', demoPassword);
      await user.arrivesAt(/^\/parser$/);
      await user.reads(/Nice to see you again parser/);
      await user.open(`/akrxAll?tail=${tails(3, 4)}`);
      await user.seesTails(tails(3, 4));
      await user.open('/akrxAll');
      await user.seesTails(tails(0, 10));
      await user.reload();
      await user.seesTails(tails(0, 10));
      expect(await user.text()).not.toMatch(notStored);
    });

    test('RAW-02: a typed filter is applied and is in the address', async () => {
      await user.click('button', 'FILTER OFF');
      await user.fill('Tail', tails(7, 8).join());
      await user.click('button', 'SEARCH');
      await user.seesTails(tails(7, 8));
      await user.arrivesAt(/[?&]tail=N0007T/);
      await user.click('button', 'RESET');
      await user.seesTails(tails(0, 10));
    });

    test('S30 RAW-07: the rows are saved as a workbook', async () => {
      const file = await user.downloads(() => user.click('button', 'Export to Excel'));
      const [sheet] = await readExcelFile(new Blob([new Uint8Array(await readFile(file))]), { trim: false });
      expect(sheet?.data.slice(1).map((row) => row.find((cell) => /^N\d{4}T$/.test(String(cell))))).toEqual(
        tails(0, 10),
      );
    });

    test('MAP-01: the map is drawn, or a text explains why it is not', async () => {
      await user.open('/openstreetMap');
      await user.sees('a map or a text', () =>
        user.run(() =>
          document.querySelector('canvas.maplibregl-canvas') || /needs WebGL/.test(document.body.innerText)
            ? true
            : null,
        ),
      );
      await user.reads(/No aircraft in view|needs WebGL/);
    });

    test('S08 C53: stored rows with their age are shown while the server is stopped, and live rows afterwards', async () => {
      await user.open('/akrxAll');
      await user.sees('all rows on the device', async () =>
        (await user.run(deviceText)).includes(`N00${stored - 1}T`) ? true : null,
      );
      await user.sees('the service worker', () =>
        user.run(async () =>
          (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller ? true : null,
        ),
      );
      await server.kill();
      try {
        await user.reload();
        await user.seesTails(tails(0, 10));
        await user.reads(/Server unreachable/);
        await user.reads(ofStore);
        await user.click('button', 'Next');
        await user.seesTails(tails(10, 20));
      } finally {
        await server.restart();
      }
      await user.readsNo(ofStore);
      expect(await user.text()).not.toMatch(notStored);
    });

    test('S08 C53: stored rows with their age are shown while the server is frozen, and live rows afterwards', async () => {
      await user.open('/akrxAll');
      await user.seesTails(tails(0, 10));
      server.freeze();
      try {
        await user.reload();
        await user.seesTails(tails(0, 10));
        await user.reads(/Slow response|Slow network|Server not responding/);
        await user.reads(ofStore);
      } finally {
        server.thaw();
      }
      await user.readsNo(ofStore);
    });

    test('C54 SES-07: a logout leaves nothing of the user on the device, and the history shows no row', async () => {
      await user.open('/logout');
      await user.arrivesAt(/^\/auth/);
      await user.sees('a device without a row', async () =>
        /N00\d\dT|database u-|parser/i.test(await user.run(deviceText)) ? null : true,
      );
      await user.run(() => setTimeout(() => history.go(-2)));
      await user.reads(/LOG IN/);
      await user.seesTails([]);
    });

    test('C54: another user finds nothing of the first', async () => {
      await user.open('/auth');
      await user.logIn('customer', demoPassword);
      await user.arrivesAt(/^\/akrx$/);
      await user.open('/akrx');
      await user.reads(/customer/);
      expect(await user.run(deviceText)).not.toMatch(/parser/i);
      expect(await user.text()).not.toMatch(notStored);
    });
  });
}
