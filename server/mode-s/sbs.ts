/** Reads the SBS (BaseStation) format: lines of 22 fields. It contains no frames, so its rows have fewer columns. */
import type { AdsbMessage } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import { blankRow } from './blank-row.ts';
import { otherAddress } from './frame.ts';
import { setAddress } from './row.ts';
import { Splitter } from './splitter.ts';
import { flightStatuses } from './texts.ts';

export type SbsMessage = {
  /** 1 to 8. */
  readonly type: number;
  /** Bit 24 marks an address that is not of ICAO. */
  readonly address: number;
  readonly callSign: string | null;
  readonly altitudeFt: number | null;
  readonly speedKt: number | null;
  readonly trackDeg: number | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly climbFtPerMin: number | null;
  readonly squawk: string | null;
  readonly isAlert: boolean | null;
  readonly isIdent: boolean | null;
  readonly isOnGround: boolean | null;
  /** Calculated by several receivers: the line begins with MLAT instead of MSG. */
  readonly isMlat: boolean;
};

const maxLength = 300;
/** Without `on ground` in old programs. */
const minFields = 21;
/** Lines about sessions, not from aircraft. */
const otherLines = new Set(['AIR', 'ID', 'STA', 'SEL', 'CLK']);

export class SbsReader {
  readonly counts = { messages: 0, other: 0, broken: 0 };
  readonly #splitter = new Splitter('\n', maxLength);

  /** Lines that were skipped because they are too long. */
  get skipped(): number {
    return this.#splitter.skipped;
  }

  read(chunk: Uint8Array): SbsMessage[] {
    return this.#splitter.read(chunk).flatMap((line) => {
      const text = line.trim();
      if (text === '') return [];
      const message = messageOf(text.split(','));
      if (message === null) this.counts.broken++;
      else if (message === 'other') this.counts.other++;
      else this.counts.messages++;
      return message === null || message === 'other' ? [] : message;
    });
  }
}

function messageOf(fields: readonly string[]): SbsMessage | 'other' | null {
  const kind = fields[0] ?? '';
  if (otherLines.has(kind)) return 'other';
  const type = Number(fields[1]);
  const [, mark, digits] = /^(~?)([0-9a-f]{6})$/i.exec(fields[4]?.trim() ?? '') ?? [];
  const isMlat = kind === 'MLAT';
  if ((kind !== 'MSG' && !isMlat) || !(type >= 1 && type <= 8) || !digits || fields.length < minFields) return null;
  const [lat, lon] = [numberOf(fields[14], -90, 90), numberOf(fields[15], -180, 180)];
  const isPlace = lat !== null && lon !== null;
  return {
    type,
    address: Number.parseInt(digits, 16) | (mark ? otherAddress : 0),
    callSign: fields[10]?.trim() || null,
    altitudeFt: numberOf(fields[11], -1500, 130_000),
    speedKt: numberOf(fields[12], 0, 5000),
    trackDeg: numberOf(fields[13], 0, 360),
    lat: isPlace ? lat : null,
    lon: isPlace ? lon : null,
    climbFtPerMin: numberOf(fields[16], -40_000, 40_000),
    squawk: /^[0-7]{4}$/.exec(fields[17]?.trim() ?? '')?.[0] ?? null,
    isAlert: flagOf(fields[18]),
    isIdent: flagOf(fields[20]),
    isOnGround: flagOf(fields[21]),
    isMlat,
  };
}

function numberOf(field: string | undefined, min: number, max: number): number | null {
  const text = field?.trim() ?? '';
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}

/** -1 or 1 is yes, 0 is no, nothing is unknown. */
const flagOf = (field: string | undefined): boolean | null => {
  const text = field?.trim() ?? '';
  return text === '' ? null : text !== '0';
};

/** The times of the lines are local times of the source without a zone, so `timeMs` is the arrival. */
export function sbsRow(message: SbsMessage, timeMs: number, stationId: string | null): AdsbMessage {
  const row = blankRow(writeInstant(timeMs));
  row.timestamp = timeMs / 1000;
  row.stationId = stationId;
  row.msgType = `SBS: MSG,${message.type}`;
  setAddress(row, message.address);
  row.identification = message.callSign;
  row.altitude = message.altitudeFt;
  if (message.altitudeFt !== null) row.altUnit = 'feet';
  row.lat = message.lat;
  row.lon = message.lon;
  row.verticalRate = message.climbFtPerMin;
  row.squawk = message.squawk;
  row.flightStatus = statusOf(message);
  return row;
}

/** Only if the line states it: the same texts as in replies. */
function statusOf({ isAlert, isIdent, isOnGround }: SbsMessage): string | null {
  if (isIdent) return flightStatuses[isAlert ? 4 : 5] ?? null;
  if (isOnGround === null) return null;
  return flightStatuses[(isAlert ? 2 : 0) + (isOnGround ? 1 : 0)] ?? null;
}
