/** Raw ACARS rows of the benches: identical in each run, and as varied as real messages. */
import type { AcarsMessage } from '../../contract/entities/messages.ts';

export type AcarsRow = AcarsMessage & { readonly id: string };

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
    id: String(90_000_000 - index),
    acarsDateTime: `${new Date(1_790_000_000_000 - index * 13_000).toISOString().slice(0, 19)}Z`,
    tail: `N${whole(999)}${letters(2)}`,
    flight: sometimes(`${letters(2)}${digits(4)}`),
    text: texts[whole(texts.length)]?.() ?? null,
    aggregatedText: null,
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
    consensusStatus: null,
    consensusResult: null,
  };
}
