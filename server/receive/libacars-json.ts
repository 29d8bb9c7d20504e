/** Parts of lines that several programs share: times, positions by ADS-C, and the ACARS part by libacars. */
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import { finiteNumber } from '../base/clean-text.ts';
import {
  code,
  decibels,
  flag,
  isObject,
  type Json,
  megahertz,
  position,
  tailOf,
  textOf,
  under,
} from '../base/json-values.ts';
import { receptionTime } from '../base/reception-time.ts';

export const unassembled = { aggregatedText: null, consensusStatus: null, consensusResult: null } as const;

/** Seconds and microseconds of the receiver's clock. The sort key is cut to the whole second, the fraction stays in `timestamp`. */
export function instant(
  seconds: unknown,
  microseconds: unknown,
  nowMs: number,
): Pick<AcarsMessage, 'acarsDateTime' | 'timestamp'> {
  const whole = finiteNumber(seconds);
  const time = receptionTime(whole === null ? null : whole + (finiteNumber(microseconds) ?? 0) / 1e6, nowMs);
  return { acarsDateTime: writeInstant(time.ms), timestamp: time.seconds };
}

/** A position reported by ADS-C and decoded by the receiver: latitude, longitude, altitude in ft. */
export function adscReport(acars: Json): { lat: unknown; lon: unknown; alt: unknown } | null {
  const tags = under(under(acars, 'arinc622'), 'adsc').tags;
  if (!Array.isArray(tags)) return null;
  for (const tag of tags) {
    if (!isObject(tag)) continue;
    const report = Object.values(tag).find((part): part is Json => isObject(part) && 'lat' in part && 'alt' in part);
    if (report) return { lat: report.lat, lon: report.lon, alt: report.alt };
  }
  return null;
}

/** dumpvdl2, dumphfdl and JAERO print the ACARS part by libacars. `frame` = time, frequency, level, station. */
export function fromLibacars(frame: Json, acars: Json, nowMs: number) {
  const time = under(frame, 't');
  const report = adscReport(acars);
  const number = code(acars.msg_num, 'msg_num');
  const isDamaged = acars.err === true || acars.crc_ok === false;
  return {
    tail: tailOf(acars.reg),
    flight: code(acars.flight, 'flight'),
    text: textOf(acars),
    aggregationStatus: code(acars.reassembly, 'reassembly'),
    freq: megahertz(frame.freq),
    stationId: code(frame.station, 'station'),
    channel: null,
    level: decibels(frame.sig_level),
    error: isDamaged ? 1 : 0,
    mode: code(acars.mode, 'mode'),
    label: code(acars.label, 'label'),
    blockId: code(acars.blk_id, 'blk_id'),
    ack: typeof acars.ack === 'boolean' ? null : code(acars.ack, 'ack'),
    msgno: number === null ? null : number + (code(acars.msg_num_seq, 'msg_num_seq') ?? ''),
    // acarsdec's `end` and libacars' `more` are equal: the block ended with ETB, another one follows.
    end: flag(acars.more),
    alt: finiteNumber(report?.alt),
    dsta: code(acars.dsta, 'dsta'),
    ...unassembled,
    ...instant(time.sec, time.usec, nowMs),
    ...position(report?.lat, report?.lon),
  };
}

/** True if the decoder found an ACARS part that it could not read. */
export const isUnreadable = (acars: Json): boolean =>
  acars.err === true && !('label' in acars) && !('msg_text' in acars);
