import { describe, expect, test } from 'vitest';
import type { Json } from '../../base/json-values.ts';
import { readAcarsObject } from './acars-json.ts';

const nowMs = Date.UTC(2026, 10, 23, 12);
const read = (value: Json) => readAcarsObject(value, nowMs);
const rowOf = (value: Json) => {
  const result = read(value);
  if (!('row' in result)) throw new Error(JSON.stringify(result));
  return result.row;
};

const jaero = {
  app: { name: 'JAERO', ver: '1.0.4.11' },
  station: 'XX-IMSL',
  t: { sec: 1_769_990_352, usec: 250_000 },
  isu: {
    acars: {
      ack: '!',
      blk_id: '5',
      flight: 'RO0123',
      label: 'H1',
      mode: '2',
      more: false,
      msg_text: 'POSN44571E026085',
      reg: '.YR-ABC',
    },
    dst: { addr: '90', type: 'Ground Earth Station' },
    qno: '00',
    refno: '00',
    src: { addr: '06A0E9', type: 'Aircraft Earth Station' },
  },
};

describe('JAERO', () => {
  test('RAW-04: field by field', () => {
    expect(rowOf(jaero)).toEqual({
      acarsDateTime: '2026-02-01T23:59:12Z',
      timestamp: 1_769_990_352.25,
      tail: 'YR-ABC',
      flight: 'RO0123',
      text: 'POSN44571E026085',
      aggregatedText: null,
      aggregationStatus: null,
      freq: null,
      stationId: 'XX-IMSL',
      channel: null,
      level: null,
      error: 0,
      mode: '2',
      label: 'H1',
      blockId: '5',
      ack: '!',
      msgno: null,
      end: false,
      alt: null,
      dsta: null,
      icao: '06A0E9',
      isOnground: null,
      isResponse: null,
      lat: null,
      lon: null,
      toAddr: null,
      type: 'IMSL',
      consensusStatus: null,
      consensusResult: null,
    });
  });

  test('the address is that of the aircraft, in both directions', () => {
    const { src, dst } = jaero.isu;
    const uplink = { ...jaero, isu: { ...jaero.isu, src: dst, dst: src } };
    expect(rowOf(uplink)).toMatchObject({ icao: '06A0E9', toAddr: '06A0E9' });
    const unknown = { ...jaero, isu: { ...jaero.isu, src: { addr: '06A0E9' }, dst: { addr: '4B1234' } } };
    expect(rowOf(unknown).icao).toBe(null);
  });

  test('the position of a decoded ADS-C report', () => {
    const arinc622 = { adsc: { tags: [{ basic_report: { lat: 44.5, lon: 26.1, alt: 36_000 } }] } };
    const acars = { ...jaero.isu.acars, arinc622 };
    expect(rowOf({ ...jaero, isu: { ...jaero.isu, acars } })).toMatchObject({ lat: 44.5, lon: 26.1, alt: 36_000 });
  });

  test('a unit without ACARS is left out', () => {
    expect(read({ ...jaero, isu: { nonacars: {} } })).toEqual({ leftOut: 'no ACARS in this line (Inmarsat)' });
  });
});

// JAERO 1.0.4.14 (ArincParse::parseDownlinkmessage, MainWindow::formatACARSItem, ParserISU::parse).
describe('RAW-04: what JAERO changes in a text is undone', () => {
  const { FLIGHT: _, ...json } = { ...jaeroJson };
  const dumped = (text: string, flight?: string) => {
    const acars = { ...jaero.isu.acars, msg_text: text, flight };
    return rowOf({ ...jaero, isu: { ...jaero.isu, acars } });
  };
  const inJson = (text: string, flight?: string) =>
    rowOf({ ...json, MESSAGE: text, ...(flight ? { FLIGHT: flight } : {}) });
  const both = [
    ['JSONdump', dumped],
    ['JSON', inJson],
  ] as const;

  test.each(both)('%s: a downlink begins with the number of its message and its flight', (_format, of) => {
    expect(of('F58ARO0123POSN44571E026085', 'RO123')).toMatchObject({
      msgno: 'F58A',
      flight: 'RO0123',
      text: 'POSN44571E026085',
    });
    // Only these.
    expect(of('M06ARO0123', 'RO123')).toMatchObject({ msgno: 'M06A', flight: 'RO0123', text: null });
  });

  test.each(both)('%s: flights that it does not name', (_format, of) => {
    expect(of('S90A5X0076POSN44571E026085')).toMatchObject({
      msgno: 'S90A',
      flight: '5X0076',
      text: 'POSN44571E026085',
    });
    expect(of('S90AXX0000POSN44571E026085')).toMatchObject({
      msgno: 'S90A',
      flight: 'XX0000',
      text: 'POSN44571E026085',
    });
  });

  test.each(both)('%s: it joins blocks, each with its number and its flight', (_format, of) => {
    const text = 'D50ARO0123ONE D50BRO0123TWO D50CRO0123THREE';
    expect(of(text, 'RO123')).toMatchObject({ msgno: 'D50A', flight: 'RO0123', text: 'ONE TWO THREE' });
    // What follows is not the next block, or is of another flight.
    const other = 'D50ARO0123ONE D50CRO0123TWO D50BRO0124';
    expect(of(other, 'RO123').text).toBe('ONE D50CRO0123TWO D50BRO0124');
  });

  test.each(both)('%s: a text without them stays as it is', (_format, of) => {
    expect(of('A06BRO0124OFF', 'RO123')).toMatchObject({ msgno: null, flight: 'RO123', text: 'A06BRO0124OFF' });
    expect(of('A06BRO0124OFF')).toMatchObject({ msgno: null, flight: null, text: 'A06BRO0124OFF' });
    expect(of('POSN44571E026085', 'RO123')).toMatchObject({ msgno: null, flight: 'RO123', text: 'POSN44571E026085' });
  });

  test('an uplink contains neither', () => {
    const { src, dst } = jaero.isu;
    const { flight: _flight, ...acars } = { ...jaero.isu.acars, blk_id: 'B', msg_text: 'S90A5X0076 TEXT' };
    const uplink = { ...jaero, isu: { ...jaero.isu, acars, src: dst, dst: src } };
    expect(rowOf(uplink)).toMatchObject({ msgno: null, flight: null, text: 'S90A5X0076 TEXT' });
    expect(rowOf({ ...json, BI: 'B', MESSAGE: 'S90A5X0076 TEXT' })).toMatchObject({
      msgno: null,
      text: 'S90A5X0076 TEXT',
    });
  });

  test.each(both)('%s: a tab before each further line, and a word for DEL', (_format, of) => {
    expect(of('ONE\n\tTWO\n\t\tTHREE<DEL>').text).toBe('ONE\nTWO\n\tTHREE\u2421');
  });
});

