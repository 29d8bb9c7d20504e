/** What each decoder sends with a message beyond the columns of its row (decision 7). */
import { address, isObject, type Json, under } from '../../base/json-values.ts';
import {
  aircraftOf,
  type Extra,
  extraText,
  frameKeys,
  groundOf,
  names,
  pick,
  radioOf,
  rest,
  sender,
} from './extra-json.ts';

const oooiNames = names('depa eta gtout gtin wloff wlin');
const subNames = names('label:sublabel mfi');
const flatKeys = new Set([
  ...`freq channel level error timestamp station_id assstat mode label text msg_text block_id ack tail flight msgno end alt dsta lat lon
   icao is_onground is_response toaddr fromaddr sublabel mfi libacars app noise noise_level freq_skew octets_corrected_by_fec
   hdr_bits_fixed burst_len_octets idx slot bit_rate`.split(/\s+/),
  ...oooiNames.map(([name]) => name),
]);
/** Of acarsdec and vdlm2dec. */
export function flatExtra(line: Json): string | null {
  const from = address(line.fromaddr);
  return extraText({
    radio: radioOf(line),
    link: from === null ? none : { src: from },
    oooi: pick(line, oooiNames),
    sub: pick(line, subNames),
    ...sender(under(line, 'app')),
    decoded: line.libacars,
    other: rest(line, flatKeys),
  });
}

const acarsKeys = new Set(
  `err crc_ok more reg tail mode label blk_id block_id ack flight msg_num msg_num_seq message_number msg_text text reassembly
   sublabel mfi dsta timestamp errors block_end`.split(/\s+/),
);
/** The ACARS part of dumpvdl2, dumphfdl, JAERO and iridium-toolkit: what libacars decoded is next to the fields of the message. */
function acarsExtra(acars: Json): Pick<Extra, 'sub' | 'decoded' | 'other'> {
  const [decoded, other]: [string, unknown][][] = [[], []];
  for (const one of Object.entries(rest(acars, acarsKeys))) (isObject(one[1]) ? decoded : other)?.push(one);
  return { sub: pick(acars, subNames), decoded: fromEntries(decoded), other: fromEntries(other) };
}
const none = {};
const fromEntries = (entries: [string, unknown][] = []): Json =>
  entries.length > 0 ? Object.fromEntries(entries) : none;

const keys = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
const isGround = ({ type }: Json): boolean => typeof type === 'string' && type.startsWith('Ground');

/** Layers of a packet: network, transport, session, association. */
const maxLayers = 8;
/** CPDLC or a log-on over ATN, or the opening or the end of their association: the layer of the packet that contains it. null = a packet of the link. */
export function airTrafficOf(avlc: Json): Json | null {
  let layers: readonly Json[] = isObject(avlc.x25) ? [avlc.x25] : [];
  for (let depth = 0; depth < maxLayers && layers.length > 0; depth++) {
    for (const layer of layers)
      for (const part of [layer.cpdlc, layer.context_mgmt])
        if (isObject(part) && (Object.keys(part).length > 0 || isObject(layer.acse_apdu))) return layer;
    layers = layers.flatMap((layer) => Object.values(layer).filter(isObject));
  }
  return null;
}

const srcNames = names('src:addr');
const avlcKeys = keys('src dst cr acars x25');
export function vdl2Extra(frame: Json, avlc: Json, acars: Json): string | null {
  const [src, dst] = [under(avlc, 'src'), under(avlc, 'dst')];
  const of = acarsExtra(acars);
  const [ground, aircraft] = isGround(src) ? [src, dst] : [dst, src];
  return extraText({
    radio: radioOf(frame),
    // The aircraft and the destination are columns.
    link: { ...(isGround(src) ? pick(src, srcNames) : {}), ...endTypes(src, dst) },
    aircraft: aircraftOf(aircraft),
    ground: groundOf(ground),
    ...of,
    ...sender(under(frame, 'app')),
    other: { ...rest(frame, frameKeys), ...rest(avlc, avlcKeys), ...of.other },
  });
}

