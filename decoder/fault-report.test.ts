import { expect, test } from 'vitest';
import { isFromFaultDisplay, readFaultReport } from './fault-report.ts';

test('a report of several faults has chapter, part, phase and persistence of each', () => {
  const text =
    '#CFBFLR/FR221513 OS0412 OE-LZQ LFPGLOWW\r\n24460006 GALLEY COOLING/IDENT 5EB8 PHASE 5 HARD\r\n36293806 BLEED VALVE 2/IDENT 11AA PHASE 6 INTERMITTENT\r\n';
  expect(readFaultReport('H1', text)).toEqual({
    isWarning: false,
    faults: [
      { chapter: '24', name: 'GALLEY COOLING', phase: 5, persistence: 'hard' },
      { chapter: '36', name: 'BLEED VALVE 2', phase: 6, persistence: 'intermittent' },
    ],
  });
});

test('real layouts with one fault, with and without persistence', () => {
  expect(readFaultReport('H1', '.1/FLR/FR2605012330  36221607BMC1   X2,,,,,,,R WING LOOP B,HARD')?.faults).toEqual([
    { chapter: '36', name: 'R WING LOOP B', phase: null, persistence: 'hard' },
  ]);
  expect(readFaultReport('H1', '#CFBWRN/WN19121418390034000006NAV TCAS FAULT')).toEqual({
    isWarning: true,
    faults: [{ chapter: '34', name: 'NAV TCAS FAULT', phase: null, persistence: null }],
  });
});

test('a report in another format has no faults, other texts are no reports', () => {
  expect(readFaultReport('H1', '.1/MPF/DBNEJ003/AN.D-ALEJ')).toEqual({ isWarning: false, faults: [] });
  expect(readFaultReport('H1', '#CFB.UNKNOWN')).toBeNull();
  expect([
    isFromFaultDisplay('H1', '#CFB.UNKNOWN'),
    isFromFaultDisplay('H1', '- #CFD12'),
    isFromFaultDisplay('H1', '#DFBA38'),
    isFromFaultDisplay('5Z', '#CFB'),
  ]).toEqual([true, true, false, false]);
});
