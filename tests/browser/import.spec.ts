import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { callApi, logIn } from '../support/api-client.ts';
import { expectAccessible, expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { holdRoute } from '../support/held-route.ts';
import { excessOf } from '../support/layout.ts';
import { series } from '../support/messages.ts';

const server = serverForFile();
test.afterEach(async () => {
  const { token } = await logIn(server.current, 'admin');
  const { import: state } = (await callApi(server.current, '/imports/current', { token })).json as {
    import: { id: string } | null;
  };
  if (state) await callApi(server.current, `/imports/${state.id}`, { method: 'DELETE', token });
});

const header =
  'ICAO,Registration,ModelICAO,Manufacturer,Model,ManufacturerAndModel,IsPrivateOperator,Operator,AirlineCode,SerialNumber,YearBuilt';
const aircraft = (from: number, count: number): string =>
  [
    header,
    ...Array.from(
      { length: count },
      (_, n) => `${(0xa10000 + from + n).toString(16)},N${from + n}XX,B738,Boeing,737,Boeing 737,0,Somebody,,${n},1999`,
    ),
    'nonsense,N1,B738,Boeing,737,Boeing 737,0,x,,1,1999',
  ].join('\n');
async function aircraftStored(registration: string): Promise<number> {
  const { token } = await logIn(server.current, 'admin');
  const response = await callApi(server.current, `/aircraft?registration=${registration}`, { token });
  return (response.json as { aircraftCount: number }).aircraftCount;
}

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('heading', { name });
const count = (page: Page, label: string) =>
  page
    .getByRole('main')
    .locator('dl > div', { has: page.getByText(label, { exact: true }) })
    .locator('dd');
const choose = (page: Page, name: string, text: string) =>
  page.getByLabel('File to import').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('C118 C119: a file is selected by keyboard, previewed and imported; its rejected rows can be saved; a second import changes nothing; a recording is imported for a station; offline the file stays selected and is sent on retry; an unusable file is reported in a sentence; a previewed file survives a reload, is visible in other pages, and is removed by Cancel; leaving during an upload requires a confirmation, and removes the uploaded part', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await app.logInAs('admin');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Import messages' }).click();
  await app.expectPath('/import');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose file').focus();
  await page.keyboard.press('Enter');
  const file = { name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from(aircraft(0, 40)) };
  await (await chooser).setFiles(file);
  await expect(heading(page, /^Preview: aircraft/)).toBeFocused();
  await expect(count(page, 'New')).toHaveText('40');
  await expect(count(page, 'Rejected')).toHaveText('1');
  await expect(page.getByRole('cell', { name: 'no 24 bit address of six hexadecimal digits' })).toBeVisible();
  expect(await aircraftStored('N0XX')).toBe(0);
  await expectAccessible(page, 'import, looked at');

  const saving = page.waitForEvent('download');
  await button(page, 'All of them as CSV').click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('fleet.csv rejected.csv');
  expect(readFileSync(await saved.path(), 'utf8')).toBe(
    '"line","reason"\r\n"42","no 24 bit address of six hexadecimal digits"',
  );
  await button(page, 'Import').click();
  await expect(heading(page, /^Imported: aircraft/)).toBeFocused();
  expect(await aircraftStored('N0XX')).toBe(1);
  await choose(page, 'fleet.csv', aircraft(0, 40));
  await expect(page.getByText('Everything in this file is already stored.')).toBeVisible();
  await expect(count(page, 'Unchanged')).toHaveText('40');
  await button(page, 'Cancel').click();

  await test.step('a recording is imported for a station; invalid input is reported at its field', async () => {
    const lines = series(12, () => ({ station: 'BROWSER-RX' })).map((line) => JSON.stringify(line));
    await choose(page, 'recording.jsonl', lines.join('\n'));
    await expect(count(page, 'Usable')).toHaveText('12');
    await expect(page.getByText('Receivers: BROWSER-RX')).toBeVisible();
    await page.getByLabel('Station number').fill('12a');
    await button(page, 'Import').click();
    await expect(page.getByText('Station number must contain only digits.')).toBeVisible();
    await expect(page.getByLabel('Station number')).toBeFocused();
    await page.getByLabel('Station number').fill('1001');
    await button(page, 'Import').click();
    await expect(count(page, 'Stored')).toHaveText('12');
    await expect(page.getByText('station 1001 has the receiver BROWSER-RX')).toBeVisible();
  });

  await test.step('offline the file stays selected and is sent on retry; a lost response changes nothing', async () => {
    await context.setOffline(true);
    await choose(page, 'later.csv', aircraft(500, 9000));
    await expect(page.getByText('No network connection. later.csv is still selected.')).toBeVisible();
    await expectPartAccessible(page, 'main', 'import without network');
    await context.setOffline(false);
    let parts = 0;
    await context.route(/\/imports\/[^/]+\/parts\//, async (route) => {
      parts += 1;
      if (parts !== 2) return route.continue();
      await route.fetch(); // the request arrived, and its response is lost
      return route.abort();
    });
    await button(page, 'Send again').click();
    await expect(page.getByText('The server is unreachable. later.csv is still selected.')).toBeVisible();
    await button(page, 'Send again').click();
    await expect(count(page, 'New')).toHaveText('9,000');
    await button(page, 'Cancel').click();
    await expect(page.getByText('Drop a file here, or')).toBeVisible();
    await context.unrouteAll({ behavior: 'wait' });
  });

  await choose(page, 'kept.csv', aircraft(20_000, 3));
  await expect(count(page, 'New')).toHaveText('3');
  await page.reload();
  await expect(count(page, 'New')).toHaveText('3');
  const other = await context.newPage();
  await other.goto(`${app.origin}/import`);
  await button(other, 'Import').click();
  await expect(heading(other, /^Imported/)).toBeVisible();
  await button(page, 'Import').click();
  await expect(page.getByText('This step does not fit the state of the import.')).toBeVisible();
  await other.close();
  await app.go('/device');
  await expect(page.getByRole('heading', { name: 'Stored on this device' })).toBeVisible();
  await app.go('/import');
  await expect(heading(page, /^Imported/)).toBeVisible();
  await choose(page, 'other.csv', aircraft(30_000, 3));
  await expect(heading(page, /^Preview/)).toBeVisible();
  await button(page, 'Cancel').click();
  await expect(page.getByText('Drop a file here, or')).toBeVisible();
  await expectPartAccessible(page, 'main', 'import, nothing chosen');
  expect(await aircraftStored('N30000XX')).toBe(0);

  await test.step('leaving during an upload requires a confirmation, and removes the uploaded part', async () => {
    const release = await holdRoute(context, /\/imports\/[^/]+\/parts\//, (route) => route.continue().catch(() => {}));
    await choose(page, 'slow.csv', aircraft(0, 3));
    await expect(page.getByRole('progressbar', { name: 'Sending slow.csv' })).toBeVisible();
    await app.choose('ACARS raw');
    const question = page.getByRole('alertdialog', { name: 'Leave and cancel the upload?' });
    await question.getByRole('button', { name: 'Leave' }).click();
    await app.expectPath('/akrxAll');
    const { token } = await logIn(server.current, 'admin');
    await expect
      .poll(async () => (await callApi(server.current, '/imports/current', { token })).json)
      .toEqual({ import: null });
    await release();
  });

  await context.unrouteAll({ behavior: 'wait' });
  await app.go('/import');
  await expect(page.getByText('Drop a file here, or')).toBeVisible();
  await test.step('an unusable file is reported in a sentence, also when dropped and on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const files = await page.evaluateHandle(
      (text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], 'semicolons.csv'));
        return transfer;
      },
      aircraft(0, 2).replaceAll(',', ';'),
    );
    await page.getByText('Drop a file here, or').dispatchEvent('drop', { dataTransfer: files });
    await expect(heading(page, 'Nothing was imported')).toBeFocused();
    await expect(page.getByText('The values are separated by semicolons. Save the file with commas.')).toBeVisible();
    await expectAccessible(page, 'import failed, on a phone');
    await choose(page, 'empty.csv', '');
    await expect(page.getByText('empty.csv is empty.')).toBeVisible();
    await stub(context, '/imports', {
      status: 409,
      json: { message: 'Another import is running: a.csv, started by x.' },
    });
    await choose(page, 'long name '.repeat(12), aircraft(0, 2));
    await expect(page.getByText('Another import is running: a.csv, started by x.')).toBeVisible();
    expect(await excessOf(page.locator('html'))).toBeLessThanOrEqual(0);
  });
});
