import { expect, test } from 'vitest';
import { describeMessage } from './message-words.ts';

/** Real texts. The first rows are those of the wire's chips. */
const texts = [
  [
    'H1',
    'FLR/FR24030411230034583106FWC2 :NO DATA FROM GPS1 /IDECAM 2 ,ECAM 1 ',
    'fault',
    'Fault report: FWC2 :NO DATA FROM GPS1, ATA 34',
  ],
  [
    'H1',
    '.1/FLR/FR2605012330  36221607BMC1   X2,,,,,,,R WING LOOP B,HARD',
    'fault',
    'Fault report: R WING LOOP B, ATA 36',
  ],
  ['H1', '#CFBWRN/WN19121418390034000006NAV TCAS FAULT', 'fault', 'Warning: NAV TCAS FAULT, ATA 34'],
  ['H1', '.1/MPF/DBNEJ003/AN.D-ALEJ/FIBCS373    /DM260501231500MAY01', 'fault', 'Fault report'],
  ['QQ', 'KSDLKLAS0025\r\n001FE09002543N3336.6W11155.90281750042', 'movement', 'Took off from KSDL 00:25Z, to KLAS'],
  ['13', '/13 OUT EVENT      / KSFO KEWR 12 231445/TIME 2314', 'movement', 'Left the gate at KSFO 23:14Z, to KEWR'],
  ['QR', 'KJFKKBOS0000', 'movement', 'Landed at KBOS 00:00Z, from KJFK'],
  ['QS', 'KJFKKBOS1015 STATUS=OK', 'movement', 'At the gate at KBOS 10:15Z, from KJFK'],
  ['H1', 'POSN35024W107464,ZUN,001234,370,GUP,001800,TBC,M56,255075,1234', 'position', 'Position'],
  ['16', '000512,34998,0205, 173,N 36.936,W108.621', 'position', 'Position'],
  ['15', '(2N34496W107267287 44429-55(Z', 'position', 'Position'],
  ['44', 'POS02,N38338W121179,GRD,KMHR,KPDX,0807,0003,0112,005.1', 'position', 'Position, to KPDX'],
  ['21', 'POSN 36.321W107.771, 115,000430,35996,24411,  27,-56,010106,KPHX', 'position', 'Position, to KPHX'],
  [
    'RA',
    'QUOTPOPS~1RO0391  DEP OTP\r\nSTD 1405Z STA 1640Z GATE B12\r\n',
    'departure',
    'Departure sheet: gate B12, 14:05Z',
  ],
  ['B9', '/KLAX.TI2/040KLAXA3625', 'atis', 'Requests the ATIS of KLAX'],
  ['A9', '/LROPYXD.TI2/LROP ARR ATIS B\r\n1220Z', 'atis', 'ATIS of LROP'],
  [
    '5U',
    '01 WXRQ   0391/20 LROP/EGLL .YR-BGX\r\n/TYP 1/STA EGLL/STA LROP',
    'weather',
    'Requests weather for EGLL and LROP',
  ],
  ['H1', 'FPN/SN2125/FNQTR7YC:RP:DA:OTHH:AA:KDFW:CR:OTHDFW001', 'flightPlan', 'Flight plan OTHH to KDFW'],
  ['H1', 'A38/A32138,1,1/C1TRP,000913,KPSP,KDFW,08,8,75738/C2341606', 'engine', 'Engine report'],
  ['H1', '#DFBA38/A32138,1,1/C1TRP,000913,KPSP,KDFW', 'engine', 'Engine report'],
] as const;

test.each(texts)('OVW-06: label %s, %j is a %s: %s', (label, text, kind, words) => {
  expect(describeMessage(label, text)).toEqual({ kind, words });
});

test('OVW-06: what no format reads has the meaning of its label, and is never guessed', () => {
  expect(describeMessage('BA', '/USADCXA.AT1.N363DN679E02B4005E88')).toEqual({
    kind: 'other',
    words: 'Answer to air traffic control, downlink',
  });
  expect(describeMessage('5Z', 'OS KPHX /LIF').words).toBe('Airline message, label 5Z');
  expect(describeMessage('20', 'POSUNKNOWN')).toEqual({ kind: 'other', words: 'Airline message, label 20' });
  for (const label of [null, '', '\u202e\n', 'ABC']) expect(describeMessage(label, 'X').words).toBe('Airline message');
});

test('OVW-06: messages that keep the link alive are a kind of their own', () => {
  for (const label of ['_d', 'Q0', 'SA', 'MA', 'SQ']) expect(describeMessage(label, '').kind, label).toBe('link');
});
