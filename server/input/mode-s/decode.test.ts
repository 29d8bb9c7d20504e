import { describe, expect, test } from 'vitest';
import { bytesOf } from './bits.ts';
import { type Decoded, type DecoderOptions, inferRegister, ModeSDecoder } from './decode.ts';
import type { Refusal } from './frame.ts';

const infer = (hex: string, speedKt?: number, trackDeg?: number) =>
  inferRegister(
    bytesOf(hex) ?? new Uint8Array(),
    speedKt === undefined ? null : { speedKt, trackDeg: trackDeg ?? null, timeMs: 0 },
  );

/** Published replies with their register (The 1090 Megahertz Riddle; tests of pyModeS). */
test.each([
  ['A800178D10010080F50000D5893C', '10'],
  ['A0000638FA81C10000000081A92F', '17'],
  ['A000083E202CC371C31DE0AA1CCF', '20'],
  ['A0001838201584F23468207CDFA5', '20'],
  ['A000029C85E42F313000007047D3', '40'],
  ['A0001839CA3800315800007448D9', '40'],
  ['A000139381951536E024D4CCF6B5', '50'],
  ['A00004128F39F91A7E27C46ADC21', '60'],
])('%s contains BDS %s', (hex, register) => {
  expect(infer(hex)).toBe(register);
});

test('a resolution advisory is BDS 3,0', () => {
  expect(infer('A000000030800000000000000000')).toBe('30');
});

test('two registers that fit are none, unless speed and track of the aircraft decide', () => {
  expect(infer('A000029CFFBAA11E2004727281F1')).toBe(null);
  expect(infer('A000029CFFBAA11E2004727281F1', 240, 239)).toBe('50');
  expect(infer('A0000000FFDA9517000464000000')).toBe(null);
  expect(infer('A0000000FFDA9517000464000000', 182, 237)).toBe('50');
  expect(infer('A0000000919A5927E23444000000', 413, 54)).toBe('60');
});

test('a tailwind of 140 kt is BDS 5,0: 640 kt over ground, 500 kt through the air', () => {
  expect(infer('A000169080138F502004FA98CD80')).toBe('50');
});

test('weather reports (BDS 4,4 and 4,5) are not taken for another register', () => {
  expect(infer('A0001692185BD5CF400000DFC696')).toBe(null);
  expect(infer('A00004190001FB80000000000000')).toBe(null);
});

test('BDS 1,7 may list E,1 and E,2 (Doc 9871, table A-2-23), which readsb 3.14 takes for no register', () => {
  expect(infer('A0000000FA810130000000A320C9')).toBe('17');
  expect(infer('A0000000FA8101800000009D0ADA'), 'the bit before is reserved').toBe(null);
});

test('a selected altitude of 33,008 ft alone is BDS 4,0, and no heading with an airspeed of 0 kt', () => {
  expect(infer('A0000000C0780000000000FFEDB7')).toBe('40');
});

test('an empty register is none', () => {
  expect(infer('A000000000000000000000000000')).toBe(null);
});

const start = Date.UTC(2026, 10, 21, 12);
const at = { station: null, repairs: false };

/** Each frame at its second. */
function decodeAll(frames: readonly (readonly [second: number, hex: string])[], options: DecoderOptions = at) {
  const decoder = new ModeSDecoder(options);
  return frames.map(([second, hex]) => decoder.decode(bytesOf(hex) ?? new Uint8Array(), start + second * 1000));
}
const accepted = (result: Decoded | Refusal | undefined): Decoded => {
  if (typeof result !== 'object') throw new Error(`refused: ${result}`);
  return result;
};

/** Frames of The 1090 Megahertz Riddle. */
const even = '8D40621D58C382D690C8AC2863A7';
const odd = '8D40621D58C386435CC412692AD6';

describe('acceptance', () => {
  test('plain parity proves the address', () => {
    const [first, second] = decodeAll([
      [0, '8D4840D6202CC371C32CE0576098'],
      [1, '8D4840D6202CC371C32CE0576098'],
    ]).map(accepted);
    expect(first).toMatchObject({ df: 17, address: 0x4840d6, capability: 5, isConfirmed: false });
    expect(second?.isConfirmed).toBe(true);
  });

  test('replies are accepted from known addresses only', () => {
    expect(
      decodeAll([
        [0, even],
        [0, '20001718029FCD'],
      ])[1],
    ).toBe('unknown address');
  });

  test('an all-call reply carries the code of its interrogator', () => {
    const [reply] = decodeAll([[0, '5D484FDEA248F5']]).map(accepted);
    expect(reply).toMatchObject({ df: 11, address: 0x484fde, capability: 5, interrogator: 22, isProof: false });
  });

  test('an all-call reply with an interrogator that is not assigned is refused: SI code 0, and labels 5 to 7', () => {
    const codes = [
      '5D484FDEA248EC',
      '5D484FDEA248F3',
      '5D484FDEA248F2',
      '5D484FDEA248AC',
      '5D484FDEA248B3',
      '5D484FDEA2489C',
    ];
    const results = decodeAll(codes.map((hex) => [0, hex] as const));
    expect(results.map((one) => (typeof one === 'string' ? one : one.interrogator))).toEqual([
      ...[15, 'parity', 17, 79],
      ...['parity', 'parity'],
    ]);
  });

  test('names the reason of what it refuses', () => {
    expect(
      decodeAll([
        [0, ''],
        [0, '8D4840D6202CC371C32CE05760'],
        [0, '00000000000000'],
        [0, '98000000000000000000000000AB'],
        [0, '8D4840D6202CC371C32CE0576099'],
      ]),
    ).toEqual(['length', 'length', 'zeros', 'format', 'parity']);
  });
});

