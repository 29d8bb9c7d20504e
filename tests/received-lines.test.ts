import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../server/base/json-values.ts';
import { readAcarsObject } from '../server/input/receive/acars-json.ts';
import { extraText } from '../server/input/receive/extra-json.ts';
import { HfdlLogons } from '../server/input/receive/hfdl-logons.ts';
import { acarsdec, dumphfdl, dumpvdl2, hfdlFrame, lpdu, type Sent, vdl2Frame } from './recordings/decoders.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const sent: Sent = {
  seconds: nowMs / 1000 - 60,
  isUplink: true,
  tail: 'N401TR',
  icao: 'A40001',
  flight: null,
  label: 'AA',
  blockId: 'E',
  ack: null,
  msgno: null,
  text: '/A TEXT',
  level: -12,
  part: 'skipped',
};
function extraOf(line: Json): unknown {
  const read = readAcarsObject(line, nowMs);
  if (!('row' in read)) throw new Error(JSON.stringify(read));
  return read.extra === null ? null : JSON.parse(read.extra);
}
function eventOf(line: Json) {
  const read = readAcarsObject(line, nowMs);
  if (!('event' in read)) throw new Error(JSON.stringify(read));
  const { detail, ...event } = read.event;
  return { ...event, detail: detail === null ? null : JSON.parse(detail) };
}
const via = { via: 'acars_router' };
const without = (line: Json): Json => JSON.parse(JSON.stringify(line));

describe('values without a column in the messages', () => {
  test('acarsdec: program, router, times of the flight, decoded part, unknown values', () => {
    const line = {
      ...acarsdec(sent),
      depa: 'KTRX',
      gtout: '1201',
      sublabel: 'DF',
      libacars: { arinc622: { msg_type: 'x' } },
      new_key: [1],
      gone: null,
    };
    expect(extraOf(line)).toEqual({
      oooi: { depa: 'KTRX', gtout: '1201' },
      sub: { label: 'DF' },
      app: { name: 'acarsdec', ver: 'v4.4.1' },
      ...via,
      decoded: { arinc622: { msg_type: 'x' } },
      other: { new_key: [1] },
    });
    expect(extraOf({ ...without(acarsdec(sent)), app: undefined })).toBe(null);
    const uplink = {
      ...without(acarsdec(sent)),
      app: { name: 'vdlm2dec' },
      fromaddr: 0x10902a,
      icao: 0xa40001,
      hex: 'A40001',
    };
    expect(extraOf(uplink)).toEqual({ link: { src: '10902A' }, app: { name: 'vdlm2dec' }, other: { hex: 'A40001' } });
  });

  test('dumpvdl2 and dumphfdl: radio values, ends of the link, frame', () => {
    expect(extraOf(dumpvdl2(sent))).toEqual({
      radio: { noise: -39.75, skew: 3.25, fec: 0, hdr: 0, octets: 131, idx: 0 },
      link: { src: '10902A', srcType: 'Ground station', dstType: 'Aircraft' },
      app: { name: 'dumpvdl2', ver: '2.4.0' },
      ...via,
      other: { frame_type: 'I', rseq: 5, sseq: 5, poll: false },
    });
    expect(extraOf(dumphfdl(sent))).toEqual({
      radio: { noise: -23.5, skew: -14.5, slot: 'D', bps: 300 },
      link: {
        srcType: 'Ground station',
        dstType: 'Aircraft',
        gs: 'San Francisco, California',
        acId: 223,
        lpdu: 'Unnumbered data',
      },
      app: { name: 'dumphfdl', ver: '1.7.0' },
      ...via,
    });
  });

  test('JAERO, SatDump and iridium-toolkit: ends of the link, decoded part', () => {
    const decoded = { arinc622: { gs_addr: 'KZNY' } };
    const seconds = sent.seconds;
    const jaero = {
      app: { name: 'JAERO', ver: '1' },
      t: { sec: seconds, usec: 0 },
      isu: {
        acars: { label: 'AA', msg_text: 'X', ...decoded },
        src: { addr: '90', type: 'Ground Earth Station' },
        dst: { addr: 'A40001', type: 'Aircraft Earth Station' },
        qno: '00',
        refno: 4,
      },
    };
    expect(extraOf(jaero)).toEqual({
      link: { srcType: 'Ground Earth Station', dstType: 'Aircraft Earth Station', qno: '00', ref: 4, ges: '90' },
      app: { name: 'JAERO', ver: '1' },
      decoded,
    });
    const satdump = {
      msg_name: 'ACARS',
      source: { app: { name: 'SatDump', version: '1.2.2' } },
      timestamp: seconds,
      label: 'AA',
      message: 'X',
      signal_unit: { aes_id: 1, ges_id: 144, q_no: 0, ref_no: 7, seq_no: 12 },
      libacars: decoded,
    };
    expect(extraOf(satdump)).toEqual({
      link: { qno: 0, ref: 7, ges: 144 },
      app: { name: 'SatDump', ver: '1.2.2' },
      decoded,
      other: { seq_no: 12 },
    });
    const iridium = {
      app: { name: 'iridium-toolkit' },
      source: { transport: 'iridium' },
      timestamp: seconds,
      link_direction: 'uplink',
      acars: { label: 'AA', msg_text: 'X', ...decoded },
    };
    expect(extraOf(iridium)).toEqual({
      app: { name: 'iridium-toolkit' },
      decoded,
      other: { link_direction: 'uplink' },
    });
  });
});

