import { expect, test } from 'vitest';
import akrxAll from '../screens/acars/akrx-all.list.ts';
import { tableLayout } from './table-layout.ts';
import { fitsByLength, isRightToLeft } from './text-fit.ts';

const { all } = tableLayout(akrxAll, { left: ['acarsDateTime'], center: ['text'], right: [] });
const [time, text] = all;

test('a text fits by its length only when the widest characters would', () => {
  if (!time || !text) throw new Error('no columns');
  expect(fitsByLength('2026-01-15 12:00:00', time, 180)).toBe(true);
  expect(fitsByLength('2026-01-15 12:00:00', time, 160)).toBe(false);
  expect(fitsByLength('W'.repeat(11), text, 180)).toBe(true);
  expect(fitsByLength('W'.repeat(12), text, 180)).toBe(false);
  expect(fitsByLength('W'.repeat(12), text, 200)).toBe(true);
  expect(fitsByLength('', text, 100)).toBe(true);
});

test('texts of scripts that run from right to left are found, others are not', () => {
  for (const one of ['שלום', 'POS مرحبا', '\u{10840}', 'ﻼ']) expect(isRightToLeft(one)).toBe(true);
  for (const one of ['', 'POSN34420W108077', '航空', 'Zürich ↵', '😀']) expect(isRightToLeft(one)).toBe(false);
});
