/** The archive of messages: offered if the server has one, its cost confirmed before it is read (decision 30). */

import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { dayMs } from '../../contract/durations.ts';
import { clock } from '../../server/base/clock.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { dayOf } from '../../server/messages/day-partitions.ts';
import { openMessages } from '../../server/messages/messages.ts';
import { runRetention } from '../../server/ops/retention.ts';
import { expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { makeColumnar } from '../support/columnar.ts';
import { series } from '../support/messages.ts';
import type { TestServer } from '../support/server.ts';

const agoDays = 40;
/** Noon of a day: its rows are of that day at any time of the run. */
const noonMs = (Math.floor(Date.now() / dayMs) + 0.5 - agoDays) * dayMs;
const day = dayOf(noonMs);

/** Messages of the day 40 days ago, stored at its end, and current messages. */
async function archiveDay(server: TestServer): Promise<void> {
  const db = openMessages(openDatabase({ url: server.databaseUrl }));
  const realOffsetMs = clock.offsetMs;
  await makeColumnar(db);
  clock.offsetMs = noonMs + dayMs / 2 - 1000 - Date.now();
  const agoS = Math.round((Date.now() - noonMs) / 1000);
  await server.import(series(30, (n) => ({ secondsAgo: agoS + n, text: `OLD ${n}`, station: 'roof' })));
  clock.offsetMs = realOffsetMs;
  await runRetention(db, { retentionDays: 15, archiveDays: 100, countsDays: 400, rawDays: 15, maxBytes: null });
  await db.close();
  await server.import(series(3, (n) => ({ secondsAgo: 60 + n, text: `NEW ${n}` })));
}
// The retention of this server drops nothing.
const server = serverForFile({ prepare: archiveDay, env: { RETENTION_DAYS: '0' } });

test('a link into the archive shows the cost first, also on a phone; a parser sees the cost of the archive, reads it after a click, exports it and leaves it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const app = new App(page, server.current.url);
  await app.logInAs('parser', {
    from: `/akrxAll?acarsMessageDateTimeMin=${day}T00:00&archive=on`,
    lands: '/akrxAll',
  });
  const cost = page.getByRole('status').filter({ hasText: 'Read the archive?' });
  await test.step('a link, on a phone', () => isLinked(page, cost));
  await page.setViewportSize({ width: 1280, height: 860 });
  await app.go('/akrxAll');
  await expect(app.dataRows).toHaveCount(3);
  await test.step('the range of the list', () => isReadAndLeft(page, app, cost));
});

async function isLinked(page: Page, cost: Locator): Promise<void> {
  await expect(cost).toContainText('1 archived day: 30 messages in all');
  // Without the server no stored rows can be shown.
  await page.route('**/AcarsMessage/allUsers?*', (route) => route.abort());
  await cost.getByRole('button', { name: 'Read the archive' }).click();
  await expect(page.getByText('The server is unreachable and the archive is never stored.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  // The app retries automatically within seconds.
  const shown = page.getByText('33 messages');
  await page.getByRole('button', { name: 'Try again' }).or(shown).first().click();
  await expect(shown).toBeVisible();
  await page.getByRole('button', { name: 'List options' }).click();
  await expect(page.getByLabel('Range')).toHaveValue('archive');
}

async function isReadAndLeft(page: Page, app: App, cost: Locator): Promise<void> {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('archive=true')) requested.push(request.url());
  });
  // The button has another range than the link: the cost of that range was not confirmed.
  const range = page.getByRole('group', { name: 'Range', exact: true });
  await range.getByRole('button', { name: 'Archive' }).click();
  await expect(cost).toContainText(/This range has 1 archived day: 30 messages in all, [\d.]+\s[kM]B\./);
  expect(requested).toEqual([]);
  await expectPartAccessible(page, 'main [role=status]', 'cost of the archive');
  await cost.getByRole('button', { name: 'Read the archive' }).click();
  await expect(app.dataRows).toHaveCount(10);
  await expect(app.dataRows.first()).toContainText('OLD 0');
  expect(requested.length).toBeGreaterThan(0);
  expect(new URL(page.url()).searchParams.get('archive')).toBe('on');
  await expect(range.getByRole('button', { name: 'Archive' })).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: 'Rows to export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV: all 30 matching rows' }).click(),
  ]);
  const csv = readFileSync(await file.path(), 'utf8');
  expect(csv.match(/OLD \d+/g)).toHaveLength(30);
  expect(csv).toContain(day);

  // Another page of the same range: the rows that were just read are not stored.
  const archived = new URL(page.url());
  await page.route('**/AcarsMessage/allUsers?*', (route) => route.abort());
  archived.searchParams.set('size', '25');
  await app.go(archived.pathname + archived.search);
  await expect(page.getByText('The server is unreachable and the archive is never stored.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });

  await range.getByRole('button', { name: '2 h' }).click();
  await expect(app.dataRows).toHaveCount(3);
  await expect(range.getByRole('button', { name: 'Archive' })).toHaveAttribute('aria-pressed', 'false');
}
