/**
 * Frame of messages of air traffic services (ARINC 622, 623): ground address, application, then registration and octets as hexadecimal digits, or text. Both end with a
 * checksum. Own file: who sends what to whom, for every application. Pure.
 */
import { checksumOf, remainder, remainderOfText } from '../checksums.ts';
import type { ReceivedText } from '../reading.ts';

export type Envelope = {
  /** Of the label, or of the message function identifier in H1. null = unknown. */
  readonly direction: 'up' | 'down' | null;
  /** In front of the text of some receivers. */
  readonly flight: string | null;
  /** 4 or 7 characters. */
  readonly ground: string;
  readonly imi: string;
  /** Only of octets. Without leading dots. */
  readonly tail: string | null;
  /** Without checksum. Empty in texts. */
  readonly bytes: Uint8Array;
  /** What follows the application, without checksum. Empty with octets. */
  readonly body: string;
  /** Four digits. null = the text ends before them. */
  readonly checksum: string | null;
  readonly isDamaged: boolean;
};

/** Of ARINC 620. Other labels have no such content, apart from H1 and, for requests of ATIS, 5Z. */
const directions: Readonly<Record<string, Envelope['direction']>> = {
  A0: 'up',
  A1: 'up',
  A3: 'up',
  A4: 'up',
  A6: 'up',
  A9: 'up',
  AA: 'up',
  B0: 'down',
  B1: 'down',
  B2: 'down',
  B3: 'down',
  B4: 'down',
  B6: 'down',
  B9: 'down',
  BA: 'down',
};
const head =
  /^(?:[A-Z]\d\d[A-Z]([A-Z0-9]{2}\d[A-Z0-9]{3}))?(?:(?:- )?#M[D\d]B?)?(?:\/([AB][0-9A]) )?\/?([A-Z0-9]{4}|[A-Z0-9]{7})\.(ADS|DIS|AT1|CR1|CC1|DR1|AFN|TI[12]|OC1|DC1|FS1|CL[DX])/;
const octetApplications: readonly string[] = ['ADS', 'DIS', 'AT1', 'CR1', 'CC1', 'DR1'];
const noBytes = new Uint8Array();

export function openEnvelope({ label, text, isDownlink }: ReceivedText): Envelope | null {
  const ofLabel = directions[label];
  if (ofLabel === undefined && label !== 'H1' && label !== '5Z') return null;
  const match = head.exec(text);
  if (!match) return null;
  const [start, flight = null, mfi, ground = '', imi = ''] = match;
  const ofBlock = isDownlink === null ? null : isDownlink ? 'down' : 'up';
  const direction = ofLabel ?? (mfi === undefined ? ofBlock : (directions[mfi] ?? ofBlock));
  const rest = text.slice(start.length);
  const common = { direction, flight, ground, imi };
  return octetApplications.includes(imi) ? octets(common, rest) : characters(common, rest);
}

type Common = Pick<Envelope, 'direction' | 'flight' | 'ground' | 'imi'>;

/** The registration has 7 characters, dots in front. An odd last digit is dropped. */
function octets(common: Common, rest: string): Envelope | null {
  const registration = rest.slice(0, 7);
  if (!/^[.A-Z0-9-]{7}$/.test(registration)) return null;
  const bytes = fromHex(rest, 7);
  const isRight = remainder(bytes, remainderOfText(common.imi + registration)) === 0x1d0f;
  const size = Math.max(0, bytes.length - 2);
  return {
    ...common,
    tail: registration.replace(/^\.+/, ''),
    bytes: bytes.subarray(0, size),
    body: '',
    checksum: bytes.length < 2 ? null : rest.slice(7 + size * 2, 11 + size * 2),
    isDamaged: !isRight,
  };
}

/** Lines of the original end with CR and LF; some receivers leave one of them. */
function characters(common: Common, rest: string): Envelope {
  const whole = rest.trimEnd();
  const checksum = /[0-9A-F]{4}$/.exec(whole)?.[0] ?? null;
  const body = checksum === null ? whole : whole.slice(0, -4);
  const isSum = (text: string): boolean => checksumOf(common.imi + text) === checksum;
  const isRight = isSum(body) || (/[\r\n]/.test(body) && isSum(body.replace(/\r?\n|\r/g, '\r\n')));
  return { ...common, tail: null, bytes: noBytes, body: isRight ? body : whole, checksum, isDamaged: !isRight };
}

function fromHex(text: string, from: number): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, (text.length - from) >> 1));
  let size = 0;
  for (let at = from; at + 1 < text.length; at += 2) {
    const high = digit(text.charCodeAt(at));
    const low = digit(text.charCodeAt(at + 1));
    if (high < 0 || low < 0) break;
    bytes[size++] = high * 16 + low;
  }
  return bytes.subarray(0, size);
}

function digit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 65 && code <= 70 ? code - 55 : -1;
}
