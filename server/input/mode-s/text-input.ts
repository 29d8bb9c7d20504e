/** Reads receivers that send text: AVR (frames as digits) and SBS (BaseStation), which has lines of 22 fields, no frames, and so fewer columns. */
import type { AdsbMessage } from '../../../contract/entities/messages.ts';
import { bytesOf } from './bits.ts';
import { lowestFt } from './fields.ts';
import { otherAddress } from './frame.ts';
import { type RawMessage, rawMessage } from './raw-message.ts';
import { adsbRowAt, setAddress } from './row.ts';
import { flightStatuses } from './texts.ts';

/** Splits chunks of any size into texts that end with a character. Texts that are too long are skipped and counted. */
class Splitter {
  skipped = 0;
  readonly #end: number;
  readonly #maxLength: number;
  #head = '';
  #isSkipping = false;

  constructor(end: string, maxLength: number) {
    this.#end = end.charCodeAt(0);
    this.#maxLength = maxLength;
  }

  read(chunk: Uint8Array): string[] {
    const texts: string[] = [];
    let from = 0;
    for (let at = chunk.indexOf(this.#end); at >= 0; at = chunk.indexOf(this.#end, from)) {
      this.#add(chunk, from, at);
      if (!this.#isSkipping) texts.push(this.#head);
      this.#head = '';
      this.#isSkipping = false;
      from = at + 1;
    }
    this.#add(chunk, from, chunk.length);
    return texts;
  }

  /** Each byte is a character: the formats are ASCII. */
  #add(chunk: Uint8Array, from: number, to: number): void {
    if (this.#isSkipping) return;
    if (this.#head.length + to - from > this.#maxLength) {
      this.skipped++;
      this.#isSkipping = true;
      this.#head = '';
      return;
    }
    this.#head += String.fromCharCode(...chunk.subarray(from, to));
  }
}

// ---- Reads the AVR format from chunks of any size: `*`, `:`, `@`, `%` or `<`, clock and signal where they are sent, digits, `;`.

const maxAvrLength = 60;
/** Digits of the clock and of the signal in front of the frame. */
const heads: Readonly<Record<string, readonly [counter: number, signal: number]>> = {
  '*': [0, 0],
  ':': [0, 0],
  '@': [12, 0],
  '%': [12, 0],
  '<': [12, 2],
};
const frameBytes = [2, 7, 14];

/** readsb and dump1090 send it each minute in which they send nothing else. */
const heartbeat = /\*0000\s*$/;

export class AvrReader {
  readonly counts = { messages: 0, heartbeats: 0, broken: 0 };
  readonly #splitter = new Splitter(';', maxAvrLength);

  /** Texts that were skipped because they are too long. */
  get skipped(): number {
    return this.#splitter.skipped;
  }

  read(chunk: Uint8Array): RawMessage[] {
    return this.#splitter.read(chunk).flatMap((text) => {
      if (heartbeat.test(text)) {
        this.counts.heartbeats++;
        return [];
      }
      const message = messageOfLine(text);
      if (message) this.counts.messages++;
      else this.counts.broken++;
      return message ?? [];
    });
  }
}

/** Text before the last start character is the rest of another frame. */
function messageOfLine(text: string): RawMessage | null {
  const [, start = '', digits = ''] = /([*:@%<])([0-9a-f]+)\s*$/i.exec(text) ?? [];
  const [counterDigits, signalDigits] = heads[start] ?? [0, 0];
  const head = counterDigits + signalDigits;
  const bytes = bytesOf(digits.slice(head));
  if (!bytes || !frameBytes.includes(bytes.length)) return null;
  const [counter, signal] = [digits.slice(0, counterDigits), digits.slice(counterDigits, head)];
  return rawMessage(bytes, Number.parseInt(counter || '0', 16), Number.parseInt(signal || '0', 16));
}

