/**
 * Spreadsheets that the app saves, opened again by a reader that is not ours.
 * Must not: import product code.
 */
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright/test';
import readExcelFile from 'read-excel-file/universal';

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

/** Does `press` and gives the workbook's parts as text, by name: the reader cannot take 100,000 rows at once (its stack ends). */
export async function partsBy(page: Page, press: () => Promise<unknown>): Promise<Readonly<Record<string, string>>> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return partsOf(new Uint8Array(await readFile(await download.path())));
}
const partsOf = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]));

/** Does `press` and opens the workbook that is saved then. */
export async function exportBy(page: Page, press: () => Promise<unknown>): Promise<Exported> {
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

/** Presses the list's own button: the rows that are loaded. */
export const exportOf = (page: Page): Promise<Exported> =>
  exportBy(page, () => page.getByRole('button', { name: 'Export to Excel', exact: true }).click());

/** Chooses all rows that match. */
export async function exportAllOf(page: Page): Promise<Exported> {
  return exportBy(page, () => pressExportAll(page));
}
export async function pressExportAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Which rows to export' }).click();
  await page.getByRole('menuitem', { name: /^All .*that match$/ }).click();
}
