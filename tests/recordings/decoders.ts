/**
 * Messages as acarsdec, vdlm2dec, dumpvdl2 and dumphfdl write them, each with its own nesting, units and names.
 * The shapes follow the decoders' sources and documentation. Every value is invented.
 */
export type Sent = {
  /** Epoch seconds, in quarters: these are exact in binary. */
  readonly seconds: number;
  readonly isUplink: boolean;
  readonly tail: string | null;
  /** 24 bit address of the aircraft. */
  readonly icao: string;
  readonly flight: string | null;
  readonly label: string;
  /** Null = a squitter, which has no block. */
  readonly blockId: string | null;
  readonly ack: string | null;
  readonly msgno: string | null;
  readonly text: string;
  readonly level: number;
  /** The decoder's report of its own reassembly. */
  readonly part: 'skipped' | 'in progress' | 'complete' | 'duplicate' | 'out of sequence';
};

type Json = Record<string, unknown>;
/** A router adds its mark to each line, with a new id each time that it passes the line on. */
const app = (name: string, ver: string, relay: number): Json => ({
  name,
  ver,
  proxied: true,
  proxied_by: 'acars_router',
  acars_router_version: '1.3.1',
  acars_router_uuid: `00000000-0000-4000-8000-${String(relay).padStart(12, '0')}`,
});
const without = (value: Json): Json => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null));

/** Flat, MHz, absent keys for values that were not received; `ack` false when there is none. */
export function acarsdec(sent: Sent, relay = 0): Json {
  return without({
    freq: 131.55,
    channel: 4,
    error: 0,
    level: sent.level,
    timestamp: sent.seconds,
    app: app('acarsdec', 'v4.4.1', relay),
    station_id: 'TR-SITE-ACARS',
    assstat: sent.part,
    mode: '2',
    label: sent.label,
    block_id: sent.blockId,
    ack: sent.blockId === null ? null : (sent.ack ?? false),
    tail: sent.tail,
    text: sent.text,
    msgno: sent.msgno,
    flight: sent.flight,
  });
}

/** As acarsdec, with addresses as numbers and without reassembly; flags only when they are set. */
export function vdlm2dec(sent: Sent, relay = 0): Json {
  const { assstat: _, ...flat } = acarsdec(sent, relay);
  return {
    ...flat,
    app: app('vdlm2dec', '2.3', relay),
    freq: 136.975,
    station_id: 'TR-SITE-VDLM2',
    icao: Number.parseInt(sent.icao, 16),
    toaddr: 0x10_90_2a,
    is_response: 1,
  };
}

const time = (seconds: number): Json => ({ sec: Math.floor(seconds), usec: (seconds % 1) * 1e6 });
/** The part that dumpvdl2 and dumphfdl write through libacars: tails filled with dots, `!` for no acknowledgement, numbers apart from letters. */
const libacars = (sent: Sent): Json =>
  without({
    err: false,
    crc_ok: true,
    more: sent.part === 'in progress',
    reg: sent.tail?.padStart(7, '.') ?? null,
    mode: '2',
    label: sent.label,
    blk_id: sent.blockId,
    ack: sent.ack ?? '!',
    flight: sent.flight,
    msg_num: sent.msgno?.slice(0, 3) ?? null,
    msg_num_seq: sent.msgno?.slice(3) ?? null,
    msg_text: sent.text,
  });

/** One frame of VDL2. `avlc` = its contents besides its addresses. */
export function vdl2Frame(sent: Sent, avlc: Json, relay = 0): Json {
  const [aircraft, ground] = [
    { addr: sent.icao, type: 'Aircraft', status: 'Airborne' },
    { addr: '10902A', type: 'Ground station' },
  ];
  return {
    vdl2: {
      app: app('dumpvdl2', '2.4.0', relay),
      avlc: { src: sent.isUplink ? ground : aircraft, dst: sent.isUplink ? aircraft : ground, ...avlc },
      burst_len_octets: 131,
      freq: 136_650_000,
      freq_skew: 3.25,
      hdr_bits_fixed: 0,
      idx: 0,
      noise_level: -39.75,
      octets_corrected_by_fec: 0,
      sig_level: sent.level,
      station: 'TR-SITE-VDL',
      t: time(sent.seconds),
    },
  };
}
export const dumpvdl2 = (sent: Sent, relay = 0): Json =>
  vdl2Frame(sent, { frame_type: 'I', cr: 'Command', rseq: 5, sseq: 5, poll: false, acars: libacars(sent) }, relay);

/** One frame of HFDL. `pdu` = `lpdu` or `spdu`. */
export function hfdlFrame(seconds: number, level: number, pdu: Json, relay = 0): Json {
  return {
    hfdl: {
      app: app('dumphfdl', '1.7.0', relay),
      bit_rate: 300,
      freq: 17_919_000,
      freq_skew: -14.5,
      noise_level: -23.5,
      sig_level: level,
      slot: 'D',
      station: 'TR-SITE-HFDL',
      t: time(seconds),
      ...pdu,
    },
  };
}
const hfGround = { type: 'Ground station', id: 1, name: 'San Francisco, California' };
export function lpdu(sent: Sent, type: string, content: Json): Json {
  const aircraft = { type: 'Aircraft', id: 223, ac_info: { icao: sent.icao } };
  const ends = sent.isUplink ? { src: hfGround, dst: aircraft } : { src: aircraft, dst: hfGround };
  return { lpdu: { err: false, ...ends, type: { name: type, id: 13 }, ...content } };
}
export const spdu = { spdu: { err: false, src: hfGround, spdu_version: 0, frame_index: 47, systable_version: 52 } };
export const dumphfdl = (sent: Sent, relay = 0): Json => {
  const hfnpdu = { err: false, type: { name: 'Enveloped data', id: 255 }, acars: libacars(sent) };
  return hfdlFrame(sent.seconds, sent.level, lpdu(sent, 'Unnumbered data', { hfnpdu }), relay);
};
