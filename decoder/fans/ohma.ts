/** OHMA, health data of an aircraft in H1: base64 of zlib of JSON. What a cut text unpacks to is shown. Own file: a format of its own. Pure. */
import { itemsOf, type Reader } from '../reading.ts';
import { list, timeOf } from '../words.ts';
import { inflateRaw } from './inflate.ts';

const longestValue = 4000;
const head =
  /^(?:[A-Z]\d\d[A-Z](?:[A-Z0-9]{2}\d{4})?)?(?:(?:- )?#[A-Z]\dB?)?(?:\/[A-Z0-9]{2,7}\.)?(?:OHMA|RYKO)(?=[A-Za-z0-9+/]{8})/;
const address = /\/[A-Z0-9]{2,7}\.(?:OHMA|RYKO)$/;
const deflate = 8;
/** Members of the message, which is JSON within a text. */
const sent = /messageDate\\?":\s?\\?"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/;
const aircraft = /tailNumber\\?":\s?\\?"([A-Z0-9-]{3,8})\\?"/;

export const readOhma: Reader = ({ label, text }) => {
  const start = label === 'H1' ? head.exec(text)?.[0] : undefined;
  if (start === undefined) return null;
  const bytes = base64(text, contentStart(text, start));
  if (((bytes[0] ?? 0) & 15) !== deflate) return null;
  const unpacked = inflateRaw(bytes.subarray(2));
  const content = utf8(unpacked.bytes);
  if (!/^\s*\{/.test(content)) return null;
  const report = objectOf(content);
  const isWhole = unpacked.isWhole && report !== null;
  const part = report && numberOf(report.msg_seq);
  const total = report && numberOf(report.msg_total);
  const [, day, clock] = sent.exec(content) ?? [];
  const time = timeOf((clock ?? '').replaceAll(':', ''));
  const tail = aircraft.exec(content)?.[1];
  const words = list([
    `Aircraft health report${tail === undefined ? '' : ` of ${tail}`}`,
    time && `${day} ${time}Z`,
    part ? `part ${part}${total ? ` of ${total}` : ''}` : null,
    isWhole ? null : 'cut',
  ]);
  const more = content.length - longestValue;
  const value =
    more > 0 ? `${content.slice(0, longestValue)}… (${more.toLocaleString('en-US')} characters more)` : content;
  return {
    ...{ kind: 'fault', level: isWhole ? 'full' : 'partial', words, by: 'own', description: 'OHMA Message' },
    facts: { ...(tail !== undefined && { tail }), ...(time && { time }), ...(!isWhole && { isDamaged: true }) },
    items: itemsOf({
      Registration: tail,
      'Message Timestamp': time && `${day} ${time}Z`,
      Part: part ? `${part}${total ? ` of ${total}` : ''}` : null,
      'Health Data': value,
    }),
    ...{ remaining: '', understoodPercent: isWhole ? 100 : null },
  };
};

/** The ground can send its first block again under the number of the second: the content begins behind the last one. */
function contentStart(text: string, start: string): number {
  const [name] = address.exec(start) ?? [];
  return name === undefined ? start.length : text.lastIndexOf(name) + name.length;
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 10_000 ? value : null;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digits = new Map([...alphabet].map((letter, value) => [letter.charCodeAt(0), value]));

/** Up to the first other character. */
function base64(text: string, from: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(((text.length - from) * 3) / 4));
  let size = 0;
  let value = 0;
  let width = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const digit = digits.get(code);
    if (digit === undefined) {
      if (code === 10 || code === 13) continue;
      break;
    }
    value = ((value << 6) | digit) & 0xffffff;
    width += 6;
    if (width < 8) continue;
    width -= 8;
    bytes[size++] = (value >> width) & 255;
  }
  return bytes.subarray(0, size);
}

/** Characters that are not complete or not printable are shown as a replacement. */
function utf8(bytes: Uint8Array): string {
  let escaped = '';
  let isPlain = true;
  for (const byte of bytes) {
    if (byte > 126) isPlain = false;
    escaped += String.fromCharCode(byte);
  }
  return isPlain ? escaped : escaped.replace(/[^\n\r\t -~]/g, '\ufffd');
}