const jaeroJson = {
  AESID: '06A0E9',
  BI: '5',
  FLIGHT: 'RO0123',
  GESID: '90',
  LABEL: 'H1',
  MESSAGE: 'POSN44571E026085',
  MODE: '2',
  NAME: 'v1.0.4.14',
  NONACARS: false,
  QNO: '07',
  REFNO: '08',
  REG: '.YR-ABC',
  TAK: '!',
  TIME: 1_769_990_352,
  TIME_UTC: '2026-02-01 23:59:12',
  DB_TYPE: 'A320',
};

describe('the format JSON of JAERO', () => {
  test('RAW-04: is read; what it omits is empty', () => {
    const { text, tail, flight, label, blockId, ack, icao, type, acarsDateTime } = rowOf(jaero);
    const same = { text, tail, flight, label, blockId, ack, icao, type, acarsDateTime };
    expect(rowOf(jaeroJson)).toMatchObject({ ...same, timestamp: 1_769_990_352, toAddr: null, stationId: null });
    const { TIME: _, ...withoutSeconds } = jaeroJson;
    expect(rowOf(withoutSeconds).timestamp).toBe(1_769_990_352);
    const result = read(jaeroJson);
    expect('row' in result && JSON.parse(result.extra ?? '')).toEqual({
      link: { qno: '07', ref: '08', ges: '90' },
      app: { name: 'JAERO' },
      other: { DB_TYPE: 'A320' },
    });
  });

  test('a unit without ACARS is left out', () => {
    expect(read({ ...jaeroJson, NONACARS: true })).toEqual({ leftOut: 'no ACARS in this line (Inmarsat)' });
  });

  test('its name is its version, or the name of its settings', () => {
    for (const NAME of ['v1.0.4.14', 'VFO 2', 'JAERO', undefined])
      expect(rowOf({ ...jaeroJson, NAME })).toEqual(rowOf(jaeroJson));
    const status = { DCD: true, FREQUENCY: 1545.06, NAME: 'v1.0.4.14', SNR: 8.5, TIME: 1_769_990_352 };
    expect(read(status)).toEqual({ leftOut: 'a status of JAERO, without a message' });
  });
});

const satdump = {
  msg_name: 'ACARS',
  source: { app: { name: 'SatDump', version: '1.2.2' }, station_id: 'XX-SATDUMP' },
  timestamp: 1_769_990_352,
  plane_reg: '.YR-ABC',
  label: 'AA',
  bi: 65,
  mode: 50,
  tak: 21,
  message: '/PIKCPYA.AT1.YR-ABC214823E24092E7',
  more_to_come: true,
  has_text: true,
  signal_unit: { aes_id: 0x06a0e9, ges_id: 144 },
};

test('RAW-04: uplinks have the aircraft as destination in each format that states the direction', () => {
  const { src, dst } = jaero.isu;
  const uplinks = [
    { ...jaero, isu: { ...jaero.isu, src: dst, dst: src } },
    // Blocks of uplinks are letters, those of downlinks digits (ARINC 618).
    { ...jaeroJson, BI: 'B', FLIGHT: '' },
    { ...satdump, signal_unit: { aes_id: 0x06a0e9 } },
  ];
  for (const line of uplinks) expect(rowOf(line)).toMatchObject({ icao: '06A0E9', toAddr: '06A0E9' });
  expect(rowOf({ ...jaeroJson, BI: '\0' })).toMatchObject({ icao: '06A0E9', toAddr: null });
});

