import { expect, test } from 'vitest';
import akrxAll from '../../screens/acars/akrx-all.list.ts';
import adsb from '../../screens/adsb/adsb.list.ts';
import { clampWidth } from '../define-list.ts';
import { rowsThatFit } from '../page/use-fill-window.ts';
import { noSavedPreferences, readSavedPreferences } from '../state/saved-preferences.ts';
import { nextCell } from './ListGrid.tsx';
import {
  arePinned,
  columnsInView,
  fitsByLength,
  isRightToLeft,
  ownWidths,
  scrollToColumn,
  tableLayout,
  textColumn,
  wideTextWidth,
  widthOf,
  widthVariables,
} from './table-layout.ts';

const visible = (...center: string[]) => tableLayout(akrxAll, { left: ['acarsDateTime'], center, right: [] }).all;
const text = textColumn(akrxAll);

test('the text column takes what the others leave, at least half of the table, within 180 to 1120 pixels', () => {
  if (!text) throw new Error('no text column');
  expect(textColumn(adsb)).toBeNull();
  expect(wideTextWidth(text, visible('tail', 'text'), { tail: 100 }, 1000)).toBe(720);
  expect(wideTextWidth(text, visible('tail', 'flight', 'label', 'text'), {}, 1000)).toBe(500);
  expect(wideTextWidth(text, visible('text'), {}, 4000)).toBe(1120);
  expect(wideTextWidth(text, visible('text'), {}, 0)).toBe(180);
});

test('only widths that the user changed are stored', () => {
  const own = { tail: 120 };
  const drawn = { ...own, text: 720 };
  expect(ownWidths({ ...drawn, label: 90 }, drawn, own)).toEqual({ tail: 120, label: 90 });
  expect(ownWidths({ ...drawn, text: 700 }, drawn, own)).toEqual({ tail: 120, text: 700 });
});

test('the rows that fill a height are whole ones, ten or more', () => {
  expect(rowsThatFit(640, 29)).toBe(22);
  expect(rowsThatFit(200, 29)).toBe(10);
});

const { all } = tableLayout(akrxAll, { left: ['acarsDateTime'], center: ['text'], right: [] });
const [time, textCell] = all;

test('a text fits by its length only when the widest characters would', () => {
  if (!time || !textCell) throw new Error('no columns');
  expect(fitsByLength('2026-01-15 12:00:00', time, 180)).toBe(true);
  expect(fitsByLength('2026-01-15 12:00:00', time, 160)).toBe(false);
  expect(fitsByLength('W'.repeat(11), textCell, 180)).toBe(true);
  expect(fitsByLength('W'.repeat(12), textCell, 180)).toBe(false);
  expect(fitsByLength('W'.repeat(12), textCell, 200)).toBe(true);
  expect(fitsByLength('', textCell, 100)).toBe(true);
});

test('texts of scripts that run from right to left are found, others are not', () => {
  for (const one of ['שלום', 'POS مرحبا', '\u{10840}', 'ﻼ']) expect(isRightToLeft(one)).toBe(true);
  for (const one of ['', 'POSN34420W108077', '航空', 'Zürich ↲', '😀']) expect(isRightToLeft(one)).toBe(false);
});

const list = { ...akrxAll, columns: akrxAll.columns.slice(0, 12) };
const keys = list.columns.map((column) => column.key);
const layout = tableLayout(list, { left: keys.slice(0, 1), center: keys.slice(1, 11), right: keys.slice(11) });

test('RESP-05: a column is 180 wide unless it was dragged, and never below 100 or above 1120', () => {
  for (const column of list.columns) expect(widthOf(column, {})).toBe(180);
  expect([40, 100, 500.4, 1120, 5000].map(clampWidth)).toEqual([100, 100, 500, 1120, 1120]);
});

