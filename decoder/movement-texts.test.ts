import { expect, test } from 'vitest';
import { readMovementText } from './movement-texts.ts';

/** Formats as they are on the air. */
const movements = [
  ['QP', 'KSFOKLAX1234', 'KSFO KLAX out 1234'],
  ['QP', 'KSFOKLAX1234EXTRA', 'KSFO KLAX out 1234'],
  ['QQ', 'KSDLKLAS0025\r\n001FE09002543N3336.6W11155.90281750042', 'KSDL KLAS off 0025'],
  ['QQ', 'CYOWKMEM0058/OFFRPT/090155', 'CYOW KMEM off 0058'],
  ['QR', 'KPHXKABQ0019OS KABQ /FUL  75', 'KPHX KABQ on 0019'],
  ['QR', 'KJFKKBOS0000', 'KJFK KBOS on 0000'],
  ['QS', 'KJFKKBOS1015 STATUS=OK', 'KJFK KBOS in 1015'],
  ['QB', 'LROPEGLL0712 0078', 'LROP EGLL off 0712'],
  ['13', '/13 OUT EVENT      / KSFO KEWR 12 231445/TIME 2314', 'KSFO KEWR out 2314'],
  ['14', '/14 OFF EVENT      / KIAD KATL 09 123630/TIME 1236\r\n/AU 08752167/AON 08716165', 'KIAD KATL off 1236'],
  ['18', '/18 POST TIMES SECS/ KLAX KSEA 12 053340/IN TIME 0530/PDOOR 053340', 'KLAX KSEA in 0530'],
  ['44', 'OFF02,N39247W077226,KFDK,KSNA,1106,2124,0248,011.1', 'KFDK KSNA off 2124'],
  ['44', 'IN01,N33528W084181,KCLT,KPDK,1106,0045,---.-', 'KCLT KPDK in 0045'],
  ['22', 'OFF02\r\nKBWI,KIND,1237,18.4', 'KBWI KIND off 1237'],
  ['15', '(2N39018W 77284OFF11112418101313--------(Z', 'null null off 1810'],
  ['QF', 'EWR2210ATL', 'EWR ATL off 2210'],
  [
    '2A',
    'SUM/ID53147T,RCH140,/DC03032026,213916/MR7,/SM031612,420,032139,031623,416,031631,413,032130,212,032139,209/VR329519',
    'null null in 2139',
  ],
] as const;

const pairs = [
  ['44', 'POS02,N38338W121179,GRD,KMHR,KPDX,0807,0003,0112,005.1', 'KMHR KPDX'],
  ['44', '00ETA03,N38241W081357,330,KBNA,KBWI,1107,0123,0208,008.1', 'KBNA KBWI'],
  ['5Z', '/ET EXP TIME       / KDEN KPHX 01 001341/EON 0109 AUTO', 'KDEN KPHX'],
  ['5Z', '/C3 GATE REQ       / KBNA KEWR 22 115400 0554 ---- ---- ---- ----', 'KBNA KEWR'],
  ['4T', 'AGFSR AC0620/07/08/YYZYHZ/0340Z/453/4435.1N07143.4W/350/ /0063/0035', 'YYZ YHZ'],
  ['80', '3N01 POSRPT 0581/27 KIAD/MSLP .N962AV/04H 11:02\r\n/NWYP CIGAR /HDG 233', 'KIAD MSLP'],
  ['80', '3M01 OPNORM 0411/20 KEWR/MMMX .XA-MAT ', 'KEWR MMMX'],
  ['24', '010024 KJFK KLAX7\r\n/FN 0738', 'KJFK KLAX'],
  ['39', '010039 KATL KLAS8\r\n/FN 0659\r\n0118', 'KATL KLAS'],
  ['H1', 'FPN/SN2125/FNQTR7YC:RP:DA:OTHH:AA:KDFW:CR:OTHDFW001', 'OTHH KDFW'],
] as const;

test.each(movements)('REF-11: label %s, %j contains %s', (label, text, expected) => {
  const reported = readMovementText(label, text);
  const minute = reported?.movement?.minuteOfDay ?? -1;
  const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}${String(minute % 60).padStart(2, '0')}`;
  expect(`${reported?.from} ${reported?.to} ${reported?.movement?.what} ${time}`).toBe(expected);
});

test.each(pairs)('REF-11: label %s, %j contains the airports %s and no movement', (label, text, expected) => {
  const reported = readMovementText(label, text);
  expect(`${reported?.from} ${reported?.to}`).toBe(expected);
  expect(reported?.movement).toBeNull();
});

test('a timetable counts if it is marked as UTC and names its flight', () => {
  expect(readMovementText('RA', 'QUOTPOPSX~1RO0391  DEP OTP\r\nSTD 1405Z STA 1640Z GATE B12\r\n')).toMatchObject({
    flight: 'RO0391',
    scheduledOut: 14 * 60 + 5,
    scheduledIn: 16 * 60 + 40,
  });
  expect(readMovementText('RA', 'QUOTPOPSX~1RO0391  DEP OTP\r\nSTD 1405 STA 1640')).toBeNull();
  expect(readMovementText('RA', 'STD 1405Z STA 1640Z')).toBeNull();
});

const nothing = [
  // Out, and back at the gate.
  ['QT', 'KEWRKATL22102241'],
  ['QP', 'KSFOKLAX2534'],
  ['QP', 'HELLO'],
  ['QN', 'KSFOKLAX1234'],
  ['44', 'GARBAGE TEXT THAT SHOULD NOT MATCH'],
  ['44', '00OFF01 Bogus message'],
  ['5Z', 'OS KABQ /IR KABQ0019'],
  ['H1', 'POSN38160W077075,,211733,360,OTT,212041,,N42'],
  ['_d', ''],
] as const;
test.each(nothing)('label %s, %j contains no movement', (label, text) => {
  expect(readMovementText(label, text)?.movement ?? null).toBeNull();
});

test('none without a label or a text', () => {
  expect(readMovementText(null, 'KSFOKLAX1234')).toBeNull();
  expect(readMovementText('QP', null)).toBeNull();
});
