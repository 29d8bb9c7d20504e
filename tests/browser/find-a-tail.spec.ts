/**
 * What the product is for: bring a recording in, find the messages of one aircraft, and find them again without a network.
 * Must not: run where the recording is not there beside the repository; it then brings a smaller one of its own.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, expect, offlineReady, serverForFile, test, testInstalled } from '../support/browser.ts';
import { fullLine, series } from '../support/messages.ts';
import { root } from '../support/repository.ts';
import type { ImportReport } from '../support/server.ts';

const recording = join(root, '../shared/data/acars/stream.jsonl');
const hasRecording = existsSync(recording);
const tail = 'N163US';
/** Counted in the recording itself, not by the product. */
const expected = hasRecording
  ? readFileSync(recording, 'utf8')
      .split('\n')
      .filter((line) => new RegExp(`"(tail|reg)": ?"\\.*${tail}"`).test(line)).length
  : 2;

let report: ImportReport;
const server = serverForFile({
  prepare: async (it) => {
    report = hasRecording
      ? await it.importFile(recording, ['--as-if-now'])
      : await it.import(
          [fullLine({ secondsAgo: 5 }), fullLine({ secondsAgo: 9, text: 'SECOND' }), ...series(60)],
          ['--as-if-now'],
        );
  },
});

test('a recording is imported, and the report accounts for every line', async () => {
  expect(report.code, report.output).toBe(0);
  if (hasRecording)
    for (const number of ['1,000', '308', '692'])
      expect(report.output.replaceAll(/(\d)(?=(\d{3})+\b)/g, '$1')).toMatch(new RegExp(number.replace(',', ',?')));
  const again = hasRecording ? await server.current.importFile(recording, ['--as-if-now']) : null;
  if (again) expect(again.output.replaceAll(',', '')).toMatch(/stored\D{0,12}0\b|\b0\D{0,12}stored/i);
});

testInstalled(
  'OFF-02 OFF-03 RAW-09: the messages of a tail are found, and found again after a reload without a network',
  async ({ page, context }) => {
    const app = new App(page, server.current.url);
    await app.logInAs('parser', { from: '/akrxAll', lands: '/akrxAll' });
    await expect(app.dataRows).toHaveCount(10);
    await app.filter.set('Tail', tail);
    await app.filter.search();
    await expect(app.filter.button).toHaveText(/FILTER ON/);
    const onScreen = Math.min(expected, 10);
    await expect(app.dataRows).toHaveCount(onScreen);
    for (const row of await app.dataRows.all()) await expect(row).toContainText(tail);
    const live = await app.rowTexts();
    await offlineReady(page);

    await context.setOffline(true);
    await page.reload();
    await expect(app.dataRows).toHaveCount(onScreen);
    expect(await app.rowTexts()).toEqual(live);
    await expect(page.getByText(/stored/i).first()).toBeVisible();

    await app.filter.reset();
    await expect(app.dataRows).toHaveCount(10);
    await app.filter.set('Tail', tail.toLowerCase());
    await app.filter.search();
    await expect(app.dataRows).toHaveCount(onScreen);
    for (const row of await app.dataRows.all()) await expect(row).toContainText(tail);

    await context.setOffline(false);
    await expect(page.getByText(/^Live/).first()).toBeVisible({ timeout: 15_000 });
  },
);
