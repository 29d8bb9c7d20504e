import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';

const server = serverForFile();

const details = '/overall-bid-details';
const update = '/update-overall-bid';
const startedAt = Date.now();
/** A day of the calendar: the same one even if midnight passes during the test. */
const ahead = (days: number): string => new Date(startedAt + days * 86_400_000).toISOString().slice(0, 10);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const input = (page: Page, label: string) => page.getByRole('main').getByLabel(label);
const card = (page: Page) => page.getByRole('region', { name: 'Current and Scheduled Overall Bid' });
const history = (page: Page) => page.getByRole('table', { name: 'Overall Bid History' });
const rowsOf = (page: Page) => history(page).locator('tbody tr');
/** The values of the card: current bid and its day, scheduled bid and its day. */
const values = (page: Page) => card(page).getByRole('definition');
const asAdmin = async (page: Page, path: string): Promise<App> => {
  const app = new App(page, server.current.url);
  await app.logInAs('admin', { from: path, lands: path });
  return app;
};
async function submit(page: Page, bid: string, startDate: string): Promise<void> {
  await input(page, 'New Bid (Glog)').fill(bid);
  await input(page, 'New Bid Start Date').fill(startDate);
  await button(page, 'Submit').click();
}

test('S15 ERR-19 C75 BID-01 BID-02 BID-03 BID-04 BID-05 BID-06 BID-07 BID-08 BID-09 BID-10 C69: from no bid to a scheduled and replaced one, with every refusal at its field; a failure shows the text of the server in a dialog and instead of the data', async ({
  page,
  context,
}) => {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (/\/OverallBid\/Upsert$/.test(request.url())) sent.push(request.postDataJSON());
  });
  const app = await asAdmin(page, details);
  await expect(values(page)).toHaveText(['-', '-', '-', '-']);
  await expect(history(page).getByRole('columnheader')).toHaveText([
    'Bid Value (Glog)',
    'Status',
    'Start Date',
    'Created On',
    'Created By',
  ]);
  await expect(rowsOf(page)).toHaveText(['No data']);
  await button(page, 'Update Bid').click();
  await app.expectPath(update);

  // On a phone the invalid field stays in view below the message at the top.
  await page.setViewportSize({ width: 360, height: 740 });
  await button(page, 'Submit').click();
  await expect(page.getByText('Overall bid is required.')).toBeVisible();
  await expect(input(page, 'New Bid (Glog)')).toBeFocused();
  await expect(input(page, 'New Bid (Glog)')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 860 });
  await expect(page.getByText('Start date is required.')).toBeVisible();
  await expectAccessible(page, 'refused bid');
  for (const bad of ['101', '-1', 'abc']) {
    await submit(page, bad, ahead(2));
    await expect(page.getByText('Overall bid value must be between 0 and 100 Glog.')).toBeVisible();
  }
  await submit(page, '5', '0001-01-01');
  await expect(page.getByText(/^Start date must be between 2000-01-01 and /)).toBeVisible();
  expect(sent).toEqual([]);

  await submit(page, '12.5', ahead(2));
  await app.expectPath(details);
  expect(sent).toEqual([{ bidValue: 12.5, startDate: ahead(2) }]);
  await expect(values(page)).toHaveText(['-', '-', '12.5', ahead(2)]);
  await button(page, 'Update Bid').click();
  await expect(input(page, 'Scheduled Bid (Glog)')).toHaveValue('12.5');
  await expect(input(page, 'Scheduled Bid Start Date')).toHaveValue(ahead(2));
  await expect(input(page, 'Current Bid (Glog)')).toHaveValue('-');
  await expect(input(page, 'Current Bid (Glog)')).not.toBeEditable();
  await submit(page, '100', ahead(9));
  await app.expectPath(details);
  await button(page, 'Update Bid').click();
  await submit(page, '0', ahead(-1));
  await app.expectPath(details);
  await expect(values(page)).toHaveText(['0', ahead(-1), '100', ahead(9)]);
  const today = new RegExp(`^(${ahead(0)}|${ahead(1)})$`);
  await expect(rowsOf(page)).toHaveCount(3);
  const rows = await rowsOf(page).evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
  );
  expect(rows.map(([bid, status, start]) => [bid, status, start])).toEqual([
    ['0', 'Current', ahead(-1)],
    ['100', 'Scheduled', ahead(9)],
    ['12.5', 'Past', ahead(2)],
  ]);
  for (const [, , , createdOn, createdBy] of rows) {
    expect(createdOn).toMatch(today);
    expect(createdBy).toBe('admin');
  }
  await expectAccessible(page, 'overall bid');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(rowsOf(page).first()).toContainText(ahead(-1));
  const isWithin = () => page.evaluate(() => document.querySelector('table')?.getBoundingClientRect().right);
  await expect.poll(isWithin, { message: 'the right edge of the history on a phone' }).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 860 });
  await button(page, 'Update Bid').click();
  await button(page, 'Cancel').click();
  await app.expectPath(details);

  await test.step('a failure, and errors are shown at their fields under either name', async () => {
    await stub(context, '/OverallBid/GetCurrentWithScheduledOverallBid', {
      status: 500,
      json: { message: 'The bids are locked.' },
    });
    await app.go('/administrator');
    await expect(card(page)).toHaveCount(0);
    await app.go(details);
    await expect(app.alertDialog).toContainText('The bids are locked.');
    await app.alertDialog.getByRole('button', { name: 'Close' }).click();
    await expect(card(page).getByRole('alert')).toContainText('The bids are locked.');
    await context.unrouteAll({ behavior: 'wait' });
    await card(page).getByRole('button', { name: 'Try again' }).click();
    await expect(values(page)).toHaveCount(4);

    await button(page, 'Update Bid').click();
    await stub(context, '/OverallBid/Upsert', {
      status: 400,
      json: { message: 'Not this one.', errors: { NEWBID: ['Too much.', 'Far too much.'], StartDate: ['Not then.'] } },
    });
    await submit(page, '50', ahead(3));
    await expect(app.alertDialog).toContainText('Not this one.');
    await app.alertDialog.getByRole('button', { name: 'Close' }).click();
    await app.expectPath(update);
    await expect(input(page, 'New Bid (Glog)')).toHaveValue('50');
    await expect(input(page, 'New Bid (Glog)')).toHaveAccessibleDescription('Too much.');
    await expect(input(page, 'New Bid Start Date')).toHaveAccessibleDescription('Not then.');
  });
});
