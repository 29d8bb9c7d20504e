/** Messages made by a small encoder of the test, from the definitions of ARINC 622, 623, 745 and 841. Right values are those that were encoded. */
import fc from 'fast-check';
import pako from 'pako';
import { describe, expect, test } from 'vitest';
import { checksum, codes, crc16 } from '../checksums-for-test.ts';
import { decodeMessage, meaningOf } from '../read-message.ts';
import { receivedText } from '../reading.ts';

/** 14:02:10 UTC. */
const atMs = Date.UTC(2026, 10, 20, 14, 2, 10);
const meaning = (label: string, text: string, isDownlink: boolean | null = null) =>
  meaningOf(receivedText({ label, text, isDownlink, atMs }));

function crc32(bytes: readonly number[]): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
  }
  return ~value >>> 0;
}
const hex = (bytes: readonly number[]): string =>
  bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('');
const word = (value: number): number[] => [value >> 8, value & 255];

/** With the checksum after which the remainder is 1D0F: the inverted remainder. */
function octets(imi: string, bytes: readonly number[], start = '/XXXCAYA.'): string {
  const tail = '.N900XX';
  return `${start}${imi}${tail}${hex(bytes)}${checksum([...codes(imi + tail), ...bytes])}`;
}
const characters = (text: string): string => text + checksum(codes(text.slice(text.indexOf('.') + 1)));

