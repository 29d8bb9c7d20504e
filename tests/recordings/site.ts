/**
 * 75 minutes at one site: 1,000 lines of four decoders in order of time, with the expected result of each.
 * The result follows from the sent values and the format of the line, never from the product.
 */
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import type { LinkEvent } from '../../server/messages/link-events.ts';
import { acarsdec, dumphfdl, dumpvdl2, hfdlFrame, lpdu, type Sent, spdu, vdl2Frame, vdlm2dec } from './decoders.ts';

type Fate =
  | { readonly kind: 'stored' | 'duplicate'; readonly row: Partial<AcarsMessage> }
  | { readonly kind: 'event'; readonly event: Partial<LinkEvent> }
  | { readonly kind: 'left out' | 'broken'; readonly reason: string };
type SiteLine = { readonly seconds: number; readonly line: string; readonly fate: Fate };
/** A message received in several blocks. `receptions` = lines with one of its blocks. */
export type Joined = { readonly tail: string; readonly text: string; readonly receptions: number };

const startSeconds = Date.UTC(2025, 2, 14, 8) / 1000;
/** 100 slots of 45 s: kinds of lines share them, each kind a quarter of a second after the previous one. */
const slots = 100;
let kindsBegun = 0;
function timeOf(index: number, kind: number): number {
  return startSeconds + (index % slots) * 45 + Math.floor(index / slots) * 11 + kind / 4;
}

const tailOf = (n: number): string => `N4${String(n % 40).padStart(2, '0')}TR`;
const blank = { isUplink: false, ack: null, part: 'skipped' } as const;
const labels = ['H1', '5Z', 'Q0', '10', '80', 'SA'] as const;
/** A message of one block from the `n`th aircraft; every third is an empty acknowledgement. An aircraft has the same number again after 200. */
function alone(n: number, seconds: number): Sent {
  const isEmpty = n % 3 === 2;
  return {
    ...blank,
    seconds,
    tail: tailOf(n),
    icao: (0xa4_00_00 + (n % 40)).toString(16).toUpperCase(),
    flight: `TR${String(1000 + (n % 40))}`,
    label: isEmpty ? '_d' : (labels[n % labels.length] ?? 'H1'),
    blockId: String(n % 10),
    ack: isEmpty ? 'K' : null,
    msgno: `${isEmpty ? 'S' : 'M'}${String(n % 100).padStart(2, '0')}A`,
    text: isEmpty
      ? ''
      : `POS N35${String(n % 60).padStart(2, '0')} W106${String((n * 7) % 60).padStart(2, '0')}, FL${n}`,
    level: -10 - (n % 80) / 4,
  };
}
/** From the ground: no flight, no number, a letter as block. */
const uplink = (n: number, seconds: number): Sent => ({
  ...alone(n, seconds),
  isUplink: true,
  flight: null,
  msgno: null,
  label: 'H1',
  ack: null,
  blockId: 'E',
  text: `FPN/RP:DA:KTRX:AA:KTRY:F:TRIKE..TR${n}`,
});
const squitter = (n: number, seconds: number): Sent => ({
  ...alone(n, seconds),
  tail: null,
  flight: null,
  label: 'SQ',
  blockId: null,
  msgno: null,
  ack: null,
  text: `02XATRXKTRX14000N10500WV136650/${n}`,
});

/** The blocks of report `n`, below 100, `gap` seconds apart. The decoder reassembles: its last block has the text of the whole message. */
function blocks(n: number, count: number, seconds: number, gap: number): Sent[] {
  const parts = Array.from(
    { length: count },
    (_, at) => `PART ${at + 1} OF ${count} OF REPORT ${n}, 36000 FT, -55.0 C\r\n`,
  );
  return parts.map((part, at) => ({
    ...alone(n, seconds + at * gap),
    label: 'H1',
    ack: null,
    msgno: `D${String(n).padStart(2, '0')}${String.fromCharCode(65 + at)}`,
    blockId: String((n + at) % 10),
    part: at < count - 1 ? 'in progress' : 'complete',
    text: at < count - 1 ? part : parts.join(''),
  }));
}