describe('limits', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
  test.each([
    ['too deep', { decoded: deep(32) }],
    ['very deep', { decoded: JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) }],
    ['too long', { decoded: { text: 'x'.repeat(16_400) } }],
    ['too many bytes', { decoded: { text: '飛'.repeat(6000) } }],
    ['controls', { decoded: { text: '\u0001'.repeat(6000) } }],
  ])('a decoded part is truncated if it is %s', (_name, parts) => {
    expect(extraText({ sub: { label: 'DF' }, ...parts })).toBe('{"sub":{"label":"DF"},"decoded":{"cut":true}}');
  });

  test('within the limits nothing is truncated', () => {
    expect(JSON.parse(extraText({ decoded: deep(30) }) ?? '')).toEqual({ decoded: deep(30) });
  });

  test('unknown values have their own limit, and long texts are truncated', () => {
    expect(extraText({ other: { a: 'x'.repeat(3000) } })).toBe('{"other":{"cut":true}}');
    const long = extraOf({ ...acarsdec(sent), app: { name: 'acarsdec', ver: 'v'.repeat(500) } });
    expect(long).toMatchObject({ app: { ver: 'v'.repeat(100) } });
  });

  test('control characters become their Unicode pictures and lone surrogates are replaced, in keys as well', () => {
    const text = extraText({ decoded: { 'a\u0000': ['b\u0007\n\u007f', '\ud800'] } });
    expect(JSON.parse(text ?? '')).toEqual({ decoded: { 'a␀': ['b␇\n␡', '\ufffd'] } });
  });

  test('any value in any field results in JSON within 16 kB, or the line is refused', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.jsonValue({ maxDepth: 6 }), (one, other) => {
        const vdl2 = vdl2Frame(sent, { acars: { label: 'H1', sublabel: one, any: other }, poll: one, any: other });
        const hfdl = hfdlFrame(sent.seconds, -1, lpdu(sent, 'Logon', { hfnpdu: one, reason: other }));
        for (const line of [{ ...acarsdec(sent), app: one, depa: one, libacars: other, any: one }, vdl2, hfdl]) {
          const read = readAcarsObject(line, nowMs);
          const text = 'row' in read ? read.extra : 'event' in read ? read.event.detail : null;
          if (text === null) continue;
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16_384);
          expect(text).not.toMatch(/\\u(0000|d[89a-f])/i);
          JSON.parse(text);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('lines without a message become link events', () => {
  test('XID: type, parameters, position of the aircraft', () => {
    const xid = {
      err: false,
      type: 'XID_CMD_HO',
      type_descr: 'Handoff Initiation',
      pub_params: [{ name: 'hdlc_options', value: [32] }],
      vdl_params: [
        { name: 'dst_airport', value: 'KTRX' },
        { name: 'ac_location', value: { alt: 37000, loc: { lat: 34.5, lon: -108.5 } } },
      ],
    };
    const down = { ...sent, isUplink: false };
    expect(eventOf(vdl2Frame(down, { frame_type: 'U', cmd: 'XID', cr: 'Command', pf: true, xid }))).toMatchObject({
      kind: 'handoff',
      link: 'VDLM2',
      icao: 'A40001',
      groundStation: '10902A',
      lat: 34.5,
      lon: -108.5,
      freq: 136.65,
      level: -12,
      detail: {
        radio: { noise: -39.75 },
        decoded: { dst_airport: 'KTRX', hdlc_options: [32] },
        other: { xid: 'XID_CMD_HO', meaning: 'Handoff Initiation', cmd: 'XID', cr: 'Command', pf: true },
      },
    });
    const toAll = { ...sent, icao: 'FFFFFF' };
    const gsif = (seq: number) =>
      vdl2Frame(toAll, {
        frame_type: 'U',
        xid: { type: 'GSIF', vdl_params: [...xid.vdl_params, { name: 'xid_sequencing', value: seq }] },
      });
    expect(eventOf(gsif(1))).toMatchObject({ kind: 'gsif', icao: null });
    expect(eventOf(gsif(1)).repeats).toBe(eventOf(gsif(2)).repeats);
    expect(eventOf(vdl2Frame(sent, { frame_type: 'I', x25: { clnp: {} } }))).toMatchObject({ kind: 'atn' });
    expect(eventOf(vdl2Frame(sent, { frame_type: 'I' }))).toMatchObject({ kind: 'empty', detail: null });
  });

  test('a packet of ATN with CPDLC or a log-on is a message, others are events', () => {
    const packet = (layer: Json): Json => ({ x25: { err: false, clnp: { cotp: { pdu_list: [], ...layer } } } });
    const frame = (layer: Json): Json => vdl2Frame(sent, { frame_type: 'I', rseq: 5, ...packet(layer) });
    const cpdlc = { atc_uplink_message: { header: { msg_id: 3 }, msg_data: { msg_elements: [] } } };
    const read = readAcarsObject(frame({ cpdlc }), nowMs);
    expect(read).toMatchObject({
      row: {
        ...{ icao: 'A40001', toAddr: 'A40001', tail: null, label: null, text: null, flight: null, type: 'VDLM2' },
        ...{ isOnground: false, freq: 136.65, level: -12 },
      },
    });
    expect(extraOf(frame({ cpdlc }))).toMatchObject({
      link: { srcType: 'Ground station', dstType: 'Aircraft' },
      decoded: packet({ cpdlc }),
      other: { frame_type: 'I', rseq: 5 },
    });
    const request = { atn_context_mgmt_logon_request: { flight_id: 'XX0123' } };
    const context_mgmt = { cm_aircraft_message: { choice: 'cmLogonRequest', data: request } };
    const association = { acse_apdu: { choice: 'aarq', data: {} } };
    const logon = frame({ x225_spdu: { x227_apdu: { ...association, context_mgmt } } });
    expect(readAcarsObject(logon, nowMs)).toMatchObject({ row: { flight: 'XX0123', label: null } });
    expect(readAcarsObject(frame({ x227_apdu: { ...association, cpdlc: {} } }), nowMs)).toHaveProperty('row');
    for (const layer of [{}, { cpdlc: {} }, { cpdlc: [] }, { x227_apdu: association }, { adsc_v2: { a: 1 } }])
      expect(readAcarsObject(frame(layer), nowMs)).toMatchObject({ event: { kind: 'atn' } });
  });

  test('HFDL: log on with its id, log off with its reason, performance', () => {
    const of = (type: string, content: Json) => eventOf(hfdlFrame(sent.seconds, -9, lpdu(sent, type, content)));
    expect(of('Logon confirm', { assigned_ac_id: 227 })).toMatchObject({
      kind: 'logon',
      icao: 'A40001',
      groundStation: 'San Francisco, California',
      freq: 17.919,
      detail: { radio: { bps: 300 }, link: { acId: 227, lpdu: 'Logon confirm' } },
    });
    const reason = { code: 6, descr: 'Other' };
    expect(of('Logoff request', { reason })).toMatchObject({ kind: 'logoff', detail: { other: { reason } } });
    const hfnpdu = { type: { name: 'Performance data' }, flight_id: 'TR1', pos: { lat: 1, lon: 2 }, flight_leg_num: 6 };
    expect(of('Unnumbered data', { hfnpdu })).toMatchObject({
      kind: 'performance',
      flight: 'TR1',
      lat: 1,
      lon: 2,
      detail: { decoded: { flight_leg_num: 6 } },
    });
  });

  test('vdlm2dec: a route, an aircraft, a position of XID', () => {
    const line = { timestamp: sent.seconds, station_id: 'X' };
    expect(eventOf({ ...line, flight: 'XX1', depa: 'LROP', dsta: 'EGLL' })).toMatchObject({
      kind: 'route',
      flight: 'XX1',
      stationId: 'X',
      detail: { other: { depa: 'LROP', dsta: 'EGLL' } },
    });
    expect(eventOf({ ...line, icao: 0xa40001, tail: 'N401TR' })).toMatchObject({ kind: 'airframe', icao: 'A40001' });
    expect(eventOf({ ...line, icao: 1, toaddr: 0x10902a, lat: 1.5, lon: 2.5 })).toMatchObject({
      kind: 'link',
      lat: 1.5,
      groundStation: '10902A',
    });
  });

  test('VDL2: DISC, UA, DM, FRMR, TEST and UI control the link; only Receive Ready is ready; other I frames are ATN', () => {
    const kind = (avlc: Json) => eventOf(vdl2Frame(sent, avlc)).kind;
    for (const cmd of ['DISC', 'UA', 'DM', 'FRMR', 'TEST', 'UI'])
      for (const unknown_proto of [{}, { data: [1, 2, 3] }])
        expect(kind({ frame_type: 'U', cmd, unknown_proto }), cmd).toBe('link');
    for (const cmd of ['Selective Reject', 'Reject', 'Receive not Ready'])
      expect(kind({ frame_type: 'S', cmd })).toBe('link');
    expect(kind({ frame_type: 'S', cmd: 'Receive Ready', unknown_proto: { data: [0] } })).toBe('ready');
    expect(kind({ frame_type: 'I', x25: {} })).toBe('atn');
    expect(kind({ frame_type: 'I', unknown_proto: { data: [0] } })).toBe('link');
    const disc = eventOf(vdl2Frame(sent, { frame_type: 'U', cmd: 'DISC', pf: true, unknown_proto: { data: [0] } }));
    expect(disc.detail.other).toMatchObject({ cmd: 'DISC', pf: true, unknown_proto: { data: [0] } });
  });

  test('facts of the aircraft and the ground station from the tables of the receiver are stored, with messages and events', () => {
    const info = {
      regnr: 'N401TR',
      typecode: 'A320',
      opercode: 'TRX',
      manuf: 'Airbus',
      model: 'A320-214',
      owner: 'TR',
    };
    const gs = { airport_code: 'KTRX', location: 'Site', details: 'A station of ours' };
    const ends = {
      src: { addr: '10902A', type: 'Ground station', ...gs },
      dst: { addr: 'A40001', type: 'Aircraft', ...info },
    };
    const aircraft = { reg: 'N401TR', type: 'A320', oper: 'TRX', manuf: 'Airbus', model: 'A320-214', owner: 'TR' };
    const ground = { airport: 'KTRX', location: 'Site', details: 'A station of ours' };
    const acars = { label: 'H1', msg_text: 'X' };
    expect(extraOf(vdl2Frame(sent, { ...ends, acars }))).toMatchObject({ aircraft, ground });
    expect(eventOf(vdl2Frame(sent, { ...ends, frame_type: 'U', cmd: 'DISC' })).detail).toMatchObject({
      aircraft,
      ground,
    });
    const ac_info = { icao: 'A40001', ...info };
    const down = { src: { type: 'Aircraft', id: 5, ac_info }, dst: { type: 'Ground station', id: 1 } };
    expect(extraOf(hfdlFrame(sent.seconds, -9, { lpdu: { ...down, hfnpdu: { acars } } }))).toMatchObject({ aircraft });
    const logoff = { lpdu: { ...down, type: { name: 'Logoff request' } } };
    expect(eventOf(hfdlFrame(sent.seconds, -9, logoff)).detail).toMatchObject({ aircraft });
  });

  test('HFDL: frames of an id get the address of its log-on, for an hour, on the frequency and receiver of the log-on', () => {
    const logons = new HfdlLogons();
    const read = (seconds: number, pdu: Json, more: Json = {}) => {
      const frame = { ...(hfdlFrame(seconds, -9, pdu).hfdl as Json), ...more };
      const result = readAcarsObject({ hfdl: frame }, nowMs, logons);
      return 'row' in result ? result.row.icao : 'event' in result ? result.event.icao : result;
    };
    const ground = { type: 'Ground station', id: 1 };
    const acars = { label: 'H1', msg_text: 'X', reg: '.N401TR' };
    const message = (id: number) => ({
      lpdu: { src: { type: 'Aircraft', id }, dst: ground, type: { name: 'Unnumbered data' }, hfnpdu: { acars } },
    });
    const logon = { type: { name: 'Logon confirm' }, ac_info: { icao: 'A40001' }, assigned_ac_id: 7 };
    const at = nowMs / 1000 - 7200;
    expect(read(at - 1, message(7))).toBe(null);
    expect(read(at, { lpdu: { src: ground, dst: { type: 'Aircraft', id: 255 }, ...logon } })).toBe('A40001');
    expect(read(at + 3600, message(7))).toBe('A40001');
    expect(read(at + 3601, message(7))).toBe(null);
    expect(read(at + 1, message(8))).toBe(null);
    expect(read(at + 1, message(7), { freq: 10_000_000 })).toBe(null);
    expect(read(at + 1, message(7), { station: 'OTHER' })).toBe(null);
    expect(read(at - 1, message(7))).toBe(null);
    const report = { type: { name: 'Performance data' } };
    expect(read(at + 2, { lpdu: { src: { type: 'Aircraft', id: 7 }, dst: ground, type: {}, hfnpdu: report } })).toBe(
      'A40001',
    );
    read(at + 3, { lpdu: { src: { type: 'Aircraft', id: 7 }, dst: ground, type: { name: 'Logoff request' } } });
    expect(read(at + 4, message(7))).toBe(null);
  });

  test('HFDL: a PDU of the medium (--output-mpdus) is an event with its aircraft', () => {
    const dsts = [
      { dst: { type: 'Aircraft', id: 5, ac_info: { icao: 'A40001' } }, lpdu_cnt: 1 },
      { dst: { type: 'Aircraft', id: 9 }, lpdu_cnt: 2 },
    ];
    const src = { type: 'Ground station', id: 1, name: 'San Francisco, California' };
    expect(eventOf(hfdlFrame(sent.seconds, -9, { mpdu: { err: false, src, dsts } }))).toMatchObject({
      kind: 'link',
      link: 'HFDL',
      groundStation: 'San Francisco, California',
      detail: { link: { lpdu: 'MPDU' }, other: { dsts } },
    });
  });

  test('a route of acarsdec, which has no address, is of ACARS; the address of vdlm2dec as text is no content', () => {
    const line = { timestamp: sent.seconds, station_id: 'X', flight: 'XX1', depa: 'LROP', dsta: 'EGLL' };
    expect(eventOf(line)).toMatchObject({ kind: 'route', link: 'ACARS' });
    expect(eventOf({ ...line, icao: 'A40001', tail: 'N401TR' })).toMatchObject({
      kind: 'route',
      link: 'VDLM2',
      icao: 'A40001',
    });
    const empty = { timestamp: sent.seconds, freq: 136.975, hex: 'A40001', icao: 0xa40001, app: { name: 'vdlm2dec' } };
    expect(eventOf(empty)).toMatchObject({ kind: 'empty', link: 'VDLM2', icao: 'A40001' });
  });
});