/** Fields of a width in bits. Negative values as two's complement. */
function packed(...fields: readonly (readonly [value: number, width: number])[]): number[] {
  const bits = fields.map(([value, width]) =>
    (value < 0 ? value + 2 ** width : value).toString(2).padStart(width, '0'),
  );
  const all = bits.join('');
  return (all.padEnd(Math.ceil(all.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
}
const angle = (degrees: number): readonly [number, number] => [Math.round((degrees / 180) * 2 ** 20), 21];
const place = (lat: number, lon: number, ft: number) => [angle(lat), angle(lon), [ft / 4, 16]] as const;
/** Accuracy 0.25 nmi, TCAS, redundant units. */
const report = (tag: number, lat: number, lon: number, ft: number, pastHourS: number): number[] => [
  tag,
  ...packed(...place(lat, lon, ft), [pastHourS * 8, 15], [0b0011101, 7]),
];
const route = [13, ...packed(...place(11.5, 58.25, 35_000), [600, 14], ...place(12.5, 60, 35_000))];
const flight = [12, ...packed(...codes('XX0123  ').map((code): [number, number] => [code & 63, 6]))];
const ground = [14, ...packed([0, 1], [512, 12], [960, 13], [-4, 12])];
const wind = [16, ...packed([61, 9], [0, 1], [-128, 9], [-205, 12])];
/** Steps of 180/2^20 degrees. */
const near = (degrees: number): unknown => expect.closeTo(degrees, 3);
/** 01:58 past the hour. */
const at = report(7, 10.75, -57.25, 35_000, 118);

describe('ADS-C', () => {
  test.each<readonly [string, string, readonly number[], string]>([
    ['a report', 'B6', at, 'ADS-C report 35,000 ft at 10.75 N 57.25 W, 14:01:58Z'],
    [
      'all of a report',
      'B6',
      [3, 7, ...at, ...flight, ...route, ...ground, ...wind],
      'ADS-C report 35,000 ft at 10.75 N 57.25 W, 14:01:58Z, flight XX0123, next 11.50 N 58.25 E 14:11:58Z, 480 kt, wind 270° 30.5 kt, −51.25 °C, contract 7 acknowledged',
    ],
    ['the hour before', 'B6', report(7, 0, 0, 4000, 3590), 'ADS-C report 4,000 ft at 0.00 N 0.00 E, 13:59:50Z'],
    [
      'a report that is 37 min late, not 23 min ahead',
      'B6',
      report(7, 0, 0, 4000, 25 * 60),
      'ADS-C report 4,000 ft at 0.00 N 0.00 E, 13:25:00Z',
    ],
    [
      'the clock of the receiver is 6 min late',
      'B6',
      report(7, 0, 0, 4000, 8 * 60),
      'ADS-C report 4,000 ft at 0.00 N 0.00 E, 14:08:00Z',
    ],
    [
      'an event',
      'B6',
      report(20, -33.5, 151, 28_000, 0),
      'ADS-C event: waypoint change at 33.50 S 151.00 E, 28,000 ft, 14:00:00Z',
    ],
    [
      'an emergency',
      'B6',
      report(9, 10, 20, 9000, 60),
      'ADS-C emergency report 9,000 ft at 10.00 N 20.00 E, 14:01:00Z',
    ],
    ['an acknowledgement', 'B6', [3, 12], 'ADS-C contract 12 acknowledged'],
    ['a refusal', 'B6', [4, 9, 6], 'ADS-C contract 9 refused: the contract already exists'],
    ['a refusal of a tag', 'B6', [4, 9, 1, 13], 'ADS-C contract 9 refused: a group is requested twice, tag 13'],
    [
      'noncompliance',
      'B6',
      [5, 41, 2, 17, 0x40, 16, 3, 0x12, 0x30],
      'ADS-C contract 41 not met in full: aircraft address not available, wind and temperature incomplete (parameters 1, 2, 3)',
    ],
    // The least altitude and the longest time: unknown.
    [
      'a waypoint without a time',
      'B6',
      [...at, 13, ...packed(...place(11.5, 58.25, -131_072), [16_383, 14], ...place(12.5, 60, -131_072))],
      'ADS-C report 35,000 ft at 10.75 N 57.25 W, 14:01:58Z, next 11.50 N 58.25 E',
    ],
    ['impossible values', 'B6', report(7, 120, 10, 35_000, 4000), 'ADS-C report 35,000 ft at an impossible position'],
    [
      'a contract',
      'A6',
      [7, 3, 11, 0xa5, 13, 1, 16, 5, 21, 1, 35],
      'ADS-C contract 3: every 304 s, predicted route, wind and temperature in 1 of 5 reports, intent 35 min ahead',
    ],
    ['one report', 'A6', [7, 3, 11, 0x0b], 'ADS-C contract 3: one report'],
    [
      'an event contract',
      'A6',
      [8, 2, 10, 24, 18, 0xb1, 19, ...word(38_300 / 4), ...word(37_700 / 4), 20],
      'ADS-C event contract 2: lateral deviation above 3 nmi, vertical rate below −5,056 ft/min, altitude outside 37,700 to 38,300 ft, waypoint change',
    ],
    ['all cancelled', 'A6', [1], 'ADS-C contracts cancelled by XXXCAYA'],
    ['one cancelled', 'A6', [2, 8], 'ADS-C contract 8 cancelled by XXXCAYA'],
    ['no content', 'A6', [], 'ADS-C message without content from XXXCAYA'],
    ['an unknown tag', 'B6', [3, 12, 255, 128], 'ADS-C contract 12 acknowledged, rest not decoded'],
  ])('%s', (_name, label, bytes, words) => {
    expect(meaning(label, octets('ADS', bytes)).words).toBe(words);
    const inH1 = `F37AXX0123#M${label === 'A6' ? 'D/A6' : '1B/B6'} `;
    expect(meaning('H1', octets('ADS', bytes, `${inH1}XXXCAYA.`)).words).toBe(words);
  });

  test('a report is stored as facts, with what its words leave out', () => {
    const { facts, kind, level, by } = meaning(
      'B6',
      octets('ADS', [3, 7, ...at, ...flight, ...route, ...ground, ...wind]),
    );
    expect({ kind, level, by }).toEqual({ kind: 'adsc', level: 'full', by: 'own' });
    expect(facts).toEqual({
      ...{ flight: 'XX0123', tail: 'N900XX', time: '14:01:58', windFromDeg: 270, windKt: 30.5, temperatureC: -51.25 },
      position: { lat: near(10.75), lon: near(-57.25) },
      altitude: { words: '35,000 ft', ft: 35_000 },
      speed: { value: 480, unit: 'kt' },
      next: [
        { lat: near(11.5), lon: near(58.25), time: '14:11:58' },
        { lat: near(12.5), lon: near(60) },
      ],
      adsc: { direction: 'down', ground: 'XXXCAYA', what: 'report', contract: 7, everyS: null, events: [] },
    });
  });

  test('a time without the time of reception keeps to its hour', () => {
    const { words, facts } = meaningOf(receivedText({ label: 'B6', text: octets('ADS', at) }));
    expect(words).toBe('ADS-C report 35,000 ft at 10.75 N 57.25 W, 01:58 past the hour');
    expect(facts.time).toBeUndefined();
  });

  test('a disconnect has its reason in the high half of the octet', () => {
    expect(meaning('B6', octets('DIS', [0x80])).words).toBe('ADS-C disconnected from XXXCAYA: normal');
  });

  test('a wrong checksum is stated, an odd last digit dropped, a registration of 7 characters is not octets', () => {
    const text = octets('ADS', at);
    const wrong = meaning('B6', `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`);
    expect(wrong).toMatchObject({ level: 'partial', facts: { isDamaged: true } });
    expect(wrong.words).toBe('ADS-C report 35,000 ft at 10.75 N 57.25 W, 14:01:58Z, checksum wrong');
    expect(meaning('B6', `${text}A`).level).toBe('full');
    const tail = 'C-18772';
    const sum = checksum([...codes(`ADS${tail}`), 3, 1]);
    expect(meaning('B6', `/XXXX.ADS${tail}0301${sum}`)).toMatchObject({ level: 'full', facts: { tail } });
  });
});

describe('texts of air traffic services', () => {
  test.each<readonly [string, string, string]>([
    [
      'B0',
      '/XXXCAYA.AFN/FMHXX0123,.N900XX,A00001,234616/FPON44300W028150,0/FCOATC,01/FCOADS,01',
      'Log-on to XXXCAYA, XX0123, 44.50 N 28.25 W, 23:46:16Z',
    ],
    [
      'B0',
      '/XXXCAYA.AFN/FMHXX0123,.N900XX,,234616/FCPYYYCAYA,0',
      'Log-on to YYYCAYA complete, reported to XXXCAYA, XX0123, 23:46:16Z',
    ],
    ['B0', '/XXXX.AFN/FMHXX0123,.N900XX,,234616/FRP0', 'Contact advisory of XXXX accepted, XX0123, 23:46:16Z'],
    [
      'A0',
      '/XXXCAYA.AFN/FMHXX0123,.N900XX,,061758/FCAYYYCAYA,0',
      'Contact YYYCAYA, advised by XXXCAYA, XX0123, 06:17:58Z',
    ],
    [
      'A0',
      '/XXXCAYA.AFN/FMHXX0123,.N900XX/FAK0,KZAK/FARADS,0/FARATC,0',
      'Log-on accepted by XXXCAYA (KZAK), for ADS-C and CPDLC, XX0123',
    ],
    [
      'A0',
      '/XXXCAYA.AFN/FMHXX0123,.N900XX/FAK0,KZAK/FARADS,2/FARATC,0',
      'Log-on accepted by XXXCAYA (KZAK), for CPDLC, ADS-C code 2, XX0123',
    ],
    ['A0', '/XXXCAYA.AFN/FMHXX0123,.N900XX/FAK3,KZAK', 'Log-on refused by XXXCAYA (KZAK), code 3, XX0123'],
    ['B9', '/KSFO.TI2/030KSFOD', 'ATIS request for KSFO, departure'],
    ['A9', '/KSFO.TI2/KSFO ARR ATIS C\r\n1337Z WIND 250 AT 7', 'ATIS C of KSFO arrival: 1337Z WIND 250 AT 7'],
    [
      'B1',
      '/EGGX.OC1/RCL 000\r\nXXX246-GOMUP/0042 M085F370\r\n-RMK/MAX FL380',
      'Oceanic clearance request to EGGX, XXX246, GOMUP 00:42Z, FL370, Mach 0.85, MAX FL380',
    ],
    [
      'B3',
      '/EGPH.DC1/RCD 024\r\nXXX650-EGPH-GATE 12-KIAD\r\nATIS A\r\n-TYP/GLF6',
      'Departure clearance request at EGPH, XXX650 to KIAD, gate 12, ATIS A, GLF6',
    ],
    [
      'A3',
      '/LHRDCXA.DC1/CLD 1620 260118 EGLL PDC 691\r\nXXX99 CLRD TO CYYZ OFF 09R VIA ULT1J\r\nSQUAWK 5166 ATIS B',
      'Departure clearance of EGLL, XXX99 to CYYZ, runway 09R, via ULT1J, squawk 5166, 16:20Z',
    ],
    ['A4', '/LHRDCXA.FS1/FSM 1618 260118 EGLL\r\nXXX99 RCD RECEIVED', 'EGLL to XXX99: RCD RECEIVED, 16:18Z'],
  ])('label %s, %j', (label, text, words) => {
    expect(meaning(label, characters(text))).toMatchObject({ level: 'full', words });
    // Some receivers leave one character of the line end.
    expect(meaning(label, characters(text).replaceAll('\r', ''))).toMatchObject({ level: 'full', words });
    expect(meaning(label, `${text}0000`).facts.isDamaged).toBe(true);
  });

  test.each([
    ['0LV234636S', 'VHF link lost 23:46:36Z, available: SATCOM'],
    ['0ES2346182S/', 'SATCOM link established 23:46:18Z, available: VDL2, SATCOM'],
  ])('media advisory %s', (text, words) => {
    expect(meaning('SA', text)).toMatchObject({ kind: 'link', level: 'full', words });
  });

  test.each(['0LV246036S', '6EV140812V/', '0LV234636Q', 'SOMETHING ELSE'])('%s is no media advisory', (text) => {
    expect(meaning('SA', text).level).toBe('none');
  });
});

// ---- MIAM

/** Base64 of zlib. */
function zlib64(text: string): string {
  const bits = [...pako.deflate(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return (bits.match(/.{1,6}/g) ?? []).map((six) => letters[Number.parseInt(six.padEnd(6, '0'), 2)]).join('');
}

function base85(bytes: readonly number[]): { text: string; pad: number } {
  const pad = (4 - (bytes.length % 4)) % 4;
  const all = [...bytes, ...new Array<number>(pad).fill(0)];
  let text = '';
  for (let start = 0; start < all.length; start += 4) {
    let value = all.slice(start, start + 4).reduce((sum, byte) => sum * 256 + byte, 0);
    let group = '';
    for (let digit = 0; digit < 5; digit++, value = Math.floor(value / 85))
      group = String.fromCharCode(33 + (value % 85)) + group;
    text += group === '!!!!!' ? 'z' : group;
  }
  return { text, pad };
}
/** Message 5 of label SA, deflated. Its checksum is that of the content. */
function miam(content: string, { version = 1, spoil = 0 } = {}): string {
  const sum = version === 1 ? crc32(codes(content)) : crc16(codes(content));
  const check = version === 1 ? [sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, (sum & 255) ^ spoil] : word(sum);
  const body = base85([...pako.deflateRaw(content)]);
  const about = [5 << 1, 0, 0x40, ...codes('SA'), ...check];
  const size = 1 + 3 + 7 + about.length + pako.deflateRaw(content).length;
  const head = base85([version, ...(version === 1 ? [0, ...word(size), ...codes('.N900XX')] : []), ...about]);
  return `T${body.pad}${head.pad}${head.text}|${body.text}`;
}

describe('packed messages', () => {
  test.each([1, 2])('MIAM version %i says what its content says', (version) => {
    const packet = miam('0LV234636S', { version });
    for (const [label, text] of [
      ['MA', packet],
      ['H1', `#M1B/MA ${packet}`],
      ['HX', `.MA FM${packet}`],
      // With a sublabel instead, as libacars 2.2.1 reads it, and without: dumpvdl2 2.6.0 removes it.
      ['H1', `#T2B${packet}`],
      ['H1', `- #T2${packet}`],
      ['H1', packet],
    ] as const)
      expect(meaning(label, text)).toMatchObject({
        ...{ kind: 'link', level: 'full', words: 'VHF link lost 23:46:36Z, available: SATCOM' },
        facts: { link: { link: 'VHF', state: 'lost' } },
      });
  });

  test('a wrong checksum, a cut end and content without a reader are stated', () => {
    expect(meaning('MA', miam('0LV234636S', { spoil: 1 })).words).toBe(
      'VHF link lost 23:46:36Z, available: SATCOM, checksum wrong',
    );
    const long = miam(Array.from({ length: 200 }, (_value, index) => `LINE ${index * 7919}`).join('\n'));
    expect(meaning('MA', long)).toMatchObject({ words: 'Packed message 5, label SA', facts: { tail: 'N900XX' } });
    const cut = decodeMessage({ label: 'MA', text: long.slice(0, 400) });
    expect(cut.meaning).toMatchObject({ words: 'Packed message 5, label SA, cut', facts: { isDamaged: true } });
    expect(cut.items.at(-1)?.value).toMatch(/^LINE 0\nLINE 7919\nLINE 15838\n/);
  });

  test('content of an application besides ACARS has the name of the application', () => {
    const { text, pad } = base85([2, 19 << 1, 0, 10, ...codes('0AT'), ...word(crc16(codes('EDDF')))]);
    const { items, meaning: found } = decodeMessage({ label: 'MA', text: `T-${pad}${text}|EDDF` });
    expect(found?.words).toBe('Packed message 19, application 0AT');
    expect(items.map(({ label, value }) => [label, value])).toEqual([
      ['Application', '0AT'],
      ['Message number', '19'],
      ['Text Message', 'EDDF'],
    ]);
  });

  test('content that is not packed is read behind a damaged head', () => {
    const head = base85([1, 0, 0, 99, ...codes('?N900XX'), 5 << 1, 0, 0x40, ...codes('H1DF')]);
    const report = 'A350,000075,1,1,TB000000/REP502,41,00;POSDMU,234400,+285178,-0358985,024977,390/:';
    expect(meaning('MA', `T-${head.pad}${head.text}|${report}`)).toMatchObject({
      ...{ kind: 'position', level: 'partial', facts: { isDamaged: true } },
      words: 'Position 28.52 N 35.90 W 23:44:00Z, FL390, report REP502 (inferred), damaged head',
    });
    expect(meaning('MA', `T-${head.pad}${head.text}|SOMETHING ELSE`).level).toBe('none');
  });

  test.each([
    ['F042009218260502040256', 'MIAM file 42 offered, 9,218 bytes, until 2026-05-02 04:02:56Z'],
    ['K0421010020', 'MIAM file 42 accepted'],
    ['S042003REST', 'MIAM file 42, segment 3'],
    ['A0422', 'MIAM file 42 ended: stopped by the sender'],
    ['YFFF', 'MIAM all files paused'],
    ['X042010020', 'MIAM file 42 resumed'],
  ])('%s: %s', (text, words) => {
    expect(meaning('MA', text).words).toBe(words);
  });

  test('an acknowledgement has its number and its result', () => {
    const head = base85([0x11, 0, 0, 20, ...codes('.N900XX'), 88 << 1, 0x10, 0, 0, 0, 1, 2, 3, 4]);
    expect(meaning('MA', `T.${head.pad}${head.text}|`)).toMatchObject({
      ...{ words: 'MIAM message 88 refused', facts: { tail: 'N900XX' } },
    });
  });

  test('OHMA shows what unpacks, and says that it is cut', () => {
    const content = JSON.stringify({ version: '2.0', message: 'A'.repeat(50), rest: Math.PI });
    const text = `OHMA${zlib64(content)}`;
    expect(meaning('H1', text)).toMatchObject({ level: 'full', words: 'Aircraft health report' });
    const cut = decodeMessage({ label: 'H1', text: `#T1B/XXXXXXX.${text.slice(0, -24)}` });
    expect(cut).toMatchObject({ level: 'partial', meaning: { words: 'Aircraft health report, cut' } });
    expect(cut.items.map(({ label }) => label)).toEqual(['Health Data']);
    // libacars 2.2.1 (ohma.c) skips a first block that the ground sends twice.
    const twice = `- #T1/O2.${text.slice(0, 24)}/O2.${text}`;
    expect(decodeMessage({ label: 'H1', text: twice })).toMatchObject({
      ...{ level: 'full', items: [{ label: 'Health Data', value: content }] },
    });
    expect(content.startsWith(cut.items[0]?.value ?? '-')).toBe(true);
    const about = { messageDate: '2026-05-01T08:04:34.817Z', data: { airplanes: [{ tailNumber: 'N900XX' }] } };
    const dated = JSON.stringify({ version: '2.0', message: JSON.stringify(about) });
    expect(meaning('H1', `OHMA${zlib64(dated)}`)).toMatchObject({
      words: 'Aircraft health report of N900XX, 2026-05-01 08:04:34Z',
      facts: { tail: 'N900XX', time: '08:04:34' },
    });
    expect(decodeMessage({ label: 'H1', text: `OHMA${zlib64(dated)}` }).items.slice(0, -1)).toEqual([
      { label: 'Registration', value: 'N900XX', isUnverified: false },
      { label: 'Message Timestamp', value: '2026-05-01 08:04:34Z', isUnverified: false },
    ]);
  });

  test('content above 256 kB or 200 to 1 is cut', () => {
    const large = zlib64(JSON.stringify({ message: 'A'.repeat(3_000_000) }));
    for (const [label, text] of [
      ['H1', `OHMA${large}`],
      ['MA', miam('B'.repeat(300_000))],
    ] as const) {
      const { facts, words } = meaning(label, text);
      expect(facts.isDamaged).toBe(true);
      expect(words).toMatch(/cut$/);
    }
  });
});

test('whatever was received, nothing throws, does not end, or is called full without content', () => {
  const samples: readonly (readonly [string, string])[] = [
    ['B6', octets('ADS', [3, 7, ...at, ...flight, ...route, ...ground, ...wind])],
    ['A6', octets('ADS', [7, 3, 11, 0xa5, 13, 1])],
    ['B6', octets('ADS', [5, 41, 255, 17, 15])],
    ['B0', characters('/XXXCAYA.AFN/FMHXX0123,.N900XX,A00001,234616/FPON44300W028150,0/FCOATC,01')],
    ['B1', characters('/EGGX.OC1/RCL 000\nXXX246-GOMUP/0042 M085F370\n-RMK/MAX FL380')],
    ['A3', characters('/LHRDCXA.DC1/CLD 1620 260118 EGLL PDC 691\nXXX99 CLRD TO CYYZ OFF 09R VIA ULT1J')],
    ['MA', miam('0LV234636S')],
    ['H1', `OHMA${zlib64('{"message":"AB"}')}`],
  ];
  const noise = fc.stringMatching(/^[0-9A-Fz./| -]{0,8}$/);
  const mutated = fc.tuple(
    fc.constantFrom(...samples),
    fc.array(fc.tuple(fc.nat(160), fc.nat(9), noise), { maxLength: 4 }),
  );
  fc.assert(
    fc.property(mutated, ([[label, text], changes]) => {
      const changed = changes.reduce(
        (now, [start, length, more]) => now.slice(0, start) + more + now.slice(start + length),
        text,
      );
      const { words, level, facts } = meaning(label, changed);
      expect(words).not.toMatch(/NaN|undefined|null/);
      expect(level === 'full' && facts.isDamaged === true).toBe(false);
    }),
    { numRuns: 1500 },
  );
  for (const [label, text] of samples)
    for (const filling of ['F', '3', '/', '0301', '\n', ' ', 'z', '-RMK/'])
      meaning(label, (text + filling.repeat(20_000)).slice(0, 20_000));
});