const lpduNames = names('lpdu:name');
const groundNames = names('gs:id gs:name');
const aircraftNames = names('acId:id');
const lpduKeys = keys('err src dst type hfnpdu ac_info');
const hfnpduKeys = keys('err type acars pos flight_id');
/** `byLogon` = the address is that of the log-on that assigned the id. */
export function hfdlExtra(frame: Json, lpdu: Json, acars: Json, byLogon: boolean): string | null {
  const [src, dst] = [under(lpdu, 'src'), under(lpdu, 'dst')];
  const hfnpdu = under(lpdu, 'hfnpdu');
  const of = acarsExtra(acars);
  return extraText({
    radio: radioOf(frame),
    link: {
      ...endTypes(src, dst),
      ...hfdlEnds(lpdu),
      ...pick(under(lpdu, 'type'), lpduNames),
      ...(byLogon ? { addressBy: 'log-on' } : {}),
    },
    aircraft: aircraftOf(hfdlAircraft(lpdu)),
    ...of,
    ...sender(under(frame, 'app')),
    other: { ...rest(frame, frameKeys), ...rest(lpdu, lpduKeys), ...rest(hfnpdu, hfnpduKeys), ...of.other },
  });
}

/** Address and other facts of the aircraft, where dumphfdl knows them. */
export const hfdlAircraft = (pdu: Json): Json =>
  [under(pdu, 'src'), under(pdu, 'dst'), pdu]
    .map((end) => under(end, 'ac_info'))
    .find(({ icao }) => icao !== undefined) ?? {};

/** Name of the ground station, and the id that it gave the aircraft. */
export function hfdlEnds(lpdu: Json): Json {
  const [src, dst] = [under(lpdu, 'src'), under(lpdu, 'dst')];
  const [ground, aircraft] = isGround(src) ? [src, dst] : [dst, src];
  return { ...pick(ground, groundNames), ...pick(aircraft, aircraftNames) };
}

const srcTypes = names('srcType:type');
const dstTypes = names('dstType:type');
const endTypes = (src: Json, dst: Json): Json => ({ ...pick(src, srcTypes), ...pick(dst, dstTypes) });

const isuNames = names('qno ref:refno');
const gesNames = names('ges:addr');
const jaeroKeys = keys('app t station isu freq sig_level');
const isuKeys = keys('src dst qno refno acars');
export function jaeroExtra(line: Json, isu: Json, acars: Json): string | null {
  const [src, dst] = [under(isu, 'src'), under(isu, 'dst')];
  const of = acarsExtra(acars);
  return extraText({
    link: {
      ...endTypes(src, dst),
      ...pick(isu, isuNames),
      ...pick([src, dst].find(isGround) ?? {}, gesNames),
    },
    ...of,
    ...sender(under(line, 'app')),
    other: { ...rest(line, jaeroKeys), ...rest(isu, isuKeys), ...of.other },
  });
}

const jaeroNames = names('qno:QNO ref:REFNO ges:GESID');
const jaeroOwnKeys = keys('AESID GESID QNO REFNO REG MODE TAK LABEL BI MESSAGE FLIGHT NAME NONACARS TIME TIME_UTC');
/** Of JAERO's format JSON. */
export const jaeroOwnExtra = (line: Json): string | null =>
  extraText({ link: pick(line, jaeroNames), app: { name: 'JAERO' }, other: rest(line, jaeroOwnKeys) });

const satdumpKeys = keys(
  'msg_name source timestamp plane_reg flight message freq level mode label bi tak more_to_come has_text signal_unit libacars',
);
const unitNames = names('qno:q_no ref:ref_no ges:ges_id');
const unitKeys = keys('aes_id ges_id q_no ref_no');
export function satdumpExtra(line: Json): string | null {
  const unit = under(line, 'signal_unit');
  const source = under(line, 'source');
  return extraText({
    link: pick(unit, unitNames),
    ...sender(under('app' in line ? line : source, 'app')),
    decoded: line.libacars,
    other: { ...rest(line, satdumpKeys), ...rest(unit, unitKeys) },
  });
}

const iridiumKeys = keys('app source acars freq level timestamp');
export function iridiumExtra(line: Json, acars: Json, hasZone: boolean): string | null {
  const of = acarsExtra(acars);
  return extraText({
    ...(hasZone ? {} : { time: { zone: 'none' } }),
    ...of,
    ...sender(under(line, 'app')),
    other: { ...rest(line, iridiumKeys), ...of.other },
  });
}
