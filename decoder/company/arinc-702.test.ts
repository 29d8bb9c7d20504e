/** Made-up messages of the flight management computer. Right values are those of the characters: 53.2 minutes are 0.8867 degrees. */
import { expect, test } from 'vitest';
import { checksum, codes } from '../checksums-for-test.ts';
import { readMessage } from '../read-message.ts';
import { receivedText } from '../reading.ts';

const sealed = (text: string): string => `${text}${checksum(codes(text))}`;
const read = (text: string, label = 'H1') => readMessage(receivedText({ label, text }));

test.each([
  [
    'POSN33532W107454,GUP,001638,330,KA33S,002159,TXO,M50,23125,168',
    'Position 33.89 N 107.76 W 00:16:38Z, FL330, passed GUP, next KA33S 00:21:59Z, fuel 168, wind 231° 25 kt, −50 °C',
  ],
  // The distance to the next waypoint stands before its time; weight, fuel and the arrival follow.
  [
    'POSN35050W107024,SPEDY,002207,233,PNYON,12,002348,ZUN,M25,315008,404K,284K,1193,137,KABQ,KBUR,08O,73,020102,597,73',
    'Position 35.08 N 107.04 W 00:22:07Z, FL233, passed SPEDY, next PNYON 00:23:48Z, ETA KBUR 02:01:02Z, fuel 137, wind 315° 8 kt, −25 °C',
  ],
  // Without a waypoint passed; the times have days.
  [
    'POS/ID91234S,XXX31,/DC03032024,142813/ET31539/PSN39277W077359,142800,240,N39300W077110,031430,N38560W077150,M28,27619,MT370/FB732',
    'Position 39.46 N 77.60 W 14:28:00Z, FL240, next 39.50 N 77.18 W 14:30Z, ETA 15:39Z, fuel 732, wind 276° 19 kt, −28 °C',
  ],
  ['POS/RFSCOOB.KEMPR.ECG', 'Position report, points SCOOB, KEMPR, ECG'],
  [
    'FPN/FNXXX956/RP:DA:KPHL:AA:KPHX:CR:PHLPHX61:R:27L(26O):D:PHL3:A:EAGUL6.ZUN:AP:ILS26..AIR,N40010W080490.J110.BOWRR/RA:DA:KPHX:AA:KTUS',
    'Flight plan KPHL to KPHX via AIR, BOWRR, runway 27L, departure PHL3, arrival EAGUL6, approach ILS26, alternate KTUS',
  ],
  ['FPN/FNXXX956/RI:DA:EDDF:AA:EDDC', 'Flight plan EDDF to EDDC'],
  [
    'PRG/DTEDDF,25L,62,163055/PR1544,286,350,239,,0,66/TS141500,220924',
    'Progress report, ETA EDDF 16:30:55Z, runway 25L, fuel 62 at arrival, planned FL350, fuel 239, 14:15:00Z',
  ],
  ['PER/PR1266,289,310,83,,0,46,,M45,180', 'Performance report, planned FL310, fuel 83'],
  ['REQPWI/WQ320:GEQUE.HACKS/DQ320/SPGEQUE', 'Requests predicted winds for FL320 at GEQUE, HACKS'],
  ['PWI/WD300,DUBED,226039,300M52.STG,26749,300M53', 'Predicted winds, FL300 DUBED 226° 39 kt and 1 more'],
  [
    'PWI/DD300148018.240142004/CB170022006',
    'Predicted winds, descent FL300 148° 18 kt and 1 more, climb FL170 022° 6 kt',
  ],
  ['RESPWI/AC,085', 'Response to predicted winds, AC 085'],
  ['PER/PD1045,,300,,,21,,M44,180', 'Performance report, planned FL300'],
  ['REJPOS,100719,130,219,RF005,N36089W076173', 'Rejects position, at 36.15 N 76.29 W, 10:07:19Z'],
  ['PRG/DTMYNN,14 ,254,185119', 'Progress report, ETA MYNN 18:51:19Z, runway 14, fuel 254 at arrival'],
  ['REJPOS,041509,130,219,RF005,SWANN.130,219,RF005,BROSS', 'Rejects position, at SWANN, BROSS, 04:15:09Z'],
  ['FTX/ID80052A,XXX648,/MR1,/FXHI, ALL', 'HI, ALL'],
  [
    'INI/AFKDOV,KBHM/TD271115,1315',
    'Initial report KDOV to KBHM, planned departure 11:15Z, estimated departure 13:15Z',
  ],
  ['LDI/RW08O,,,,,M090,1162.26O,X:KABQ,H1024', 'Load information KABQ, runway 08, 26'],
])('C63b: %s', (text, words) => {
  for (const head of ['', '#M1B', '- #MD', 'F37AXX0123#M1B', 'F37AXX05TG#M1B', '/HDQDLUA.']) {
    const reading = read(`${head}${sealed(text)}`);
    expect({ words: reading?.words, by: reading?.by, isDamaged: reading?.facts.isDamaged }).toEqual({
      words,
      by: 'own',
      isDamaged: undefined,
    });
  }
});

test('C63b: a wrong checksum is stated, and the field before it is not read', () => {
  const text = 'POSN33532W107454,GUP,001638,330,KA33S,002159,TXO,M50,23125,168';
  expect(read(`${text}0000`)?.facts).toMatchObject({ isDamaged: true, altitude: { ft: 33_000 } });
  expect(read(`${text}0000`)?.facts.fuel).toBeUndefined();
  expect(read(sealed(text))?.facts.fuel).toEqual({ value: 168, unit: null });
  // The end of a route: its checksum is no part of the approach.
  expect(read('FPN/FNXXX956/RI:DA:EDDF:AA:EDDC:AP:ILS22L0000')?.words).toBe(
    'Flight plan EDDF to EDDC, approach ILS22L',
  );
  // Other labels need the checksum.
  expect(read(`${text}0000`, '5Z')).toBeNull();
});

test('C63b: values that cannot be are not shown', () => {
  const reading = read(sealed('POSN95532W107454,GUP,251638,330,KA33S,006159,TXO,M50,39925,168'));
  expect(reading?.facts).toEqual({
    altitude: { words: 'FL330', ft: 33_000 },
    next: [{ name: 'KA33S' }, { name: 'TXO' }],
    temperatureC: -50,
    fuel: { value: 168, unit: null },
  });
});

test('C63b: 20,000 characters are read without a long delay', () => {
  const fill = (part: string): string => part.repeat(20_000 / part.length);
  for (const text of [
    `POS${fill('/PSN33532W107454,')}`,
    `FPN/RP${fill(':F:AB..')}`,
    `PWI/WD300,${fill('AB,226039.')}`,
    `++76502,438,B7,260202,XX1,KABQ,KBUR,${fill('N3504.4,W10630.2\n')}`,
    `EZF\nXX1234/05/${fill('-SCT/')}`,
    `(FPL-XXX123-IS${fill('-KSFO0100')}`,
    `76401\n02E02KPHXKSTL\n${fill('N\n')}`,
    `LOAD CLOSEOUT${fill('\n1 ')}`,
  ]) {
    const start = Date.now();
    read(text.slice(0, 20_000));
    read(text.slice(0, 20_000), '40');
    expect(Date.now() - start, text.slice(0, 20)).toBeLessThan(2000);
  }
});
