/** Parts of lines that several programs share: times, positions by ADS-C, and the ACARS part by libacars. */

import { rowMaker } from '../../../contract/blank-row.ts';
import { type AcarsMessage, acarsMessage } from '../../../contract/entities/messages.ts';
import { writeInstant } from '../../../contract/params.ts';
import {
  code,
  decibels,
  finiteNumber,
  flag,
  isObject,
  type Json,
  megahertz,
  position,
  receptionTime,
  tailOf,
  textOf,
  under,
} from '../../base/json-values.ts';

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

const blankRow = rowMaker(acarsMessage);

/** A row with a time only. */
export function acarsRowAt(seconds: unknown, microseconds: unknown, nowMs: number): AcarsMessage {
  const time = instant(seconds, microseconds, nowMs);
  const row = blankRow();
  row.acarsDateTime = time.acarsDateTime;
  row.timestamp = time.timestamp;
  return row;
}

export function setPlace(row: AcarsMessage, lat: unknown, lon: unknown): void {
  const place = position(lat, lon);
  row.lat = place.lat;
  row.lon = place.lon;
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
export function rowOfLibacars(frame: Json, acars: Json, nowMs: number): AcarsMessage {
  const time = under(frame, 't');
  const report = adscReport(acars);
  const number = code(acars.msg_num, 'msg_num');
  const isDamaged = acars.err === true || acars.crc_ok === false;
  const row = acarsRowAt(time.sec, time.usec, nowMs);
  row.tail = tailOf(acars.reg);
  row.flight = code(acars.flight, 'flight');
  row.text = textOf(acars);
  row.aggregationStatus = code(acars.reassembly, 'reassembly');
  row.freq = megahertz(frame.freq);
  row.stationId = code(frame.station, 'station');
  row.level = decibels(frame.sig_level);
  row.error = isDamaged ? 1 : 0;
  row.mode = code(acars.mode, 'mode');
  row.label = code(acars.label, 'label');
  row.blockId = code(acars.blk_id, 'blk_id');
  if (typeof acars.ack !== 'boolean') row.ack = code(acars.ack, 'ack');
  if (number !== null) row.msgno = number + (code(acars.msg_num_seq, 'msg_num_seq') ?? '');
  // acarsdec's `end` and libacars' `more` are equal: the block ended with ETB, another one follows.
  row.end = flag(acars.more);
  row.alt = finiteNumber(report?.alt);
  row.dsta = code(acars.dsta, 'dsta');
  setPlace(row, report?.lat, report?.lon);
  return row;
}

/** True if the decoder found an ACARS part that it could not read. */
export const isUnreadable = (acars: Json): boolean =>
  acars.err === true && !('label' in acars) && !('msg_text' in acars);