const decoders = {
  ACARS: { write: acarsdec, values: { type: 'ACARS', freq: 131.55, stationId: 'TR-SITE-ACARS', noAck: null } },
  vdlm2dec: { write: vdlm2dec, values: { type: 'VDLM2', freq: 136.975, stationId: 'TR-SITE-VDLM2', noAck: null } },
  VDLM2: { write: dumpvdl2, values: { type: 'VDLM2', freq: 136.65, stationId: 'TR-SITE-VDL', noAck: '!' } },
  HFDL: { write: dumphfdl, values: { type: 'HFDL', freq: 17.919, stationId: 'TR-SITE-HFDL', noAck: '!' } },
} as const;
type Decoder = keyof typeof decoders;

/** The expected result of the product, under wire names. */
function rowOf(sent: Sent, decoder: Decoder): Partial<AcarsMessage> {
  const { tail, flight, label, blockId, msgno, level } = sent;
  const { type, freq, stationId, noAck } = decoders[decoder].values;
  return {
    ...{ tail, flight, label, blockId, msgno, level, type, freq, stationId },
    timestamp: sent.seconds,
    mode: '2',
    text: sent.text || null,
    ack: sent.ack ?? noAck,
    icao: decoder === 'ACARS' ? null : sent.icao,
    aggregationStatus: decoder === 'ACARS' ? sent.part : null,
  };
}

const lines: SiteLine[] = [];
const joined: Joined[] = [];
function add(seconds: number, value: unknown, fate: Fate): void {
  lines.push({ seconds, line: typeof value === 'string' ? value : JSON.stringify(value), fate });
}
const store = (decoder: Decoder, sent: Sent): void =>
  add(sent.seconds, decoders[decoder].write(sent), { kind: 'stored', row: rowOf(sent, decoder) });
/** `count` lines of one kind, spread over the recording. */
function each(count: number, make: (n: number, seconds: number) => void): void {
  const kind = kindsBegun++;
  for (let n = 0; n < count; n++) make(n, timeOf(n, kind));
}
const leaveOut = (count: number, reason: string, frame: (sent: Sent) => unknown): void =>
  each(count, (n, seconds) => add(seconds, frame(alone(n, seconds)), { kind: 'left out', reason }));
const breakLines = (count: number, reason: string, text: (sent: Sent) => string): void =>
  each(count, (n, seconds) => add(seconds, text(alone(n, seconds)), { kind: 'broken', reason }));

// ---- 650 messages that are stored

each(160, (n, seconds) => store('ACARS', alone(n, seconds)));
each(69, (n, seconds) => store('ACARS', squitter(n, seconds)));
each(60, (n, seconds) => store('vdlm2dec', alone(n, seconds)));
each(90, (n, seconds) => store('VDLM2', alone(n, seconds)));
each(24, (n, seconds) => store('VDLM2', uplink(n, seconds)));
each(76, (n, seconds) => store('HFDL', alone(n, seconds)));
each(10, (n, seconds) => store('HFDL', uplink(n, seconds)));

/** A message in blocks: all of them are stored and joined. `again` = its first block is sent twice. */
function join(decoder: Decoder, sent: readonly Sent[], again?: Sent): void {
  const all = again ? [...sent, again] : sent;
  for (const one of all) store(decoder, one);
  joined.push({ tail: sent[0]?.tail ?? '', text: sent.at(-1)?.text ?? '', receptions: all.length });
}
// 59 blocks, and 10 that are sent again: the decoder drops those from its own reassembly.
each(20, (n, seconds) => {
  const sent = blocks(n, 2 + (n % 3), seconds, 6);
  const [first] = sent;
  join('ACARS', sent, n < 10 && first ? { ...first, seconds: seconds + 24, part: 'duplicate' } : undefined);
});
// 12 blocks from the ground: consecutive letters, no numbers.
each(6, (n, seconds) => {
  const sent = blocks(20 + n, 2, seconds, 4);
  join(
    'ACARS',
    sent.map((one, at) => ({ ...one, isUplink: true, flight: null, msgno: null, blockId: at === 0 ? 'O' : 'P' })),
  );
});
// 46 and 24 blocks by VDL2 and HFDL.
each(8, (n, seconds) => join('VDLM2', blocks(30 + n, n === 0 ? 11 : 5, seconds, 2)));
each(8, (n, seconds) => join('HFDL', blocks(40 + n, 3, seconds, 20)));
// 10 blocks of 5 messages whose second block was not received.
each(5, (n, seconds) => {
  const [first, , third] = blocks(50 + n, 4, seconds, 6);
  if (first) store('ACARS', first);
  if (third) store('ACARS', { ...third, part: 'out of sequence' });
});

