import { describe, expect, test } from 'vitest';
import { blankRow } from '../../../contract/blank-row.ts';
import { acarsMessage } from '../../../contract/entities/messages.ts';
import { type Json, maxTextLength } from '../../base/json-values.ts';
import { readAcarsLine, readAcarsObject } from './acars-json.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const rowOf = (value: Json) => {
  const result = readAcarsObject(value, nowMs);
  if (!('row' in result)) throw new Error(JSON.stringify(result));
  return result.row;
};

describe('shapes of the decoders', () => {
  const acarsdec = {
    timestamp: 1769990352.439166,
    station_id: 'XX-YRTS-ACARS',
    channel: 1,
    freq: 131.55000305,
    level: -16.5,
    error: 2,
    mode: '2',
    label: 'Q0',
    block_id: '7',
    ack: false,
    tail: '.YR-ABC',
    flight: 'RO0123 ',
    msgno: 'S07A',
    text: '',
    end: true,
    dsta: 'LROP',
    assstat: 'in progress',
    app: { name: 'acarsdec', ver: '3.7' },
  };

  test('RAW-04, C81: acarsdec, field by field', () => {
    expect(rowOf(acarsdec)).toEqual({
      ...blankRow(acarsMessage),
      acarsDateTime: '2026-02-01T23:59:12Z',
      timestamp: 1769990352.439166,
      tail: 'YR-ABC',
      flight: 'RO0123',
      aggregationStatus: 'in progress',
      freq: 131.55,
      stationId: 'XX-YRTS-ACARS',
      channel: 1,
      level: -16.5,
      error: 2,
      mode: '2',
      label: 'Q0',
      blockId: '7',
      msgno: 'S07A',
      end: true,
      dsta: 'LROP',
      type: 'ACARS',
    });
  });

  test('RAW-04: vdlm2dec adds addresses as numbers, position, altitude, and flags only if set', () => {
    const row = rowOf({
      timestamp: 1769990352.5,
      freq: 136.975,
      hex: '0A0B0C',
      icao: 0x0a0b0c,
      toaddr: 1065514,
      is_onground: 2,
      app: { name: 'vdlm2dec', ver: '2.3' },
      mode: '2',
      label: '10',
      tail: 'YR-ABC',
      lat: 44.571,
      lon: 26.085,
      alt: 3500,
    });
    expect(row).toMatchObject({ icao: '0A0B0C', toAddr: '10422A', isOnground: true, isResponse: false, type: 'VDLM2' });
    expect(row).toMatchObject({ lat: 44.571, lon: 26.085, alt: 3500, stationId: null, freq: 136.975 });
  });

  test('RAW-04: vdlm2dec 2.3 writes no flag on ground in uplinks: an aircraft at the gate does not fly', () => {
    const uplink = {
      timestamp: 1769990352.5,
      freq: 136.975,
      hex: '0A0B0C',
      icao: 0x0a0b0c,
      fromaddr: 1065514,
      app: { name: 'vdlm2dec', ver: '2.3' },
      mode: '2',
      label: 'A3',
      block_id: 'B',
      tail: 'YR-ABC',
      text: 'CLD',
    };
    expect(rowOf(uplink)).toMatchObject({ icao: '0A0B0C', isOnground: null, isResponse: false });
    const { fromaddr: _, ...downlink } = { ...uplink, toaddr: 1065514, block_id: '2' };
    expect(rowOf(downlink)).toMatchObject({ icao: '0A0B0C', isOnground: false, isResponse: false });
  });

  test('RAW-04: uplinks of vdlm2dec 2.3 name their destination in icao: toAddr is the same as that of dumpvdl2', () => {
    const message = { mode: '2', label: 'SQ', text: '' };
    for (const [number, hex] of [
      [0x0a0b0c, '0A0B0C'],
      [0xffffff, 'FFFFFF'],
    ] as const) {
      const flat = { timestamp: 1769990352.5, app: { name: 'vdlm2dec', ver: '2.3' }, fromaddr: 0x10422a, icao: number };
      const ends = { src: { addr: '10422A', type: 'Ground station' }, dst: { addr: hex, type: 'Aircraft' } };
      const others = rowOf(vdl2(ends));
      expect(others.toAddr).toBe(hex);
      expect(rowOf({ ...flat, ...message })).toMatchObject({ icao: others.icao, toAddr: hex });
    }
  });

  const acars = {
    err: false,
    crc_ok: true,
    more: true,
    reg: '..N12AB',
    mode: '2',
    label: 'H1',
    blk_id: '3',
    ack: '!',
    flight: 'XX0001',
    msg_num: 'D09',
    msg_num_seq: 'B',
    msg_text: 'POS',
  };
  const vdl2 = (part: object) => ({
    vdl2: {
      app: { name: 'dumpvdl2', ver: '2.4.0' },
      freq: 136650000,
      sig_level: -16.25,
      station: 'XX-VDL2',
      t: { sec: 1769990648, usec: 949234 },
      avlc: {
        cr: 'Response',
        src: { addr: 'a1b2c3', type: 'Aircraft', status: 'On ground' },
        dst: { addr: '10AABB', type: 'Ground station' },
        acars,
        ...part,
      },
    },
  });

  test('RAW-04: dumpvdl2 from the aircraft, with and without its envelope', () => {
    const row = rowOf(vdl2({}));
    expect(row).toMatchObject({
      acarsDateTime: '2026-02-02T00:04:08Z',
      timestamp: 1769990648.949234,
      tail: 'N12AB',
      freq: 136.65,
      level: -16.25,
      error: 0,
      msgno: 'D09B',
      end: true,
      icao: 'A1B2C3',
      toAddr: '10AABB',
      isOnground: true,
      isResponse: true,
      type: 'VDLM2',
      channel: null,
    });
    expect(rowOf(vdl2({}).vdl2)).toEqual(row);
  });

  test('RAW-04: the result of reassembly by libacars is stored: newer versions write `reassembly`, acarsdec `assstat`', () => {
    const row = rowOf(vdl2({ acars: { ...acars, reassembly: 'out of sequence' } }));
    expect(row.aggregationStatus).toBe('out of sequence');
    expect(rowOf(vdl2({})).aggregationStatus).toBeNull();
  });

  test('RAW-04: dumpvdl2 to the aircraft: icao is the aircraft, a failed checksum counts as an error', () => {
    const row = rowOf(
      vdl2({
        src: { addr: '10AABB', type: 'Ground station' },
        dst: { addr: 'A1B2C3', type: 'Aircraft' },
        acars: { ...acars, crc_ok: false },
      }),
    );
    expect(row).toMatchObject({ icao: 'A1B2C3', toAddr: 'A1B2C3', isOnground: null, error: 1 });
  });

  test('RAW-04: a squitter of vdlm2dec has its whole text, and neither flight nor message number', () => {
    const row = rowOf({
      timestamp: 1769990352.5,
      freq: 136.975,
      fromaddr: 1085994,
      icao: 0xffffff,
      hex: 'FFFFFF',
      app: { name: 'vdlm2dec', ver: '2.3' },
      mode: '2',
      label: 'SQ',
      block_id: ' ',
      ack: '!',
      tail: '',
      flight: 'OTPLRO',
      msgno: '02XA',
      text: 'P04434N02605EV136975/',
    });
    expect(row).toMatchObject({ icao: null, toAddr: 'FFFFFF', flight: null, msgno: null, tail: null, type: 'VDLM2' });
    expect(row.text).toBe('02XAOTPLROP04434N02605EV136975/');
  });

  test('RAW-04: for every decoder, icao and toAddr have six hex digits or none; the broadcast address is no aircraft', () => {
    const flat = (icao: unknown, toaddr: unknown) => rowOf({ ...acarsdec, app: { name: 'vdlm2dec' }, icao, toaddr });
    expect(flat(0xffffff, 'xyz')).toMatchObject({ icao: null, toAddr: null });
    expect(flat('0d1100', '10AABB')).toMatchObject({ icao: '0D1100', toAddr: '10AABB' });
    for (const odd of ['90', '4B12345', 'N1', '', 0, 'FFFFFF', -1, 2 ** 24, {}, 'GGGGGG']) {
      const ends = { src: { addr: odd, type: 'Aircraft' }, dst: { addr: 'odd', type: 'Ground station' } };
      const isu = { acars, src: { addr: odd, type: 'Aircraft Earth Station' }, dst: { addr: odd === 0 ? '' : '90' } };
      const rows = [
        flat(odd, odd === 'FFFFFF' || odd === 0 ? null : odd),
        rowOf(vdl2(ends)),
        rowOf({
          hfdl: {
            t: { sec: 1769990352 },
            lpdu: { src: { type: 'Aircraft', ac_info: { icao: odd } }, hfnpdu: { acars } },
          },
        }),
        rowOf({ app: { name: 'JAERO' }, t: { sec: 1769990352 }, isu }),
        rowOf({ ...satdump, signal_unit: { aes_id: odd } }),
        rowOf({ NAME: 'JAERO', TIME: 1769990352, LABEL: 'H1', AESID: odd }),
      ];
      for (const { icao, toAddr } of rows) expect([icao, toAddr], String(odd)).toEqual([null, null]);
    }
  });

  test('RAW-04: dumphfdl: aircraft by its 24-bit address, position of the frame, ADS-C position, 180/180 is none', () => {
    const hfdl = (hfnpdu: object) => ({
      hfdl: {
        freq: 17919000,
        sig_level: -9,
        station: 'XX-HF',
        t: { sec: 1769991943, usec: 852110 },
        lpdu: {
          src: { type: 'Aircraft', id: 3, ac_info: { icao: '0d1100' } },
          dst: { type: 'Ground station', id: 1 },
          hfnpdu,
        },
      },
    });
    expect(rowOf(hfdl({ acars, pos: { lat: 20.5, lon: -77.25 } }))).toMatchObject({
      icao: '0D1100',
      toAddr: null,
      freq: 17.919,
      lat: 20.5,
      lon: -77.25,
      type: 'HFDL',
    });
    expect(rowOf(hfdl({ acars, pos: { lat: 180, lon: 180 } }))).toMatchObject({ lat: null, lon: null });
    const adsc = { tags: [{ basic_report: { lat: 51.5, lon: -30.25, alt: 36000, ts_sec: 12.5 } }] };
    expect(rowOf(hfdl({ acars: { ...acars, arinc622: { adsc } } }))).toMatchObject({
      lat: 51.5,
      lon: -30.25,
      alt: 36000,
    });
  });

  test('RAW-04: frequencies in Hz, kHz, MHz or as text are MHz without float dust', () => {
    const freq = (value: unknown) => rowOf({ ...acarsdec, freq: value }).freq;
    expect([136650000, 17919.0, 136.65, '131.725', 131.125, 0, 'x', null].map(freq)).toEqual([
      136.65,
      17.919,
      136.65,
      131.725,
      131.125,
      null,
      null,
      null,
    ]);
  });

  test('C118: msg_text is read like text; the receiver keeps its name', () => {
    const { text: _, ...rest } = acarsdec;
    expect(rowOf({ ...rest, msg_text: 'HELLO' })).toMatchObject({ text: 'HELLO', stationId: 'XX-YRTS-ACARS' });
  });

  test('control characters become visible, half surrogates are replaced, CR, LF and tab stay', () => {
    const row = rowOf({
      ...acarsdec,
      text: 'A\u0000B\u0003\u001b\u007f\tC\r\n\ud83dD\ude00E\ud83d\ude00',
      tail: '\u0000N1',
    });
    expect(row.text).toBe('A\u2400B\u2403\u241b\u2421\tC\r\n\ufffdD\ufffdE\ud83d\ude00');
    expect(row.tail).toBe('\u2400N1');
  });

  test.each([
    ['{"a":', 'not JSON'],
    ['[1]', 'not a JSON object'],
    ['null', 'not a JSON object'],
    [JSON.stringify({ ...acarsdec, timestamp: undefined }), 'the time of reception is missing'],
    [JSON.stringify({ ...acarsdec, timestamp: 631151999 }), 'the time of reception is before 1990'],
    [
      JSON.stringify({ ...acarsdec, timestamp: nowMs / 1000 + 86_402 }),
      'the time of reception is more than a day ahead',
    ],
    [JSON.stringify({ ...acarsdec, timestamp: 253402300800 }), 'the time of reception is more than a day ahead'],
    [JSON.stringify({ ...acarsdec, text: 'x'.repeat(maxTextLength + 1) }), 'the text is longer than 100000 characters'],
    [JSON.stringify({ ...acarsdec, text: 'x'.repeat(1_000_000) }), 'the line is longer than 1000000 characters'],
    [JSON.stringify({ ...acarsdec, tail: 'x'.repeat(101) }), 'tail is longer than 100 characters'],
    [JSON.stringify({ ...acarsdec, tail: '飛'.repeat(67) }), 'tail is longer than 200 bytes'],
    [JSON.stringify({ ...acarsdec, tail: '\u0001'.repeat(67) }), 'tail is longer than 200 bytes'],
  ])('an unusable line is broken, with the reason: %#', (line, reason) => {
    expect(readAcarsLine(line, nowMs)).toEqual({ broken: reason });
  });

  const notOurs = 'not a line of a supported decoder';
  const satdump = {
    msg_name: 'ACARS',
    source: { app: { name: 'SatDump', version: '1.2.2' }, station_id: 'X' },
    timestamp: 1769990352,
    plane_reg: '.YR-BGX',
    label: 'AA',
    mode: 50,
    bi: 65,
    message: 'A TEXT OF OURS',
    signal_unit: { aes_id: 4851921, ges_id: 144 },
  };
  test('lines of acarsdec are read with and without its name, and with additions of acars_router', () => {
    for (const app of [
      undefined,
      { name: 'acarsdec', ver: '3.7' },
      { proxied: true, proxied_by: 'acars_router' },
      { name: 'vdlm2dec' },
    ])
      expect(rowOf({ ...acarsdec, app })).toMatchObject({ stationId: 'XX-YRTS-ACARS', label: 'Q0' });
  });

  test.each([
    [{ app: { name: 'something else' }, hello: 1 }, notOurs],
    [{ vdl2: { t: { sec: 1 }, avlc: { cmd: 'XID' } } }, 'no addresses in this line (VDL2)'],
    [vdl2({ acars: { err: true } }), 'the ACARS part is unreadable (VDL2)'],
    [{ hfdl: { t: { sec: 1 }, lpdu: { err: true } } }, 'a damaged frame (HFDL)'],
    [{ hfdl: { t: { sec: 1 }, mpdu: { err: true } } }, 'a damaged frame (HFDL)'],
    [{ hfdl: { t: { sec: 1 }, spdu: { err: true } } }, 'a damaged frame (HFDL)'],
    [{ hfdl: { t: { sec: 1 }, lpdu: { err: false } } }, 'no addresses in this line (HFDL)'],
    [
      { DCD: true, FREQUENCY: 1545.06, NAME: 'JAERO', SNR: 8.5, TIME: 1795919258 },
      'a status of JAERO, without a message',
    ],
    [{ ...satdump, msg_name: 'Reservation' }, 'no ACARS in this line (Inmarsat)'],
    // Of an unknown program, with acarsdec's names for some of its values.
    [{ timestamp: 1769990352, label: 'temperature', value: 3 }, notOurs],
    [{ timestamp: 1769990352, mode: 'auto', freq: 131.55 }, notOurs],
    [{ ...acarsdec, app: { name: 'another program' } }, notOurs],
  ])('a valid line without any use is skipped, with the reason: %#', (value, reason) => {
    expect(readAcarsObject(value, nowMs)).toEqual({ leftOut: reason });
  });
});