/** Made by hand from the tables of ICAO Doc 9871, second edition. */
describe('formats that depend on version or sender', () => {
  const contentOf = (hex: string) => accepted(decodeAll([[0, hex]])[0]).squitter?.content;

  test('TIS-B velocities have a height difference only if their GEO bit is 1 (table B-3-4a)', () => {
    const moves = { kind: 'velocity', ground: { eastKt: -400, northKt: 100 }, vertical: { feetPerMin: 1024 } };
    expect(contentOf('924840269905910CA046B0DD8A62')).toMatchObject({ ...moves, haeBaroOffset: null });
    expect(contentOf('954840269905910CA046B0AB2803')).toMatchObject({ ...moves, haeBaroOffset: null });
    expect(contentOf('924840269905910CB0440BE56AA4')).toMatchObject({ ...moves, haeBaroOffset: 250 });
    expect(contentOf('8D4840269905910CA0440BF5C0B1')).toMatchObject({ ...moves, haeBaroOffset: 250 });
  });

  test('in TIS-B, and on the surface in ADS-R, bit 21 is no synchronisation with UTC (tables B-3-1 and B-3-2)', () => {
    const isSynchronised = (hex: string) => contentOf(hex) as { isSynchronised?: boolean | null };
    const surface = ['904841A0314A0B7779C28FF03096', '914841A1314A0B7779C28FD69BCC', '924841A2314A0B7779C28FBD6622'];
    surface.push('954841A5314A0B7779C28F4C36A4', '964841A6314A0B7779C28F27CB4A');
    expect(surface.map((hex) => isSynchronised(hex).isSynchronised)).toEqual([true, true, null, null, null]);
    const air = ['904841B058378ADDDEF0A4C6AC80', '914841B158378ADDDEF0A4E007DA', '924841B258378ADDDEF0A48BFA34'];
    air.push('954841B558378ADDDEF0A47AAAB2', '964841B658378ADDDEF0A411575C');
    expect(air.map((hex) => isSynchronised(hex).isSynchronised)).toEqual([true, true, null, null, true]);
  });

  test('target states of version 1 have the accuracy of the position where version 2 has it, and an emergency state (table B-2-98)', () => {
    expect(contentOf('8D48401DE8809645A138021762D0')).toEqual({ kind: 'accuracy', nacp: 9, emergency: 2 });
    expect(contentOf('8D48401DEA427865015C00FDEC98')).toEqual({ kind: 'accuracy', nacp: 10, emergency: null });
    expect(contentOf('8D48401DE820000001200026320C'), 'not of version 1: bit 11 is 1').toMatchObject({ nacp: null });
  });
});

describe('repair', () => {
  const broken = '8D40621D58C386435CC412692AD6'.replace('58C3', '58C2');
  test('is off unless requested', () => {
    expect(
      decodeAll([
        [0, even],
        [1, broken],
      ])[1],
    ).toBe('parity');
  });
  test('corrects one bit of a known aircraft, and counts it', () => {
    const [, fixed] = decodeAll(
      [
        [0, even],
        [1, broken],
      ],
      { ...at, repairs: true },
    ).map(accepted);
    expect(fixed).toMatchObject({ repairedBits: 1, isProof: false, address: 0x40621d });
    expect(fixed?.located).toMatchObject({ by: 'global' });
  });
  test('never makes an address known', () => {
    expect(
      decodeAll(
        [
          [0, broken],
          [1, broken],
        ],
        { ...at, repairs: true },
      ),
    ).toEqual(['unknown address', 'unknown address']);
  });
  test('leaves the bytes of the caller alone', () => {
    const bytes = bytesOf(broken) ?? new Uint8Array();
    const decoder = new ModeSDecoder({ ...at, repairs: true });
    decoder.decode(bytesOf(even) ?? new Uint8Array(), start);
    decoder.decode(bytes, start);
    expect(bytes).toEqual(bytesOf(broken));
  });
});

