/**
 * Octets of ADS-C as parts (ARINC 745, RTCA DO-258): one part for each tag. Angles in degrees, altitudes in ft of pressure, speeds in kt, rates in ft/min, distances in nmi,
 * times in s. Values are as sent: `readAdsc` judges them. Own file: the notation, without words. Pure.
 */
export type AdscPlace = { readonly lat: number; readonly lon: number; readonly alt: number };
export type AdscGroup = { readonly tag: number } & (
  | { readonly what: 'lateral'; readonly overNmi: number }
  /** 0 = one report. */
  | { readonly what: 'interval'; readonly everyS: number }
  /** In each report whose number is a multiple of `every`. 0 = none. */
  | { readonly what: 'content'; readonly every: number; readonly aheadMin: number | null }
  | { readonly what: 'verticalRate'; readonly rate: number }
  | { readonly what: 'altitude'; readonly floor: number; readonly ceiling: number }
  | { readonly what: 'waypoint' }
);
export type Noncompliance = {
  readonly tag: number;
  readonly cause: 'unrecognised' | 'unavailable' | 'partial';
  /** Numbers of parameters within the group. */
  readonly parameters: readonly number[];
};
export type AdscPart =
  | { readonly what: 'acknowledgement'; readonly contract: number }
  | { readonly what: 'refusal'; readonly contract: number; readonly reason: number; readonly detail: number | null }
  | { readonly what: 'noncompliance'; readonly contract: number; readonly groups: readonly Noncompliance[] }
  | ({
      readonly what: 'position';
      readonly tag: number;
      readonly pastHourS: number;
      /** 0 = navigation is lost. */
      readonly accuracy: number;
      readonly isRedundant: boolean;
      readonly hasTcas: boolean;
    } & AdscPlace)
  | { readonly what: 'flight'; readonly flight: string }
  | { readonly what: 'route'; readonly next: AdscPlace & { readonly inS: number }; readonly second: AdscPlace }
  | ({ readonly what: 'ground'; readonly speed: number } & Motion)
  | ({ readonly what: 'air'; readonly mach: number } & Motion)
  | {
      readonly what: 'weather';
      readonly windKt: number;
      readonly windFrom: number;
      readonly isWindFromValid: boolean;
      readonly temperature: number;
    }
  | { readonly what: 'airframe'; readonly address: number }
  | ({ readonly what: 'turn'; readonly distance: number; readonly alt: number; readonly inS: number } & Omit<
      Motion,
      'rate'
    >)
  | ({ readonly what: 'projection'; readonly inS: number } & AdscPlace)
  | { readonly what: 'disconnect'; readonly reason: number }
  | { readonly what: 'cancelEmergency'; readonly contract: number | null }
  | { readonly what: 'cancelAll' }
  | { readonly what: 'cancel'; readonly contract: number }
  | {
      readonly what: 'contract';
      readonly kind: 'periodic' | 'event' | 'emergency';
      readonly contract: number;
      readonly groups: readonly AdscGroup[];
    };
/** `direction` of track or heading, true. */
type Motion = { readonly direction: number; readonly isDirectionValid: boolean; readonly rate: number };

/** `rest` = octets that were not read: unknown tags, or a cut end. */
export type AdscContent = { readonly parts: readonly AdscPart[]; readonly rest: number };

type Tag<Part> = readonly [size: number, read: (bytes: Uint8Array, at: number) => Part];

/** At most 25 bits, so that they fit into 32 with their offset. */
function bits(bytes: Uint8Array, at: number, width: number): number {
  const first = at >> 3;
  const word =
    ((bytes[first] ?? 0) << 24) |
    ((bytes[first + 1] ?? 0) << 16) |
    ((bytes[first + 2] ?? 0) << 8) |
    (bytes[first + 3] ?? 0);
  return (word << (at & 7)) >>> (32 - width);
}
const signed = (value: number, width: number): number => (value >= 2 ** (width - 1) ? value - 2 ** width : value);
const signedBits = (bytes: Uint8Array, at: number, width: number): number => signed(bits(bytes, at, width), width);
const turned = (degrees: number): number => (degrees < 0 ? degrees + 360 : degrees);

