import { beforeAll, expect, test } from 'vitest';
import { ensureTemporal } from '../../lib/time.ts';
import {
  panelProblems,
  readCriteria,
  sectorWidth,
  stationsOf,
  typedTexts,
  usualTexts,
  wireTexts,
  writeCriteria,
} from './SearchPanel.tsx';

beforeAll(ensureTemporal);
const now = Date.UTC(2026, 10, 20, 14, 50, 7);
const requested = { from: '2026-11-20 12:50', to: '2026-11-20 14:50', station: ' 1042 ', angle: '' };

test('STAT-17: a fresh panel ends now and begins two hours earlier, UTC', () => {
  expect(usualTexts(now, '')).toEqual({ from: '2026-11-20 12:50', to: '2026-11-20 14:50', station: '', angle: '' });
  expect(usualTexts(Date.UTC(2026, 0, 1, 1, 0), '1042').from).toBe('2025-12-31 23:00');
});

test('ERR-10 C33: year, month, day, hour and minute are required, on /statistics without the arrow', () => {
  const text = 'Please enter complete date & time or use DatePicker';
  for (const from of ['', '2026-11-20', '2026-11-20 12', '2026-11-20 12:', '2026-02-30 12:00', 'soon'])
    expect(panelProblems({ ...requested, from }), from).toEqual({ from: text });
  expect(panelProblems({ ...requested, to: '2026-11-20 1' })).toEqual({ to: text });
  for (const from of ['2026-11-20 12:50', '2026-11-20T12:50', '2026-11-20T12:50:00Z'])
    expect(panelProblems({ ...requested, from }), from).toEqual({});
  expect(panelProblems({ ...requested, from: requested.to })).toHaveProperty('to');
});

test('C64: the width of a sector is above 0 and at most 360 degrees, and 1 where it is blank', () => {
  for (const angle of ['0', '-1', '361', 'NaN', 'wide', 'Infinity'])
    expect(panelProblems({ ...requested, angle }), angle).toHaveProperty('angle');
  for (const angle of ['', ' ', '0.5', '10', '360']) expect(panelProblems({ ...requested, angle }), angle).toEqual({});
  expect([sectorWidth(''), sectorWidth('10')]).toEqual([1, 10]);
});

test('the query is in the address and read back from it; an invalid address makes no query', () => {
  const wire = wireTexts(requested);
  expect(wire).toEqual({ from: '2026-11-20T12:50', to: '2026-11-20T14:50', station: '1042', angle: '' });
  expect(writeCriteria(wire)).toEqual({ from: '2026-11-20T12:50', to: '2026-11-20T14:50', station: '1042' });
  expect(readCriteria(writeCriteria(wire))).toEqual(wire);
  expect(typedTexts(wire).from).toBe('2026-11-20 12:50');
  expect(writeCriteria(null)).toEqual({});
  for (const search of [{}, { station: '1' }, { from: 'x', to: 'y' }, { from: '2026-11-20T12:50' }, { from: 7, to: 8 }])
    expect(readCriteria(search), JSON.stringify(search)).toBeNull();
});

test('several stations are named with commas or blanks, each once, three at most', () => {
  expect(stationsOf(' ')).toEqual(['']);
  expect(stationsOf('1042, 1057 1042;7,8')).toEqual(['1042', '1057', '7']);
});