describe('positions', () => {
  const placed = (result: Decoded | Refusal | undefined) => {
    const { located } = accepted(result);
    return located && located.by !== 'bad'
      ? { by: located.by, lat: Number(located.lat.toFixed(5)), lon: Number(located.lon.toFixed(5)) }
      : located;
  };

  test('a pair gives the published place of the newer frame', () => {
    const pair = decodeAll([
      [0, odd],
      [2, even],
    ]);
    expect(pair.map(placed)).toEqual([null, { by: 'global', lat: 52.2572, lon: 3.91937 }]);
    expect(accepted(pair[1]).squitter?.content).toMatchObject({ altitude: { feet: 38_000 } });
  });

  test('halves more than 10 s apart are no pair', () => {
    expect(
      decodeAll([
        [0, odd],
        [10.001, even],
      ]).map(placed),
    ).toEqual([null, null]);
    expect(
      decodeAll([
        [10, odd],
        [0, even],
      ]).map(placed)[1],
    ).toMatchObject({ by: 'global' });
  });

  test('one half next to the last place is enough, for a minute', () => {
    const again = decodeAll([
      [0, odd],
      [2, even],
      [50, even],
      [111, even],
    ]).map(placed);
    expect(again.slice(2)).toEqual([{ by: 'local', lat: 52.2572, lon: 3.91937 }, null]);
  });

  test('a pair beyond 450 nmi of the station is bad', () => {
    const from = (lat: number, lon: number) =>
      decodeAll(
        [
          [0, odd],
          [2, even],
        ],
        { ...at, station: { lat, lon } },
      );
    expect(placed(from(52, 4)[1])).toMatchObject({ by: 'global' });
    expect(placed(from(44.57, 26.09)[1])).toEqual({ by: 'bad', contradicts: null });
  });

  /** One address at 52.3 N 4.7 E: DF 17, TIS-B (control field 2), ADS-R (6). */
  const sent = {
    adsb: ['8D484020583782DDDEF0A4FAC068', '8D484020583786491AE9F5D2D19A'],
    tisb: ['92484020583782DDDEF0A4372E6D', '92484020583786491AE9F51F3F9F'],
    adsr: ['96484020583782DDDEF0A4A91F84', '96484020583786491AE9F5810E76'],
  } as const;
  test('halves of the aircraft and of ground stations are no pair (ED-102B, 2.2.17.4 and 2.2.18.4)', () => {
    const [{ adsb, tisb, adsr }, global] = [sent, expect.objectContaining({ by: 'global' })];
    const mixed = [adsb[0], tisb[1], adsr[1], tisb[0], adsb[1], adsr[0]];
    expect(decodeAll(mixed.map((hex, at) => [at, hex] as const)).map(placed)).toEqual([
      ...[null, null, null],
      ...[global, global, global],
    ]);
  });

  test('halves of TIS-B on the surface are a pair for 10 s (ED-102B, 2.2.17.4.2)', () => {
    const tisb = ['92484020314A037779C28F13C07F', '92484020314A052469A7D27064D2'];
    const adsb = ['90484020314A037779C28FA3228F', '90484020314A052469A7D2C08622'];
    const pairAfter = (second: number, halves: readonly string[]) => {
      const frames = halves.map((hex, n) => [n * second, hex] as const);
      return placed(decodeAll(frames, { ...at, station: { lat: 52, lon: 4.5 } })[1]);
    };
    expect(pairAfter(10, tisb)).toMatchObject({ by: 'global' });
    expect(pairAfter(11, tisb)).toBe(null);
    expect(pairAfter(11, adsb)).toMatchObject({ by: 'global' });
  });

  const taxi = ['8C4841753AAB238733C8CD4020B1', '8C4841753A8A35323FAEBDAC702D'] as const;
  test('on the surface a pair needs the station, and gives the published place', () => {
    expect(
      decodeAll([
        [0, taxi[0]],
        [2, taxi[1]],
      ]).map(placed),
    ).toEqual([null, null]);
    const station = { lat: 51.99, lon: 4.375 };
    expect(
      decodeAll(
        [
          [0, taxi[0]],
          [2, taxi[1]],
        ],
        { ...at, station },
      ).map(placed),
    ).toEqual([null, { by: 'global', lat: 52.32061, lon: 4.73473 }]);
  });

  test('a slow aircraft on the surface may take 50 s for a pair', () => {
    const station = { lat: 51.99, lon: 4.375 };
    const pairAfter = (second: number) =>
      placed(
        decodeAll(
          [
            [0, taxi[0]],
            [second, taxi[1]],
          ],
          { ...at, station },
        )[1],
      );
    expect(pairAfter(50)).toMatchObject({ by: 'global' });
    expect(pairAfter(51)).toBe(null);
  });
});