test('visible columns have no gap at any offset, pinned ones apart', () => {
  const width = 1200;
  const room = width - 2 * 180;
  for (let scrollLeft = 0; scrollLeft <= 10 * 180 - room; scrollLeft += 37) {
    const [first, last] = columnsInView(layout, {}, { scrollLeft, width, isPinned: true });
    expect(first * 180).toBeLessThanOrEqual(scrollLeft);
    expect((last + 1) * 180).toBeGreaterThanOrEqual(Math.min(scrollLeft + room, 10 * 180));
    expect(last - first).toBeLessThan(9);
  }
});

test('RESP-05: pinned columns too wide for the screen scroll with the others, which are then next to them', () => {
  const widths = { acarsDateTime: 980 };
  expect(arePinned(layout, {}, 768)).toBe(true);
  expect(arePinned(layout, widths, 1024)).toBe(false);
  const view = { scrollLeft: 980, width: 1024, isPinned: false };
  expect(columnsInView(layout, widths, view)).toEqual([0, 7]);
  expect(scrollToColumn(layout, widths, view, 1)).toBe(0);
  expect(scrollToColumn(layout, widths, view, 0)).toBe(-980);
});

test('a column is scrolled into view next to the pinned ones, by the minimum distance', () => {
  const view = { scrollLeft: 360, width: 1200, isPinned: true };
  expect(scrollToColumn(layout, {}, view, 0)).toBe(0);
  expect(scrollToColumn(layout, {}, view, 11)).toBe(0);
  expect(scrollToColumn(layout, {}, view, 2)).toBe(-180);
  expect(scrollToColumn(layout, {}, view, 5)).toBe(0);
  expect(scrollToColumn(layout, {}, view, 9)).toBe(9 * 180 - (360 + 1200 - 2 * 180));
});

test('offsets follow the widths on each side', () => {
  const variables = widthVariables(layout, { tail: 300, error: 120 });
  expect(variables['--l0']).toBe('0px');
  expect(variables['--x2']).toBe('300px');
  expect(variables['--r11']).toBe('0px');
  expect(variables['--total']).toBe(`${10 * 180 + 420}px`);
});

test('stored preferences are validated when read', () => {
  expect(readSavedPreferences(akrxAll, null)).toEqual(noSavedPreferences);
  // The answer of the user counts where the list has no choice of its own.
  expect(readSavedPreferences(akrxAll, null, 'lines').view).toBe('lines');
  expect(readSavedPreferences(akrxAll, { size: 25 }, 'lines')).toMatchObject({ size: 25, view: 'lines' });
  expect(readSavedPreferences(akrxAll, { view: 'table' }, 'lines').view).toBe('table');
  expect(
    readSavedPreferences(akrxAll, {
      size: 17,
      hidden: ['tail', 'nonsense', 3],
      widths: { tail: 5, flight: 'wide', __proto__: 1, text: Number.NaN, label: 250 },
    }),
  ).toEqual({ size: 10, hidden: ['tail'], widths: { tail: 100, label: 250 }, isTextWide: false, view: 'table' });
  expect(readSavedPreferences(akrxAll, { size: 100, hidden: 'all', widths: null })).toEqual({
    ...noSavedPreferences,
    size: 100,
  });
});

test('keys of the grid stop at its edges', () => {
  const size = { rows: 100, cols: 29, page: 20 };
  const press = (key: string, row: number, col: number, ctrlKey = false) =>
    nextCell({ key, ctrlKey, shiftKey: false, altKey: false }, { row, col }, size);
  expect(press('ArrowUp', 0, 3)).toEqual({ row: -1, col: 3 });
  expect(press('ArrowUp', -1, 3)).toEqual({ row: -1, col: 3 });
  expect(press('ArrowRight', 5, 28)).toEqual({ row: 5, col: 28 });
  expect(press('PageDown', 90, 0)).toEqual({ row: 99, col: 0 });
  expect(press('PageUp', 5, 0)).toEqual({ row: 0, col: 0 });
  expect(press('End', 5, 0, true)).toEqual({ row: 99, col: 28 });
  expect(press('Home', 5, 9, true)).toEqual({ row: 0, col: 0 });
  expect(press('x', 5, 0)).toBeNull();
});