/** 21 bits each for latitude and longitude, 16 for the altitude. */
const place = (bytes: Uint8Array, at: number): AdscPlace => ({
  lat: (signedBits(bytes, at, 21) * 180) / 2 ** 20,
  lon: (signedBits(bytes, at + 21, 21) * 180) / 2 ** 20,
  alt: signedBits(bytes, at + 42, 16) * 4,
});
/** A set bit marks an invalid direction. */
const direction = (bytes: Uint8Array, at: number) => ({
  isDirectionValid: bits(bytes, at, 1) === 0,
  direction: turned((signedBits(bytes, at + 1, 12) * 180) / 2 ** 11),
});
const motion = (bytes: Uint8Array, at: number): Motion => ({
  ...direction(bytes, at),
  rate: signedBits(bytes, at + 26, 12) * 16,
});
const byte = (bytes: Uint8Array, at: number): number => bytes[at >> 3] ?? 0;

const position = (tag: number): Tag<AdscPart> => [
  10,
  (bytes, at) => ({
    what: 'position',
    tag,
    ...place(bytes, at),
    pastHourS: bits(bytes, at + 58, 15) / 8,
    hasTcas: bits(bytes, at + 75, 1) === 1,
    accuracy: bits(bytes, at + 76, 3),
    isRedundant: bits(bytes, at + 79, 1) === 1,
  }),
];

/** 6 bits for a character: letters, digits and blank of ISO 5. */
function flightOf(bytes: Uint8Array, at: number): string {
  let flight = '';
  for (let index = 0; index < 8; index++) {
    const code = bits(bytes, at + index * 6, 6);
    flight += String.fromCharCode(code & 0x20 ? code : code + 0x40);
  }
  return flight;
}

const fromAircraft: Readonly<Record<number, Tag<AdscPart>>> = {
  3: [1, (bytes, at) => ({ what: 'acknowledgement', contract: byte(bytes, at) })],
  6: [0, () => ({ what: 'cancelEmergency', contract: null })],
  7: position(7),
  9: position(9),
  10: position(10),
  12: [6, (bytes, at) => ({ what: 'flight', flight: flightOf(bytes, at) })],
  13: [
    17,
    (bytes, at) => ({
      what: 'route',
      next: { ...place(bytes, at), inS: bits(bytes, at + 58, 14) },
      second: place(bytes, at + 72),
    }),
  ],
  14: [5, (bytes, at) => ({ what: 'ground', ...motion(bytes, at), speed: bits(bytes, at + 13, 13) / 2 })],
  15: [5, (bytes, at) => ({ what: 'air', ...motion(bytes, at), mach: bits(bytes, at + 13, 13) / 2000 })],
  16: [
    4,
    (bytes, at) => ({
      what: 'weather',
      windKt: bits(bytes, at, 9) / 2,
      isWindFromValid: bits(bytes, at + 9, 1) === 0,
      windFrom: turned((signedBits(bytes, at + 10, 9) * 180) / 2 ** 8),
      temperature: signedBits(bytes, at + 19, 12) / 4,
    }),
  ],
  17: [3, (bytes, at) => ({ what: 'airframe', address: bits(bytes, at, 24) })],
  18: position(18),
  19: position(19),
  20: position(20),
  22: [
    8,
    (bytes, at) => ({
      what: 'turn',
      distance: bits(bytes, at, 16) / 8,
      ...direction(bytes, at + 16),
      alt: signedBits(bytes, at + 29, 16) * 4,
      inS: bits(bytes, at + 45, 14),
    }),
  ],
  23: [9, (bytes, at) => ({ what: 'projection', ...place(bytes, at), inS: bits(bytes, at + 58, 14) })],
};

const intervalFactors = [0, 1, 8, 64] as const;
const content = (tag: number): Tag<AdscGroup> => [
  1,
  (bytes, at) => ({ what: 'content', tag, every: byte(bytes, at), aheadMin: null }),
];
const groupTags: Readonly<Record<number, Tag<AdscGroup>>> = {
  10: [1, (bytes, at) => ({ what: 'lateral', tag: 10, overNmi: byte(bytes, at) / 8 })],
  11: [
    1,
    (bytes, at) => ({
      what: 'interval',
      tag: 11,
      everyS: (intervalFactors[bits(bytes, at, 2)] ?? 0) * (bits(bytes, at + 2, 6) + 1),
    }),
  ],
  12: content(12),
  13: content(13),
  14: content(14),
  15: content(15),
  16: content(16),
  17: content(17),
  18: [1, (bytes, at) => ({ what: 'verticalRate', tag: 18, rate: signedBits(bytes, at, 8) * 64 })],
  19: [
    4,
    (bytes, at) => ({
      what: 'altitude',
      tag: 19,
      ceiling: signedBits(bytes, at, 16) * 4,
      floor: signedBits(bytes, at + 16, 16) * 4,
    }),
  ],
  20: [0, () => ({ what: 'waypoint', tag: 20 })],
  21: [2, (bytes, at) => ({ what: 'content', tag: 21, every: byte(bytes, at), aheadMin: byte(bytes, at + 8) })],
};
const contractKinds = { 7: 'periodic', 8: 'event', 9: 'emergency' } as const;

