import type { Locator, Page } from 'playwright/test';
import { api } from '../../contract/api.ts';
import type { Tail } from '../../contract/entities/tail.ts';
import { awaitOnDevice, awaitResponse } from '../offline/device.ts';
import { expectAccessible, expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { boxOf, excessOf } from '../support/layout.ts';
import { acarsdecLine } from '../support/messages.ts';

const minuteS = 60;
const hhmm = (secondsAgo: number): string =>
  new Date(Date.now() - secondsAgo * 1000).toISOString().slice(11, 16).replace(':', '');
const values = { tail: 'OE-LZQ', flight: 'OS0413' };
const fault =
  '#CFBFLR/FR221513 OS0413 OE-LZQ\r\n24460006 GALLEY COOLING/IDENT 5EB8 PHASE 5 HARD\r\n36293806 BLEED VALVE 2/IDENT 11AA PHASE 6 HARD\r\n';
const server = serverForFile({
  prepare: (it) =>
    it.import([
      acarsdecLine({
        ...values,
        secondsAgo: 90 * minuteS,
        label: 'QP',
        text: `LOWWLROP${hhmm(90 * minuteS)}`,
        msgno: 'M01A',
      }),
      acarsdecLine({
        ...values,
        secondsAgo: 80 * minuteS,
        label: 'QQ',
        text: `LOWWLROP${hhmm(80 * minuteS)}`,
        msgno: 'M02A',
      }),
      acarsdecLine({ ...values, secondsAgo: 70 * minuteS, label: 'H1', text: fault, msgno: 'M03A' }),
      acarsdecLine({ ...values, secondsAgo: 10 * minuteS, label: '5Z', text: 'OS KPHX /LIF', msgno: 'M04A' }),
      acarsdecLine({ tail: 'N163US', flight: 'AA1545', secondsAgo: 5 * minuteS, label: 'Q0', text: '', msgno: 'S01A' }),
    ]),
});

const group = (page: Page): Locator => page.getByRole('button', { name: /OS0413 LOWW to LROP/ });
const message = (page: Page, words: string | RegExp): Locator => page.getByRole('button', { name: words });

test('OFF-02 OFF-03 RAW-09: from a cell of the raw list: legs, messages in words, faults of the ledger; a mark opens its message; a flight has a link, the axis has three lengths, and new messages are inserted after a click; the messages of a tail are found, and found again without a network; on a phone the page of a tail shows its age offline, and an aircraft that was not opened its stored messages', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await app.logInAs('admin', { from: '/akrxAll', lands: '/akrxAll' });
  const cell = app.dataRows.getByRole('link', { name: 'OE-LZQ', exact: true }).first();
  // The grid has one Tab stop. A click outside the link still expands the row.
  await expect(cell).toHaveAttribute('tabindex', '-1');
  await cell.click();
  await expect(page).toHaveURL(/\/tail\/OE-LZQ$/);
  await expect(page.getByRole('heading', { level: 1, name: 'OE-LZQ' })).toBeVisible();
  await expect(group(page)).toContainText(
    /out (?:[^·]+, )?\d\d:\d\dZ · off (?:[^·]+, )?\d\d:\d\dZ · on – · in –4 messages, 1 receiver/,
  );
  await expect(group(page)).toHaveAttribute('aria-expanded', 'true');
  const faults = page.getByRole('region', { name: 'Faults by ATA chapter' });
  await expect(faults.getByRole('listitem')).toHaveText([
    /^36 Pneumatic.*BLEED VALVE 2/s,
    /^BLEED VALVE 2.*Open.*1 of 1/s,
    /^24 Electrical power/,
    /^GALLEY COOLING/,
  ]);
  await expect(faults.getByRole('link', { name: 'GALLEY COOLING' })).toHaveAttribute('href', /faults\/OE-LZQ\?fault=/);

  const report = message(page, /2 faults: GALLEY COOLING, ATA 24/);
  await report.click();
  await expect(report).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('pre')).toContainText('36293806 BLEED VALVE 2/IDENT');
  await page.keyboard.press('Enter');
  await expect(report).toHaveAttribute('aria-expanded', 'false');
  // The newest mark is 10 minutes before the right end of 24 hours.
  await expect(page.getByText(/^1 flight and 4 messages\. /)).toBeAttached();
  const picture = page.getByRole('region', { name: '24 hours of OE-LZQ' }).locator('svg').last();
  const box = await boxOf(picture);
  await picture.click({ position: { x: box.width - 12, y: 138 } });
  await expect(message(page, /Company message for KPHX/)).toBeFocused();
  await expect(page.getByRole('link', { name: 'In the raw list', exact: true })).toBeVisible();
  await expectAccessible(page, '/tail');

  await page.getByRole('button', { name: 'Table', exact: true }).click();
  const table = page.getByRole('region', { name: 'Last days, per 10 minutes, rows' });
  await expect(table.getByRole('columnheader')).toHaveText([/From/, /Flight/, /Altitude/, /ADS-B/, /Messages/]);
  await expectPartAccessible(
    page,
    'section:has(> div > fieldset[aria-label="Length of the axis"])',
    'table of the axis',
  );

  await test.step('a flight, the axis, new messages', async () => {
    await app.go('/akrxAll');
    await app.dataRows.getByRole('link', { name: 'OS0413', exact: true }).first().click();
    await expect(page).toHaveURL(/\/tail\/OE-LZQ\?leg=/);
    await expect(group(page)).toBeFocused();
    await page.getByRole('link', { name: 'Link to this flight' }).click();
    await expect(page).toHaveURL(/leg=\d{4}-\d\d-\d\dT\d\d%3A\d\d%3A\d\dZ$/);
    // The next response has one more message.
    await context.route('**/api/v1/Tail/**', async (route) => {
      const response = await route.fetch();
      const tail = (await response.json()) as Tail;
      const [first] = tail.messages;
      if (first)
        tail.messages.unshift({
          ...first,
          id: 'new',
          at: `${new Date().toISOString().slice(0, 19)}Z`,
          words: 'One more report',
        });
      await route.fulfill({ json: tail });
    });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    const news = page.getByRole('button', { name: '1 new' });
    await expect(news).toBeVisible();
    await expect(message(page, /One more report/)).toHaveCount(0);
    await news.click();
    await expect(message(page, /One more report/)).toBeVisible();
    const requested = page.waitForRequest((request) => new URL(request.url()).searchParams.get('days') === '15');
    await page.getByRole('button', { name: '15 d' }).click();
    await requested;
    await expect(page.getByRole('heading', { name: '15 days of OE-LZQ' })).toBeVisible();
    await expect(page).toHaveURL(/days=15/);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await test.step('without a network', async () => {
    await app.go('/akrxAll');
    await expect(app.dataRows).toHaveCount(5);
    await app.filter.set('Tail', values.tail);
    await app.filter.search();
    await expect(app.filter.button).toHaveText(/FILTER ON/);
    await expect(app.dataRows).toHaveCount(4);
    await expect(app.dataRows.filter({ hasText: values.tail })).toHaveCount(4);
    const live = await app.rowTexts();
    await awaitResponse(page, `"part":"${api.acarsMessage.allUsers.id} `, 'the list');

    await context.setOffline(true);
    // A size that is not in memory: the rows are read from the store. After a reload: reads-offline.spec.ts.
    await app.go(`/akrxAll?tail=${values.tail}&size=25`);
    await expect(page.getByRole('main')).toContainText('4 messages stored');
    await expect.poll(() => app.rowTexts()).toEqual(live);

    await test.step('on a phone', async () => {
      await context.setOffline(false);
      await app.changeUser('customer');
      await page.setViewportSize({ width: 360, height: 740 });
      await expect(page.getByText('N163US').first()).toBeVisible();
      await awaitResponse(page, `"part":"${api.acarsMessage.company.id} `, 'the list of the Customer');
      await app.go('/tail/OE-LZQ');
      await expect(group(page)).toBeVisible();
      await awaitOnDevice(page, 'ADD-tail');
      await expectAccessible(page, '/tail on a phone');
      expect(await excessOf(page.locator('html'))).toBeLessThanOrEqual(0);
      // The code for an aircraft that was not opened is loaded over the network: only its request fails.
      await context.route(/\/api\/v1\/Tail\/N163US/i, (route) => route.abort());
      await app.go('/tail/N163US');
      await expect(
        page.getByText(/The current state is unknown\. Not all messages are on this device\./),
      ).toBeVisible();
      await expect(message(page, /Link test/)).toBeVisible();
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.setOffline(true);
      await app.go('/tail/N163US');
      await expect(message(page, /Link test/)).toBeVisible();
      await app.go('/akrx');
      await expect(page.getByText('N163US').first()).toBeVisible();
      await app.go('/tail/oe-lzq');
      await expect(page.getByText(/^As of .*The current state is unknown\.$/)).toBeVisible();
      await expect(group(page)).toContainText('4 messages');
      await app.go('/tail/D-NONE');
      await expect(page.getByText(/this aircraft is not stored yet/)).toBeVisible();
    });
  });
});
