import { expect, test } from 'vitest';
import { modeAcRow } from './mode-ac.ts';

const read = (code: number) => modeAcRow(code, Date.UTC(2026, 10, 21, 12), null, '1001');

test('a code is four octal digits', () => {
  expect(read(0x7700)).toMatchObject({
    msgType: 'SSR : Mode A/C Reply.',
    modeA: '7700',
    address: '007700',
    modeAIdent: null,
  });
  expect(read(0x1234)).toMatchObject({ modeA: '1234' });
  expect(read(0x12b4)).toMatchObject({ modeA: '1234', modeAIdent: 'IDENT' });
});

test('a code of the Gillham table is also an altitude', () => {
  // Published: 0 ft is B2 B4 C2, -1,000 ft is C2.
  expect(read(0x0620).modeC).toBe('0');
  expect(read(0x0020).modeC).toBe('-1000');
  expect(read(0x7700).modeC).toBe(null);
});

test('a reply with the ident pulse is no altitude, as in dump1090-mutability 1.15 and readsb 3.14.1642', () => {
  expect(read(0x06a0)).toMatchObject({ modeA: '0620', modeAIdent: 'IDENT', modeC: null });
});