export function adscContent(bytes: Uint8Array, from: 'up' | 'down', isDisconnect: boolean): AdscContent {
  if (isDisconnect) {
    const [reason] = bytes;
    return reason === undefined
      ? { parts: [], rest: 0 }
      : { parts: [{ what: 'disconnect', reason: reason >> 4 }], rest: bytes.length - 1 };
  }
  const parts: AdscPart[] = [];
  let at = 0;
  while (at < bytes.length) {
    const next = from === 'up' ? uplinkPart(bytes, at) : downlinkPart(bytes, at);
    if (!next) break;
    parts.push(next.part);
    at = next.at;
  }
  return { parts, rest: bytes.length - at };
}

type Next<Part> = { readonly part: Part; readonly at: number } | null;

function tagged<Part>(tags: Readonly<Record<number, Tag<Part>>>, bytes: Uint8Array, at: number): Next<Part> {
  const tag = tags[bytes[at] ?? 0];
  if (!tag || at + 1 + tag[0] > bytes.length) return null;
  return { part: tag[1](bytes, (at + 1) * 8), at: at + 1 + tag[0] };
}

function downlinkPart(bytes: Uint8Array, at: number): Next<AdscPart> {
  if (bytes[at] === 4) return refusal(bytes, at + 1);
  return bytes[at] === 5 ? noncompliance(bytes, at + 1) : tagged(fromAircraft, bytes, at);
}

/** Reasons 1, 2 and 7 name a tag. */
function refusal(bytes: Uint8Array, at: number): Next<AdscPart> {
  const [contract, reason, detail] = bytes.subarray(at, at + 3);
  if (contract === undefined || reason === undefined) return null;
  const hasDetail = reason === 1 || reason === 2 || reason === 7;
  if (hasDetail && detail === undefined) return null;
  return {
    part: { what: 'refusal', contract, reason, detail: hasDetail ? (detail ?? null) : null },
    at: at + (hasDetail ? 3 : 2),
  };
}

function noncompliance(bytes: Uint8Array, start: number): Next<AdscPart> {
  const [contract, count] = bytes.subarray(start, start + 2);
  if (contract === undefined || count === undefined) return null;
  const groups: Noncompliance[] = [];
  let at = start + 2;
  while (groups.length < count) {
    const [tag, flags] = bytes.subarray(at, at + 2);
    if (tag === undefined || flags === undefined) return null;
    const cause = flags & 0x80 ? 'unrecognised' : flags & 0x40 ? 'unavailable' : 'partial';
    const size = cause === 'partial' ? flags & 15 : 0;
    at += 2 + ((size + 1) >> 1);
    if (at > bytes.length) return null;
    const first = (at - ((size + 1) >> 1)) * 8;
    const parameters = Array.from({ length: size }, (_value, index) => bits(bytes, first + index * 4, 4));
    groups.push({ tag, cause, parameters });
  }
  return { part: { what: 'noncompliance', contract, groups }, at };
}

/** The groups of a contract follow its number. */
function uplinkPart(bytes: Uint8Array, start: number): Next<AdscPart> {
  const tag = bytes[start];
  const contract = bytes[start + 1];
  if (tag === 1) return { part: { what: 'cancelAll' }, at: start + 1 };
  if (contract === undefined) return null;
  if (tag === 2) return { part: { what: 'cancel', contract }, at: start + 2 };
  if (tag === 6) return { part: { what: 'cancelEmergency', contract }, at: start + 2 };
  if (tag !== 7 && tag !== 8 && tag !== 9) return null;
  const groups: AdscGroup[] = [];
  let at = start + 2;
  for (let next = tagged(groupTags, bytes, at); next; next = tagged(groupTags, bytes, at)) {
    groups.push(next.part);
    at = next.at;
  }
  return { part: { what: 'contract', kind: contractKinds[tag], contract, groups }, at };
}
