import { awaitResponse } from '../offline/device.ts';
import { ownRecording as recording, sumOf } from '../recordings/recording.ts';
import { App, expect, offlineReady, serverForFile, test, testInstalled } from '../support/browser.ts';
import type { ImportReport } from '../support/server.ts';

const { name: tail, messages: expected } = recording.tail;
let report: ImportReport;
const server = serverForFile({
  prepare: async (it) => {
    report = await it.import(recording.lines, ['--as-if-now']);
  },
});

test('a recording is imported, and the report accounts for every line', async () => {
  const { stored, duplicates, leftOut, broken } = recording;
  const rest = `skipped ${sumOf(leftOut)}`;
  const last = `invalid ${sumOf(broken)}`;
  expect(report.code, report.output).toBe(0);
  expect(report.output).toContain(`read 1000, stored ${stored}, ${rest}, duplicates ${duplicates}, ${last}\n`);
  const again = await server.current.import(recording.lines, ['--as-if-now']);
  expect(again.output).toContain(`read 1000, stored 0, ${rest}, duplicates ${stored + duplicates}, ${last}\n`);
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
    await expect(app.dataRows.filter({ hasText: tail })).toHaveCount(onScreen);
    const live = await app.rowTexts();
    expect(live.filter((row) => !row.includes(tail))).toEqual([]);
    await offlineReady(page);
    await awaitResponse(page, `"tail":"${tail}"`, 'the found page');

    await context.setOffline(true);
    await page.reload();
    await expect(app.dataRows).toHaveCount(onScreen);
    await expect.poll(() => app.rowTexts()).toEqual(live);
    await expect(page.getByText(/stored/i).first()).toBeVisible();
  },
);
