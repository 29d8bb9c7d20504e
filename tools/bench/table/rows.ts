/** ADS-B rows of the table bench: identical in each run. */
import { adsbMessage } from '../../../contract/entities/messages.ts';
import { randomFrom } from '../acars-rows.ts';

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