const happen = (count: number, event: Partial<LinkEvent>, frame: (sent: Sent) => unknown): void =>
  each(count, (n, seconds) => {
    const sent = alone(n, seconds);
    add(seconds, frame(sent), { kind: 'event', event: { timestamp: seconds, ...event } });
  });

// ---- 328 lines without a message

happen(170, { link: 'VDLM2', kind: 'ready', groundStation: '10902A', detail: null }, (sent) =>
  vdl2Frame(sent, { frame_type: 'S', cmd: 'Receive Ready', cr: 'Response', pf: false, rseq: 6 }),
);
happen(20, { link: 'VDLM2', kind: 'handoff', groundStation: '10902A', freq: 136.65 }, (sent) =>
  vdl2Frame(sent, {
    frame_type: 'U',
    cmd: 'XID',
    cr: 'Command',
    pf: true,
    xid: { err: false, type: 'XID_CMD_HO', vdl_params: [{ name: 'dst_airport', value: 'KTRX' }] },
  }),
);
happen(27, { link: 'HFDL', kind: 'spdu', groundStation: 'San Francisco, California', icao: null }, (sent) =>
  hfdlFrame(sent.seconds, sent.level, spdu),
);
happen(64, { link: 'HFDL', kind: 'logon', groundStation: 'San Francisco, California' }, (sent) =>
  hfdlFrame(sent.seconds, sent.level, lpdu({ ...sent, isUplink: true }, 'Logon confirm', { assigned_ac_id: 227 })),
);
happen(27, { link: 'HFDL', kind: 'frequency', lat: 35.5, lon: -106.25 }, (sent) => {
  const report = {
    type: { name: 'Frequency data', id: 213 },
    flight_id: sent.flight,
    pos: { lat: 35.5, lon: -106.25 },
  };
  return hfdlFrame(sent.seconds, sent.level, lpdu(sent, 'Logon resume', { hfnpdu: { err: false, ...report } }));
});
happen(12, { link: 'VDLM2', kind: 'empty', stationId: null, detail: null }, (sent) => {
  const { app, timestamp, icao, freq, level } = vdlm2dec(sent);
  return { app, timestamp, icao, freq, level };
});
leaveOut(5, 'the ACARS part is unreadable (VDL2)', (sent) =>
  vdl2Frame(sent, { frame_type: 'I', acars: { err: true } }),
);
leaveOut(3, 'the ACARS part is unreadable (HFDL)', (sent) =>
  hfdlFrame(sent.seconds, sent.level, lpdu(sent, 'Unnumbered data', { hfnpdu: { acars: { err: true } } })),
);

// ---- 12 forwarded twice by a router, and 10 unusable

each(12, (n, seconds) => {
  const sent = alone(n, timeOf(n, 0));
  add(seconds, acarsdec(sent, 1), { kind: 'duplicate', row: rowOf(sent, 'ACARS') });
});
breakLines(6, 'not JSON', (sent) => JSON.stringify(acarsdec(sent)).slice(0, 100));
breakLines(3, 'the time of reception is before 1990', (sent) => JSON.stringify(acarsdec({ ...sent, seconds: 60 })));
breakLines(1, 'not a JSON object', () => '[]');

export const siteLines: readonly SiteLine[] = lines.sort((a, b) => a.seconds - b.seconds);
export const siteJoined: readonly Joined[] = joined;
