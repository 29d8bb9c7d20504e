/** What messages say: chips of kinds, the same sentence in row and panel, questions in the search. */
import type { Page } from 'playwright/test';
import { expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { fullLine } from '../support/messages.ts';

const position = { label: 'H1', text: 'POSN34420W108077,SJN,144906,350' };
const server = serverForFile({
  prepare: (it) =>
    it.import([
      fullLine({ ...position, tail: 'N900XA', secondsAgo: 60 }),
      fullLine({ ...position, tail: 'N900XB', secondsAgo: 90 }),
      fullLine({ label: 'Q0', text: '', tail: 'N900XC', secondsAgo: 120 }),
      fullLine({ label: '3V', text: '@@ ?? ##', tail: 'N900XD', secondsAgo: 150 }),
    ]),
});
const options = (page: Page) => page.getByRole('listbox', { name: 'ACARS raw (all data)' }).getByRole('option');
const chips = (page: Page) => page.getByRole('group', { name: 'Kinds of messages' });
const chip = (page: Page, name: RegExp) => chips(page).getByRole('button', { name });
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

test('chips filter by kind, several at once, with counts, in the address and offline; the panel says what its row says; Ctrl K answers a question with a filtered list', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: '/akrxAll?view=read', lands: '/akrxAll' });
  await expect(options(page)).toHaveCount(4);
  await expect(chip(page, /^Position/)).toHaveText('Position2');
  await expect(chip(page, /^Fault/)).toHaveText('Fault0');
  await expect(chip(page, /^Not decoded/)).toHaveText('Not decoded1');

  const row = options(page).first();
  await expect(row).toContainText('SJN');
  const message = page.getByRole('region', { name: 'Selected message' });
  const sentence = plain(await message.getByRole('heading', { level: 2 }).innerText());
  expect(sentence).toMatch(/^Position .*SJN/);
  expect(plain(await row.innerText())).toContain(sentence);
  await expect(message.getByRole('region', { name: 'Decoded' })).toContainText('Decoded on this device');
  await expect(message).not.toContainText('Not decodable');
  await expectPartAccessible(page, '[role=listbox], [aria-label="Kinds of messages"]', 'chips of kinds');

  await chip(page, /^Position/).click();
  await expect(options(page)).toHaveCount(2);
  await expect(page).toHaveURL(/kind=position/);
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText('Kind Position');
  const top = async (name: RegExp) => (await chip(page, name).boundingBox())?.y;
  const lineOf = (width: string): Promise<void> =>
    chips(page).evaluate((line: HTMLElement, maxWidth) => void Object.assign(line.style, { maxWidth }), width);
  for (const width of [560, 600, 640, 680, 720, 760, 800, 840, 880]) {
    await lineOf(`${width}px`);
    expect(await top(/more$/), `not alone on a line of ${width} px`).toBe(await top(/^Not decoded/));
  }
  await lineOf('');
  await chips(page).getByRole('button', { name: /more$/ }).click();
  await chip(page, /^Link/).click();
  await expect(options(page)).toHaveCount(3);
  // Each chip shows what it would find.
  await expect(chip(page, /^Not decoded/)).toHaveText('Not decoded1');
  await chip(page, /^Not decoded/).click();
  await expect(options(page)).toHaveCount(1);
  await expect(options(page).first()).toContainText('@@ ?? ##');
  await expect(page).toHaveURL(/decoded=none/);
  await expect(page).not.toHaveURL(/kind=/);
  await chip(page, /^All kinds/).click();
  await expect(options(page)).toHaveCount(4);

  // No worker keeps the code of the search here.
  const search = page.getByRole('combobox', { name: /^Go to/ });
  await page.keyboard.press('Control+k');
  await expect(search).toBeVisible();
  await page.keyboard.press('Escape');
  await context.setOffline(true);
  await chip(page, /^Position/).click();
  await expect(options(page)).toHaveCount(2);
  await expect(chip(page, /^Link/)).toHaveText('Link1');
  await page.keyboard.press('Control+k');
  await search.fill('positions n900xb');
  await expect(page.getByLabel('Understood')).toHaveText('PositionN900XB');
  const answer = page.getByRole('option', { selected: true, name: /^1 position message of N900XB, last 24\sh/ });
  await expect(answer).toContainText('on this device');
  await context.setOffline(false);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/kind=position/);
  await expect(page).toHaveURL(/tail=N900XB/);
  await expect(app.dataRows).toHaveCount(1);
});