describe('SatDump', () => {
  test('RAW-04: numbers are characters and addresses', () => {
    expect(rowOf(satdump)).toMatchObject({
      acarsDateTime: '2026-02-01T23:59:12Z',
      tail: 'YR-ABC',
      text: '/PIKCPYA.AT1.YR-ABC214823E24092E7',
      stationId: 'XX-SATDUMP',
      label: 'AA',
      blockId: 'A',
      mode: '2',
      ack: '!',
      end: true,
      icao: '06A0E9',
      type: 'IMSL',
      freq: null,
      level: null,
    });
  });

  test('other versions write text, a frequency and a level', () => {
    const written = { ...satdump, bi: 'A', mode: '2', signal_unit: { aes_id: '06a0e9' }, freq: 1545.115, level: -31.5 };
    const { freq, level, ...rest } = rowOf(written);
    const { freq: _, level: __, ...same } = rowOf(satdump);
    expect(rest).toEqual(same);
    expect({ freq, level }).toEqual({ freq: 1545.115, level: -31.5 });
  });

  test('it writes a word for DEL', () => {
    expect(rowOf({ ...satdump, message: 'ONE<DEL>' }).text).toBe('ONE\u2421');
  });

  test('a label with DEL is the link test, and other packets are left out', () => {
    expect(rowOf({ ...satdump, label: '_\u007f' }).label).toBe('_d');
    expect(read({ ...satdump, msg_name: 'Reservation' })).toEqual({ leftOut: 'no ACARS in this line (Inmarsat)' });
  });
});

const iridium = {
  app: { name: 'iridium-toolkit', version: '0.0.1' },
  source: { transport: 'iridium', protocol: 'acars', station_id: 'XX-IRDM' },
  acars: {
    timestamp: '2026-02-01T23:59:12+00:00',
    errors: 2,
    link_direction: 'uplink',
    block_end: true,
    mode: '2',
    tail: 'YR-ABC',
    flight: 'RO0123',
    label: 'H1',
    block_id: '1',
    message_number: 'F01A',
    ack: '!',
    text: 'POSN44571E026085',
  },
  freq: 1_616_042_866.67,
  level: -25.333333333333332,
  header: '',
};

describe('iridium-toolkit', () => {
  test('RAW-04: its own shape', () => {
    expect(rowOf(iridium)).toMatchObject({
      acarsDateTime: '2026-02-01T23:59:12Z',
      timestamp: 1_769_990_352,
      tail: 'YR-ABC',
      flight: 'RO0123',
      text: 'POSN44571E026085',
      stationId: 'XX-IRDM',
      label: 'H1',
      blockId: '1',
      msgno: 'F01A',
      ack: '!',
      end: false,
      error: 2,
      freq: 1616.0429,
      level: -25.333333,
      icao: null,
      type: 'IRDM',
    });
    expect(rowOf({ ...iridium, acars: { ...iridium.acars, block_end: false } }).end).toBe(true);
  });

  test('RAW-04: the shape of libacars', () => {
    const { timestamp, tail, text, block_id, message_number, errors, block_end, ...rest } = iridium.acars;
    const acars = {
      ...rest,
      err: false,
      more: false,
      reg: '.YR-ABC',
      blk_id: '1',
      msg_num: 'F01',
      msg_num_seq: 'A',
      msg_text: text,
    };
    const { freq: _, level: __, ...line } = iridium;
    expect(rowOf({ ...line, timestamp, acars })).toEqual({ ...rowOf(iridium), error: 0, freq: null, level: null });
  });
});

test.each(['America/New_York', 'Asia/Kathmandu', 'UTC'])(
  'a time without a zone is UTC, with a mark: server in %s',
  (zone) => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
      const at = (timestamp: string) => {
        const result = read({ ...iridium, acars: { ...iridium.acars, timestamp } });
        return 'row' in result ? [result.row.timestamp, JSON.parse(result.extra ?? '').time ?? null] : result;
      };
      const mark = { zone: 'none' };
      expect(at('2026-02-01T23:59:12')).toEqual([1_769_990_352, mark]);
      expect(at('2026-02-01 23:59:12.5')).toEqual([1_769_990_352.5, mark]);
      expect(at('2026-02-01T23:59:12Z')).toEqual([1_769_990_352, null]);
      expect(at('2026-02-02T01:59:12+02:00')).toEqual([1_769_990_352, null]);
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  },
);

test('numbers of any size and other types never throw', () => {
  for (const odd of [null, [], {}, 'x', -1, 1e300, true]) {
    for (const line of [jaero, satdump, iridium] as readonly Json[])
      for (const key of Object.keys(line)) expect(read({ ...line, [key]: odd })).toBeTypeOf('object');
  }
});
