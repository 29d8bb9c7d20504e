import { expect, test } from 'vitest';
import akrxAll from '../screens/acars/akrx-all.list.ts';
import adsb from '../screens/adsb/adsb.list.ts';
import { tableLayout } from './table-layout.ts';
import { rowsThatFit } from './use-fill-window.ts';
import { ownWidths, textColumn, wideTextWidth } from './wide-text.ts';

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
