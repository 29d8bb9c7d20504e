/** Rows of lists and positions for the benches: identical in each run, and as varied as real messages. */

import { blankRow } from '../../contract/blank-row.ts';
import type { Location } from '../../contract/entities/map.ts';
import { type AcarsMessage, acarsMessage, adsbMessage } from '../../contract/entities/messages.ts';

type AcarsRow = AcarsMessage & { readonly id: string };

/** mulberry32: numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** `count` rows, newest first, from row number `first` on. */
export const acarsRows = (count: number, first = 0): AcarsRow[] =>
  Array.from({ length: count }, (_, at) => acarsRow(first + at));

function acarsRow(index: number): AcarsRow {
  const random = randomFrom(index * 7919 + 1);
  const whole = (below: number): number => Math.floor(random() * below);
  const digits = (count: number): string => String(whole(10 ** count)).padStart(count, '0');
  const letters = (count: number): string =>
    Array.from({ length: count }, () => String.fromCharCode(65 + whole(26))).join('');
  const sometimes = <T>(value: T): T | null => (random() < 0.4 ? null : value);
  const texts: (() => string | null)[] = [
    () =>
      `POSN${digits(5)}W${digits(6)},${letters(5)},${digits(6)},${whole(430)},${letters(5)},${digits(6)},${letters(5)},M${whole(60)},${digits(5)},${letters(4)}`,
    () => `#M1BPOSN${digits(5)}E${digits(6)},,${digits(6)},${whole(410)},,,,P${whole(9)},${digits(4)}/TS${digits(6)}`,
    () =>
      `FTX01.ABQKL\r\n${letters(6)} ${letters(3)} ${letters(8)} GATE ${letters(1)}${whole(60)} ETA ${digits(4)}\r\nFUEL ${whole(30000)} & <${letters(4)}>`,
    () =>
      Array.from(
        { length: 4 + whole(10) },
        () => `${letters(2)}${digits(4)} ${random().toFixed(4)} /${letters(3)}`,
      ).join(' '),
    () => null,
  ];
  return {
    ...blankRow(acarsMessage),
    id: String(90_000_000 - index),
    acarsDateTime: `${new Date(1_790_000_000_000 - index * 13_000).toISOString().slice(0, 19)}Z`,
    tail: `N${whole(999)}${letters(2)}`,
    flight: sometimes(`${letters(2)}${digits(4)}`),
    text: texts[whole(texts.length)]?.() ?? null,
    aggregationStatus: 'skipped',
    freq: [131.55, 130.025, 136.975, 129.125][whole(4)] ?? null,
    timestamp: 1_790_000_000 - index * 13 + Math.round(random() * 1000) / 1000,
    stationId: `${letters(2)}-K${letters(3)}-ACARS`,
    channel: whole(8),
    level: -Math.round(random() * 400) / 10,
    error: whole(3),
    mode: String(whole(3)),
    label: `${letters(1)}${whole(10)}`,
    blockId: String(whole(10)),
    ack: sometimes(letters(1)),
    msgno: `M${digits(2)}${letters(1)}`,
    end: sometimes(random() < 0.5),
    alt: sometimes(whole(42_000)),
    dsta: sometimes(`K${letters(3)}`),
    icao: whole(2 ** 24)
      .toString(16)
      .toUpperCase()
      .padStart(6, '0'),
    isOnground: sometimes(random() < 0.1),
    isResponse: sometimes(random() < 0.5),
    lat: sometimes(Math.round((random() * 180 - 90) * 1e5) / 1e5),
    lon: sometimes(Math.round((random() * 360 - 180) * 1e5) / 1e5),
    toAddr: sometimes(
      whole(2 ** 24)
        .toString(16)
        .toUpperCase(),
    ),
    type: ['ACARS', 'VDLM2', 'HFDL'][whole(3)] ?? null,
  };
}

export type BenchRow = Readonly<Record<string, unknown>> & { readonly id: string };

const start = Date.UTC(2026, 0, 15, 12);
const codes = [
  'Valid',
  'ICAO Address',
  '5 (Level 2+, airborne)',
  'DF 17: ADS-B message.',
  'even',
  'non-UTC',
  '4ca7b3',
  '7',
  'RYR81LM',
];

/** 53 columns. Two fields in three have a value, which is more than a frame has. */
export function adsbRows(count: number, page = 0): BenchRow[] {
  const random = randomFrom(page + 1);
  const next = (below: number): number => Math.floor(random() * below);
  return Array.from({ length: count }, (_, index) => {
    const row: Record<string, unknown> & { id: string } = { id: `p${page}-${index}` };
    for (const [field, kind] of Object.entries(adsbMessage)) {
      const isEmpty = next(3) === 0;
      const value = kind.name === 'number' ? next(45_000) - 5000 : codes[next(codes.length)];
      row[field] = isEmpty ? null : value;
    }
    row.adsbDateTime = `${new Date(start - index * 250).toISOString().slice(0, 19)}Z`;
    return row;
  });
}

/** Between two polls of the map. */
export const refreshMs = 4500;

/** Aircraft in the map's first view, in flight at 300 to 500 kt. Each call returns their rows 4.5 s later. */
export function flying(count: number): () => Location[] {
  const next = randomFrom(7);
  const start = Array.from({ length: count }, (_, index) => ({
    id: index,
    icao: (0x400000 + index).toString(16).toUpperCase(),
    lat: 38 + next() * 13,
    lon: 6 + next() * 38,
    angle: next() * 360,
    groundSpeedKt: 300 + next() * 200,
    altitudeFt: 20_000 + Math.floor(next() * 200) * 100,
  }));
  let step = 0;
  return () => {
    const at = step++;
    return start.map((one) => rowAt(one, at));
  };
}

type Start = Pick<Location, 'id' | 'icao' | 'lat' | 'lon'> & {
  angle: number;
  groundSpeedKt: number;
  altitudeFt: number;
};
function rowAt(one: Start, step: number): Location {
  const nmi = (one.groundSpeedKt * step * refreshMs) / 3_600_000;
  const track = ((one.angle ?? 0) * Math.PI) / 180;
  return {
    ...one,
    lat: one.lat + (Math.cos(track) * nmi) / 60,
    lon: one.lon + (Math.sin(track) * nmi) / 60 / Math.cos((one.lat * Math.PI) / 180),
    seenAt: new Date(Date.UTC(2026, 0, 1) + step * refreshMs).toISOString(),
    callsign: `TST${one.id}`,
    verticalRateFtMin: 0,
    isOnGround: false,
    squawk: null,
    lastMessageAt: null,
    lastFaultAt: null,
    typeCode: null,
    isMlat: false,
    positionKind: 'ADS-B',
    isAltitudeGeometric: false,
    emergency: null,
    registration: null,
    airline: null,
    category: null,
    messages: null,
    isDoubtful: false,
  };
}
