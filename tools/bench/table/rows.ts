/**
 * Rows for the table's figures, raw ACARS and ADS-B: the same for every candidate and every run, with the gaps and lengths that real traffic has.
 * Must not: hold text of real messages.
 */
import { type AcarsMessage, adsbMessage } from '../../../contract/entities/messages.ts';

export type BenchRow = Readonly<Record<string, unknown>> & { readonly id: string };

const start = Date.UTC(2026, 0, 15, 12);
const words = [
  'POS',
  'N5132.4',
  'W00027.1',
  'ETA',
  '1412',
  'FUEL',
  '0843',
  'EGLL',
  'FL370',
  'M082',
  'WX',
  'REQ',
  'OUT',
];
const labels = ['H1', '_d', 'Q0', 'SQ', '5Z', '80', 'B6', '15'];
const stations = ['CS-EGLL-ACARS1', 'CS-KJFK-VDL2', 'XX-LFPG-HF', 'CS-OMDB-ACARS'];

/** Numbers of one seed in one order (a linear congruence): runs can be compared. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** `count` rows, newest first, whose ids begin with `page`. */
export function acarsRows(count: number, page = 0): (AcarsMessage & { readonly id: string })[] {
  const next = numbersFrom(page + 1);
  const one = (from: readonly string[]): string => from[next(from.length)] ?? '';
  return Array.from({ length: count }, (_, index) => {
    const at = start - index * 700;
    const hasPosition = next(10) < 2;
    const text =
      next(3) === 0 ? null : Array.from({ length: 2 + next(25) }, () => one(words)).join(next(8) ? ' ' : '\n');
    return {
      id: `p${page}-${index}`,
      acarsDateTime: `${new Date(at).toISOString().slice(0, 19)}Z`,
      tail: `N${100 + next(900)}UA`,
      flight: next(3) === 0 ? null : `UA${1000 + next(9000)}`,
      text,
      aggregatedText: next(10) === 0 ? text : null,
      aggregationStatus: next(10) === 0 ? 'complete' : null,
      freq: 131 + next(1000) / 1000,
      timestamp: at / 1000,
      stationId: one(stations),
      channel: next(8),
      level: -next(300) / 10,
      error: next(4),
      mode: '2',
      label: one(labels),
      blockId: String(next(10)),
      ack: next(2) === 0 ? null : '!',
      msgno: `M${10 + next(90)}A`,
      end: next(2) === 0,
      alt: hasPosition ? next(40_000) : null,
      dsta: hasPosition ? 'EGLL' : null,
      icao: next(0xffffff).toString(16).toUpperCase().padStart(6, '0'),
      isOnground: hasPosition ? false : null,
      isResponse: next(3) === 0,
      lat: hasPosition ? next(9000) / 100 : null,
      lon: hasPosition ? next(18_000) / 100 : null,
      toAddr: next(2) === 0 ? null : '10902A',
      type: next(2) === 0 ? 'acars' : 'vdl2',
      consensusStatus: next(10) === 0 ? 'agreed' : null,
      consensusResult: next(10) === 0 ? text : null,
    };
  });
}

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

/** As `acarsRows`, 53 columns: of the fields two in three have a value, which is more than a frame has. */
export function adsbRows(count: number, page = 0): BenchRow[] {
  const next = numbersFrom(page + 1);
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
