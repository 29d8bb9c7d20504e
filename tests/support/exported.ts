/** Opens exported files with independent readers. */
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright/test';
import readExcelFile from 'read-excel-file/universal';
import { readCsv } from '../../server/reference/import/csv.ts';

export type Exported = {
  /** As the browser offers it. */
  readonly fileName: string;
  readonly sheetName: string;
  readonly headers: readonly unknown[];
  /** Below the headers, cell by cell; instants are Dates. */
  readonly rows: readonly (readonly unknown[])[];
  /** The second sheet: label -> value. */
  readonly about: ReadonlyMap<string, unknown>;
  /** The workbook's parts as text, by name. */
  readonly parts: Readonly<Record<string, string>>;
};

/** Runs `press`. Resolves to the workbook's parts as text, by name: the reader library overflows its stack at 100,000 rows. */
export async function partsBy(page: Page, press: () => Promise<unknown>): Promise<Readonly<Record<string, string>>> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return partsOf(new Uint8Array(await readFile(await download.path())));
}
const partsOf = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]));

/** Runs `press` and opens the saved workbook. */
async function exportBy(page: Page, press: () => Promise<unknown>): Promise<Exported> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const bytes = new Uint8Array(await readFile(await download.path()));
  const [sheet, second] = await readExcelFile(new Blob([bytes]), { trim: false });
  const [headers = [], ...rows] = sheet?.data ?? [];
  return {
    fileName: download.suggestedFilename(),
    sheetName: sheet?.sheet ?? '',
    headers,
    rows,
    about: new Map((second?.data ?? []).map(([label, value]) => [String(label), value])),
    parts: partsOf(bytes),
  };
}

/** Clicks the list's button: exports the loaded rows. */
export const exportOf = (page: Page): Promise<Exported> =>
  exportBy(page, () => page.getByRole('button', { name: 'Export to Excel', exact: true }).click());

/** Exports all matching rows. */
export async function exportAllOf(page: Page): Promise<Exported> {
  return exportBy(page, () => pressExportAll(page));
}
export async function pressExportAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Rows to export' }).click();
  await page.getByRole('menuitem', { name: /^All .*matching rows/ }).click();
}

/** Saves all matching rows as text: `CSV` or `JSON lines`. */
export async function textOf(
  page: Page,
  format: string,
  rows = 'all .*matching rows',
): Promise<{ readonly name: string; readonly text: string }> {
  await page.getByRole('button', { name: 'Rows to export' }).click();
  const item = page.getByRole('menuitem', { name: new RegExp(`^${format}: ${rows}`) });
  const [download] = await Promise.all([page.waitForEvent('download'), item.click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** Values of each record, header first. */
export async function csvRecords(text: string): Promise<readonly (readonly string[])[]> {
  const records: (readonly string[])[] = [];
  for await (const some of readCsv(Readable.from([Buffer.from(text)])))
    records.push(...some.map(({ values }) => values));
  return records;
}

/** C78: columns of an export of /akrxAll with their fields. */
export const rawColumns = [
  ['UTC Date/Time', 'acarsDateTime'],
  ['Tail', 'tail'],
  ['Flight', 'flight'],
  ['Text', 'text'],
  ['Frequency', 'freq'],
  ['Timestamp', 'timestamp'],
  ['Station ID', 'stationId'],
  ['Channel', 'channel'],
  ['Level', 'level'],
  ['Error', 'error'],
  ['Mode', 'mode'],
  ['Label', 'label'],
  ['Block ID', 'blockId'],
  ['Ack', 'ack'],
  ['Message Num.', 'msgno'],
  ['End', 'end'],
  ['Altitude', 'alt'],
  ['Destination Airport', 'dsta'],
  ['Icao', 'icao'],
  ['Is on Ground', 'isOnground'],
  ['Is Response', 'isResponse'],
  ['Latitude', 'lat'],
  ['Longitude', 'lon'],
  ['To Addr', 'toAddr'],
  ['Message Type', 'type'],
] as const;
