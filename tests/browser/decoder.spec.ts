import type { Page } from 'playwright/test';
import { expectAccessible, expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { acarsdecLine } from '../support/messages.ts';

const squitter = '02XALAXKLAX13356N11824WV136650/ARINC';
const hostile = '<img src=x onerror="window.__xss=1">\r\n\u0003\u202E';
const server = serverForFile({
  prepare: (it) =>
    it.import([
      acarsdecLine({ secondsAgo: 5, label: 'SQ', text: squitter, tail: 'N0001T' }),
      acarsdecLine({ secondsAgo: 9, label: 'XX', text: hostile, tail: 'N0002T', msgno: 'M02A' }),
    ]),
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const label = (page: Page) => page.getByLabel('Insert Label', { exact: true });
const text = (page: Page) => page.getByLabel('Insert Text', { exact: true });
const results = (page: Page) => page.getByRole('region', { name: 'DECODING RESULTS' });
const prompt = 'Insert message label and text to decode.';

/** Each call of the decoder by the page. */
function callsOf(page: Page): { body: unknown; authorization: string | undefined }[] {
  const calls: { body: unknown; authorization: string | undefined }[] = [];
  page.on('request', (request) => {
    if (!/\/acarsMessage\/decode$/.test(request.url())) return;
    calls.push({ body: request.postDataJSON(), authorization: request.headers().authorization });
  });
  return calls;
}

const openRow = async (page: Page, tail: string): Promise<void> => {
  const row = page.getByRole('row').filter({ hasText: tail });
  await row.getByRole('button', { name: /all fields/i }).click();
};
const decoded = (page: Page) => page.getByRole('region', { name: 'Text', exact: true });

test('S19 DEC-01 DEC-02 DEC-03 DEC-04 DEC-05 DEC-06 DEC-07 DEC-08 C63 C63b C121 C51 C51d ERR-17: from the card to a result; the input is sent once and unchanged; CLEAR empties all fields; a refusal opens the dialog and leaves the prompt with an error line; text and objects of another server are shown as they are; each user decodes an open message on the device, without a request to the server', async ({
  page,
  context,
}) => {
  const calls = callsOf(page);
  const app = new App(page, server.current.url);
  await app.logInAs('parser');
  const card = page.getByRole('region', { name: 'ACARS messages decoder' });
  await expect(card).toContainText(prompt);
  await card.getByRole('button', { name: 'START' }).click();
  await app.expectPath('/decoding');
  await expect(page.getByRole('heading', { name: 'ACARS MESSAGE DECODER', level: 1 })).toBeVisible();
  await expect(results(page)).toContainText(prompt);

  await label(page).fill(' SQ  ');
  await text(page).fill(`  ${squitter}\n `);
  await button(page, 'DECODE').hover();
  await expect(page.getByRole('tooltip', { name: 'Double click Please' })).toBeVisible();
  await button(page, 'DECODE').dblclick();
  await expect(results(page)).toContainText('Decoded message: Not decodable');
  expect(calls.map(({ body }) => body)).toEqual([{ label: ' SQ  ', text: `  ${squitter}\n ` }]);
  expect(calls[0]?.authorization).toMatch(/^Bearer ./);

  await label(page).fill('SQ');
  await text(page).fill(squitter);
  await button(page, 'DECODE').click();
  await expect(results(page)).toContainText('Decoded message: Ground Station Squitter');
  expect(calls.length).toBe(2);
  await expect(results(page)).toContainText('Fully decoded');
  await expect(results(page)).toContainText('Decoded by the server');
  await expect(results(page).getByRole('row', { name: /^Network ARINC$/ })).toBeVisible();
  await expect(results(page).getByRole('row', { name: /^Ground Station Location .* unverified$/ })).toBeVisible();
  await expectAccessible(page, 'decoder');

  await button(page, 'CLEAR').click();
  await expect(label(page)).toHaveValue('');
  await expect(text(page)).toHaveValue('');
  await expect(results(page)).toContainText(prompt);
  await expect(results(page)).not.toContainText('Decoded message:');
  const requested = calls.length;
  await page
    .getByRole('region', { name: 'Decoded in this session' })
    .getByRole('button', { name: /^SQ/ })
    .first()
    .click();
  await expect(text(page)).toHaveValue(squitter);
  await expect(results(page)).toContainText('Decoded message: Ground Station Squitter');
  expect(calls.length).toBe(requested);

  await test.step('refusals and other servers', async () => {
    await app.go('/parser');
    await expect(card).toContainText(prompt);
    await app.go('/decoding?label=H1&text=as%20linked');
    await expect(label(page)).toHaveValue('H1');
    await expect(text(page)).toHaveValue('as linked');
    await stub(context, '/acarsMessage/decode', { status: 500, json: { message: 'The decoder broke.' } });
    await button(page, 'DECODE').click();
    await expect(app.alertDialog).toContainText('The decoder broke.');
    await app.alertDialog.getByRole('button', { name: 'Close' }).click();
    await expect(results(page)).toContainText('The message was not decoded.');
    await expect(results(page)).toContainText(prompt);
    await expect(results(page)).not.toContainText('Decoded message:');
    await expect(text(page)).toHaveValue('as linked');

    await stub(context, '/acarsMessage/decode', { json: { decodingModel: 'Line one\nline two' } });
    await label(page).fill('H2');
    await button(page, 'DECODE').click();
    await expect(results(page)).toContainText('Decoded message: Line one line two');
    await expect(results(page)).not.toContainText('not decoded');
    await stub(context, '/acarsMessage/decode', { json: { decodingModel: { flight: 'AA1', fuel: { kg: 7 } } } });
    await label(page).fill('H3');
    await button(page, 'DECODE').click();
    await expect(results(page)).toContainText('Decoded message: flight: AA1 fuel: {"kg":7}');
    await context.unrouteAll({ behavior: 'wait' });
  });

  await test.step('an open message', async () => {
    const sent = calls.length;
    await app.go('/akrxAll');
    await openRow(page, 'N0002T');
    await button(page, 'Decode').click();
    await expect(decoded(page)).toContainText('Decoded message: Not decodable');
    await button(page, 'Decode').click();
    await expect(decoded(page)).not.toContainText('Decoded message:');
    await openRow(page, 'N0002T');
    await openRow(page, 'N0001T');
    await button(page, 'Decode').click();
    await expect(decoded(page)).toContainText('Decoded message: Ground Station Squitter');
    await expect(decoded(page)).toContainText('Decoded on this device');
    await expect(decoded(page).getByRole('row', { name: /^ICAO KLAX$/ })).toBeVisible();
    expect(calls.length).toBe(sent);
    expect(await page.evaluate(() => (window as { __xss?: unknown }).__xss)).toBeUndefined();
    await expectPartAccessible(page, 'section[aria-label="Text"]', 'decoded message');
    await page.getByRole('link', { name: 'Open in the decoder' }).click();
    await app.expectPath('/decoding');
    await expect(label(page)).toHaveValue('SQ');
    await expect(text(page)).toHaveValue(squitter);

    // Without the network the decoder works on the device, and the page states that.
    await context.setOffline(true);
    await button(page, 'CLEAR').click();
    await label(page).fill('SQ');
    await text(page).fill(squitter);
    await button(page, 'DECODE').click();
    await expect(results(page)).toContainText('Decoded message: Ground Station Squitter');
    await expect(results(page)).toContainText('Decoded on this device');
    await expect(app.alertDialog).toHaveCount(0);
    await context.setOffline(false);
  });

  for (const [user, path, title] of [
    ['customer', '/akrx', 'ACARS raw'],
    ['company', '/acarsWithExtData', 'ACARS per aircraft'],
  ] as const)
    await test.step(`C121: ${user} on ${path}`, async () => {
      await app.changeUser(user);
      const sent = calls.length;
      await app.go(path);
      // The home of a company is a list with the same message.
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
      await openRow(page, 'N0001T');
      await button(page, 'Decode').click();
      await expect(decoded(page)).toContainText('Decoded message: Ground Station Squitter');
      await expect(decoded(page)).toContainText('Decoded on this device');
      expect(calls.length).toBe(sent);
      await expect(page.getByRole('link', { name: 'Open in the decoder' })).toHaveCount(0);
    });
});