export type SbsMessage = {
  /** 1 to 8. */
  readonly type: number;
  /** Bit 24 marks an address that is not of ICAO. */
  readonly address: number;
  readonly callSign: string | null;
  /** Of the barometer. */
  readonly altitudeFt: number | null;
  /** Above the ellipsoid (HAE). */
  readonly geometricFt: number | null;
  readonly speedKt: number | null;
  readonly trackDeg: number | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly climbFtPerMin: number | null;
  readonly squawk: string | null;
  readonly isAlert: boolean | null;
  readonly isIdent: boolean | null;
  readonly isOnGround: boolean | null;
  /** Calculated by several receivers: the line begins with MLAT, or has figures of the calculation in place of the alert and the emergency. */
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
  // @ = of an aircraft with Mode A/C only, in MLAT results of mlat-client.
  const [, mark, digits] = /^([~@]?)([0-9a-f]{6})$/i.exec(fields[4]?.trim() ?? '') ?? [];
  const isMlat = kind === 'MLAT' || isFigure(fields[18]) || isFigure(fields[19]);
  if ((kind !== 'MSG' && kind !== 'MLAT') || !(type >= 1 && type <= 8) || !digits || fields.length < minFields)
    return null;
  const [lat, lon] = [numberOf(fields[14], -90, 90), numberOf(fields[15], -180, 180)];
  const isPlace = lat !== null && lon !== null;
  // A surface position, whatever its flag is: gr-air-modes always writes 0.
  const isSurface = type === 2;
  const isIdent = flagOf(fields[20]);
  const altitude = gnssOf(fields[11]);
  // Programs that fill it in surface positions write 0.
  const altitudeFt = isSurface ? null : numberOf(altitude.number, lowestFt, 130_000);
  return {
    type,
    address: Number.parseInt(digits, 16) | (mark ? otherAddress : 0),
    callSign: callSignOf(fields[10]),
    altitudeFt: altitude.isGnss ? null : altitudeFt,
    geometricFt: altitude.isGnss ? altitudeFt : null,
    speedKt: numberOf(fields[12], 0, 5000),
    trackDeg: numberOf(fields[13], 0, 360),
    lat: isPlace ? lat : null,
    lon: isPlace ? lon : null,
    climbFtPerMin: numberOf(gnssOf(fields[16]).number, -40_000, 40_000),
    squawk: squawkOf(fields[17]),
    isAlert: isMlat ? null : flagOf(fields[18]),
    isIdent,
    isOnGround: isSurface || groundOf(fields[21], type, isIdent === true),
    isMlat,
  };
}

/** Virtual Radar Server writes it as a number, and dumphfdl 0 for none. */
function squawkOf(field: string | undefined): string | null {
  const digits = field?.trim() ?? '';
  return /^[0-7]{1,4}$/.test(digits) && digits !== '0' ? digits.padStart(4, '0') : null;
}

/**
 * BaseStation, Virtual Radar Server and gr-air-modes write 0 where the frame does not state it: call signs, all-call replies of most
 * capabilities, replies with an ident.
 */
function groundOf(field: string | undefined, type: number, isIdent: boolean): boolean | null {
  const isUncertain = type === 1 || type === 8 || isIdent;
  return flagOf(field) || (isUncertain ? null : flagOf(field));
}

/** With --gnss, readsb and dump1090 write altitudes and rates of GNSS with an H. */
function gnssOf(field: string | undefined): { readonly number: string; readonly isGnss: boolean } {
  const [, number = '', mark] = /^(.*?)(H?)$/.exec(field?.trim() ?? '') ?? [];
  return { number, isGnss: mark === 'H' };
}

function numberOf(field: string | undefined, min: number, max: number): number | null {
  const text = field?.trim() ?? '';
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}

/** readsb writes @ for each character of a register without an entry. */
const callSignOf = (field: string | undefined): string | null => {
  const text = field?.trim() ?? '';
  return /^@*$/.test(text) ? null : text;
};

/** -1 or 1 is yes, 0 is no, everything else is unknown. */
const flagOf = (field: string | undefined): boolean | null => {
  const value = numberOf(field, -1, 1);
  return value === null || !Number.isInteger(value) ? null : value !== 0;
};

/** In MLAT results readsb writes the number of receivers in place of the alert, and the uncertainty in place of the emergency. */
const isFigure = (field: string | undefined): boolean => /\d/.test(field ?? '') && flagOf(field) === null;

/** The times of the lines are local times of the source without a zone, so `timeMs` is the arrival. */
export function sbsRow(message: SbsMessage, timeMs: number, stationId: string | null): AdsbMessage {
  const row = adsbRowAt(timeMs, stationId);
  row.msgType = `SBS: MSG,${message.type}`;
  setAddress(row, message.address);
  // Of a reply it is that of register BDS 2,0.
  row[message.type >= 5 ? 'bds2Identification' : 'identification'] = message.callSign;
  row.altitude = message.altitudeFt ?? message.geometricFt;
  if (row.altitude !== null) row.altUnit = 'feet';
  if (message.geometricFt !== null) row.altInfo = 'HAE';
  row.lat = message.lat;
  row.lon = message.lon;
  row.verticalRate = message.climbFtPerMin;
  row.squawk = message.squawk;
  row.flightStatus = statusOf(message);
  return row;
}

/** Only if the line states it whole: the same texts as in replies. */
function statusOf({ isAlert, isIdent, isOnGround }: SbsMessage): string | null {
  if (isAlert === null) return null;
  if (isIdent) return flightStatuses[isAlert ? 4 : 5] ?? null;
  if (isOnGround === null) return null;
  return flightStatuses[(isAlert ? 2 : 0) + (isOnGround ? 1 : 0)] ?? null;
}
