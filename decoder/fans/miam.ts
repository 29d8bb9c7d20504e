/**
 * MIAM (ARINC 841): packed messages in label MA, in H1 with that function, or returned in HX. A frame is a single transfer, whose content is a message of its own, or part of a
 * file transfer. Own file: a format of its own. Pure.
 */
import type { Facts } from '../../contract/entities/meaning.ts';
import { remainder } from '../checksums.ts';
import { damageOf, itemsOf, type Reader, type Reading, type ReceivedText, receivedText } from '../reading.ts';
import { grouped, list, timeOf } from '../words.ts';
import { inflateRaw } from './inflate.ts';

const maxContent = 20_000;
const frameStart = /^(?:(?:- )?#M[D\d]B?\/MA |\.MA FM)/;
/** In H1 a sublabel alone can name the packed message. */
const sublabelStart = /^(?:- #[A-Z\d]{2}|#[A-Z\d]{2}B)?(?=T ?[0-3.-][0-3][!-uz]{5,400}\|)/;

/** `readContent` reads the message inside. It must not unpack again. */
export const miamReader =
  (readContent: Reader): Reader =>
  (message) => {
    const frame = frameOf(message);
    if (frame === null) return null;
    if (!frame.startsWith('T')) return readFile(frame);
    return readTransfer(frame, message, readContent) ?? readBehindHead(frame, message, readContent);
  };

function frameOf({ label, text }: ReceivedText): string | null {
  if (label === 'MA') return text.replace(frameStart, '');
  if (label !== 'H1' && label !== 'HX') return null;
  const start = frameStart.exec(text) ?? (label === 'H1' ? sublabelStart.exec(text) : null);
  return start ? text.slice(start[0].length) : null;
}

// ---- files

const abortReasons = [
  'refused by the receiver',
  'segment without a transfer',
  'stopped by the sender',
  'stopped by the receiver',
  'a segment was not sent',
] as const;

function readFile(frame: string): Reading | null {
  const [, kind = '', id = '', rest = ''] = /^([FKSAXY])(\d{3}|FFF)([\s\S]*)$/.exec(frame) ?? [];
  if (id === 'FFF' && kind !== 'X' && kind !== 'Y') return null;
  const words = fileWords(kind, rest.trimEnd());
  if (words === null) return null;
  const reading = miamFile(id === 'FFF' ? null : Number(id), words, 'own');
  return kind === 'S' ? { ...reading, level: 'partial', understoodPercent: null, remaining: rest.slice(3) } : reading;
}

/** `id` null = all files. */
export function miamFile(id: number | null, words: string, by: Reading['by']): Reading {
  const file = id === null ? 'all files' : `file ${id}`;
  return {
    ...{ kind: 'other', by, facts: {}, description: 'MIAM file transfer', ...damageOf(false) },
    words: `MIAM ${file}${words.startsWith('segment') ? ', ' : ' '}${words}`,
    items: itemsOf({ File: id === null ? 'All' : String(id), Transfer: words }),
  };
}

export const miamFileOffer = (id: number, size: number, until: string, by: Reading['by']): Reading =>
  miamFile(id, offerWords(size, until), by);
const offerWords = (size: number, until: string): string => `offered, ${grouped(size)} bytes, until ${until}`;

function fileWords(kind: string, rest: string): string | null {
  switch (kind) {
    case 'F': {
      const [, size = '', date = '', clock = ''] = /^(\d{6})(\d{6})(\d{6})$/.exec(rest) ?? [];
      const time = timeOf(clock);
      const day = date.replace(/(\d\d)(\d\d)(\d\d)/, '20$1-$2-$3');
      return time === null ? null : offerWords(Number(size), `${day} ${time}Z`);
    }
    case 'K':
      return /^[0-9A-F]\d{6}$/.test(rest) ? 'accepted' : null;
    case 'S': {
      const segment = /^\d{3}/.exec(rest)?.[0];
      return segment === undefined ? null : `segment ${Number(segment)}`;
    }
    case 'A': {
      const reason = /^\d$/.exec(rest)?.[0];
      return reason === undefined ? null : `ended: ${abortReasons[Number(reason)] ?? `reason ${reason}`}`;
    }
    case 'Y':
      return rest === '' ? 'paused' : null;
    default:
      return /^\d{6}$/.test(rest) ? 'resumed' : null;
  }
}

// ---- single transfers

const results = ['received', 'refused', 'too late', 'ended by the other side', 'ended by this side'] as const;
const versionRefused = 5;

function readTransfer(frame: string, message: ReceivedText, readContent: Reader): Reading | null {
  const [start = '', bodyPad = '', headPad = '', head = ''] = /^T ?([0-3.-])([0-3])([!-uz]{5,400})\|/.exec(frame) ?? [];
  if (head === '') return null;
  const packed = frame.slice(start.length);
  const headBytes = base85(head);
  const header = headBytes.subarray(0, Math.max(0, headBytes.length - Number(headPad)));
  const version = (header[0] ?? 0) & 15;
  const type = (header[0] ?? 0) >> 4;
  if (version !== 1 && version !== 2) return null;
  if (type === 1) return acknowledgement(header, version);
  if (type === 2 || type === 3) return greeting(header, type);
  if (type !== 0) return null;
  const body = bodyPad === '.' ? new Uint8Array() : bodyPad === '-' ? charactersOf(packed) : bodyOf(packed, bodyPad);
  return data(header, version, body, message, readContent);
}

/** Content that is not packed can be read although its head cannot: what it is for is inferred from its format. */
function readBehindHead(frame: string, message: ReceivedText, readContent: Reader): Reading | null {
  const content = /^T ?-[0-3][!-u]{5,400}\|([\s\S]{8,})$/.exec(frame)?.[1];
  if (content === undefined || content.length > maxContent) return null;
  const inner = readContent(receivedText({ ...message, label: 'H1', text: content, decoded: null }));
  return (
    inner && {
      ...inner,
      level: 'partial',
      words: list([inner.words, 'damaged head']),
      facts: { ...inner.facts, isDamaged: true },
      description: `MIAM: ${inner.description}`,
      items: [...itemsOf({ Head: 'Damaged' }), ...inner.items],
    }
  );
}

function bodyOf(text: string, pad: string): Uint8Array {
  const bytes = base85(text);
  return bytes.subarray(0, Math.max(0, bytes.length - Number(pad)));
}

const tailOf = (bytes: Uint8Array): string | null => {
  const tail = asciiOf(bytes).replace(/^\.+/, '');
  return /^[A-Z0-9-]{1,7}$/.test(tail) ? tail : null;
};

/** Octets, only in version 1. */
const sizeOf = ([, high = 0, middle = 0, low = 0]: Uint8Array): number => (high << 16) | (middle << 8) | low;

/** Version 1: length, registration, number, result. Version 2: number, result. */
function acknowledgement(header: Uint8Array, version: 1 | 2): Reading | null {
  const at = version === 1 ? 11 : 1;
  if (header.length < at + (version === 1 ? 9 : 4)) return null;
  if (version === 1 && sizeOf(header) !== header.length) return null;
  const number = (header[at] ?? 0) >> 1;
  const code = (header[at + 1] ?? 0) >> 4;
  const tail = version === 1 ? tailOf(header.subarray(4, 11)) : null;
  if (version === 1 && tail === null) return null;
  return miamAcknowledgement(number, code, tail, 'own');
}

export function miamAcknowledgement(number: number, code: number, tail: string | null, by: Reading['by']): Reading {
  const result = code === versionRefused ? 'version not supported' : (results[code] ?? `result ${code}`);
  const values = { 'Message number': String(number), Result: result };
  return { ...transfer('MIAM acknowledgement', `MIAM message ${number} ${result}`, tail, values), by };
}

function greeting(header: Uint8Array, type: 2 | 3): Reading | null {
  const tail = header.length < 13 ? null : tailOf(header.subarray(4, 11));
  if (tail === null) return null;
  const words = type === 2 ? 'MIAM start' : 'Response to a MIAM start';
  return transfer(words, `${words}, ${tail}`, tail, {});
}

function transfer(
  description: string,
  words: string,
  tail: string | null,
  values: Readonly<Record<string, string>>,
): Reading {
  return {
    ...{ kind: 'link', by: 'own', description, words, ...damageOf(false) },
    facts: tail === null ? {} : { tail },
    items: itemsOf({ Registration: tail, ...values }),
  };
}

/** Characters of the label, the sublabel and the function, by type. Others are of applications besides ACARS. */
const idSizes: Readonly<Record<number, number>> = { 0: 2, 1: 4, 2: 6, 3: 6 };

function data(
  header: Uint8Array,
  version: 1 | 2,
  body: Uint8Array,
  message: ReceivedText,
  readContent: Reader,
): Reading | null {
  const start = version === 1 ? 11 : 1;
  const tail = version === 1 ? tailOf(header.subarray(4, 11)) : null;
  if (version === 1 && tail === null) return null;
  const [numbered = 0, first = 0, second = 0] = header.subarray(start, start + 3);
  const compression = ((first << 2) | (second >> 6)) & 7;
  const type = second & 15;
  const idSize = idSizes[type] ?? (version === 2 && type & 8 && type !== 13 ? (type & 7) + 1 : null);
  if (idSize === null || compression > 1) return null;
  const id = asciiOf(header.subarray(start + 3, start + 3 + idSize));
  const sum = header.subarray(start + 3 + idSize, start + 3 + idSize + (version === 1 ? 4 : 2));
  if (sum.length < (version === 1 ? 4 : 2) || !/^[\x20-\x7e]*$/.test(id)) return null;
  const isCut = version === 1 && sizeOf(header) > header.length + body.length;
  const { bytes, isWhole } = compression === 1 ? inflateRaw(body) : { bytes: body, isWhole: true };
  const isRight = sumOf(bytes, version) === sum.reduce((value, byte) => value * 256 + byte, 0);
  const packet: Packet = {
    ...{ tail, number: numbered >> 1, id, isAcars: type < 3 },
    damage: isRight ? null : isCut || !isWhole ? 'cut' : 'checksum wrong',
    text: isText(bytes) ? asciiOf(bytes) : null,
  };
  return miamText(packet, message, readContent);
}

type Packet = {
  readonly tail: string | null;
  readonly number: number;
  /** Label, sublabel, function. */
  readonly id: string;
  readonly isAcars: boolean;
  readonly damage: 'cut' | 'checksum wrong' | null;
  /** null = no text. */
  readonly text: string | null;
};

export function miamText(
  { tail, number, id, isAcars, damage, text }: Packet,
  message: ReceivedText,
  readContent: Reader,
): Reading {
  const label = id.slice(0, 2);
  const prefix = id.length > 2 ? `#${id.slice(2, 4)}B${id.length > 4 ? `/${id.slice(4, 6)} ` : ''}` : '';
  const inner =
    isAcars && text !== null && text.length <= maxContent && label !== 'MA'
      ? readContent(receivedText({ ...message, label, text: `${label === 'H1' ? prefix : ''}${text}`, decoded: null }))
      : null;
  const outer = itemsOf({
    Label: isAcars && label,
    Application: !isAcars && id,
    Registration: tail,
    'Message number': String(number),
    Content: damage === null ? null : damage === 'cut' ? 'Cut' : 'Checksum wrong',
  });
  const facts: Facts = {
    ...(tail !== null && { tail }),
    ...inner?.facts,
    ...(damage !== null && { isDamaged: true }),
  };
  if (inner)
    return {
      ...inner,
      level: damage === null ? inner.level : 'partial',
      words: list([inner.words, damage]),
      facts,
      description: `MIAM: ${inner.description}`,
      items: [...outer, ...inner.items],
    };
  return {
    ...{ kind: 'other', level: 'partial', by: 'own', facts, description: 'MIAM message' },
    words: list([`Packed message ${number}, ${isAcars ? `label ${label}` : `application ${id}`}`, damage]),
    items: [...outer, ...itemsOf({ 'Text Message': text?.slice(0, 4000) })],
    ...{ remaining: '', understoodPercent: null },
  };
}

/** CRC-32 (unreflected, inverted) in version 1, CRC-16 in version 2. */
function sumOf(bytes: Uint8Array, version: 1 | 2): number {
  if (version === 2) return remainder(bytes);
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return ~crc >>> 0;
}

/** Five characters from `!` are four octets, `z` is four zeros. An incomplete group at the end is dropped. */
function base85(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 4);
  let size = 0;
  let value = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 122 && digits === 0) {
      size += 4;
      continue;
    }
    if (code < 33 || code > 117) {
      if (code === 10 || code === 13) continue;
      break;
    }
    value = value * 85 + code - 33;
    if (++digits < 5) continue;
    bytes[size++] = Math.floor(value / 2 ** 24) & 255;
    bytes[size++] = (value >>> 16) & 255;
    bytes[size++] = (value >>> 8) & 255;
    bytes[size++] = value & 255;
    value = 0;
    digits = 0;
  }
  return bytes.subarray(0, size);
}

const charactersOf = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0) & 255);

function isText(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte > 126 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) return false;
  return bytes.length > 0;
}

function asciiOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}
