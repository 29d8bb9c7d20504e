import { expect, test } from 'vitest';
import type { ImportState } from '../../../contract/calls/imports.ts';
import { progressText, rejectedCsv } from './ImportScreen.tsx';

const state: ImportState = {
  id: '1',
  fileName: 'a.csv',
  size: 2_000_000,
  phase: 'checking',
  bytes: 0,
  rows: 0,
  startedBy: 'admin',
  startedAt: '2026-11-21T10:00:00Z',
  report: null,
  why: null,
};

test('progress shows the current step, and that the database continues after the file is read', () => {
  expect(progressText(state)).toMatchObject({ share: 0, text: 'Starting …' });
  expect(progressText({ ...state, bytes: 1_000_000, rows: 1234 })).toMatchObject({
    share: 0.5,
    text: '1,234 rows read',
  });
  expect(progressText({ ...state, phase: 'writing', bytes: 2_000_000, rows: 1234 })?.text).toBe(
    '1,234 rows read. Writing to the database …',
  );
  expect(progressText({ ...state, phase: 'receiving', bytes: 500_000 })?.text).toBe(
    '500.0\u00a0kB of 2.0\u00a0MB received',
  );
  for (const phase of ['checked', 'written', 'failed'] as const) expect(progressText({ ...state, phase })).toBeNull();
});

test('rejected rows as a file: every value in quotes, quotes doubled', () => {
  expect(rejectedCsv([{ line: 7, reason: 'the header has the column "a", twice' }])).toBe(
    '"line","reason"\r\n"7","the header has the column ""a"", twice"',
  );
});
