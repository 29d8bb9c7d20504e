/** RESULTS: messages per receiver (STAT-02). Each count of the server is a column (STAT-19). */
import { type ReactElement, useMemo } from 'react';
import type { Counts } from '../../api/statistics-responses.ts';
import { formatCount } from '../../lib/format.ts';
import { StationLink } from '../../objects/StationLink.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import styles from './Results.module.css';

type Row = Counts['rows'][number];

/** Counts of our own server, with their style in the bars. */
const known: Readonly<Record<string, { readonly word: string; readonly look: string | null }>> = {
  acars: { word: 'ACARS', look: 'c' },
  vdlm2: { word: 'VDLM2', look: 'b' },
  adsb: { word: 'ADSB', look: 'a' },
  total: { word: 'Total', look: null },
};
const knownAs = (kind: string) => (Object.hasOwn(known, kind) ? known[kind] : undefined);
const wordOf = (kind: string): string => knownAs(kind)?.word ?? kind;

export function MessageCounts({ counts }: { counts: Counts }): ReactElement {
  const { kinds, rows } = counts;
  const columns = useMemo(() => columnsOf(counts), [counts]);
  const sum = (kind: string): string => formatCount(rows.reduce((all, row) => all + (row.counts[kind] ?? 0), 0));
  const bars = kinds.filter((kind) => knownAs(kind)?.look);
  return (
    <>
      <DataTable
        label="RESULTS, messages per receiver"
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        sums={rows.length > 1 ? ['Sum', ...kinds.map(sum), ...(bars.length > 0 ? [''] : [])] : null}
      />
      {bars.length > 0 ? (
        <ul className={styles.legend} aria-label="Colours of the bars">
          {bars.map((kind) => (
            <li key={kind}>
              <i data-look={knownAs(kind)?.look} />
              {wordOf(kind)}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

const keyOf = (row: Row, at: number): string => `${row.name} ${at}`;

function columnsOf({ kinds, rows }: Counts): readonly TableColumn<Row>[] {
  const bars = kinds.filter((kind) => knownAs(kind)?.look);
  const lengthOf = (row: Row): number => bars.reduce((all, kind) => all + (row.counts[kind] ?? 0), 0);
  const longest = Math.max(1, ...rows.map(lengthOf));
  const columns: TableColumn<Row>[] = [
    {
      key: 'name',
      header: 'Station ID',
      value: ({ name }) => name,
      text: ({ name }) => name || 'no name',
      cell: ({ name }) => (name ? <StationLink id={name} /> : 'no name'),
    },
    ...kinds.map((kind) => ({
      key: `count ${kind}`,
      header: wordOf(kind),
      isNumber: true,
      value: ({ counts }: Row) => counts[kind] ?? null,
      text: ({ counts }: Row) => (counts[kind] === undefined ? '–' : formatCount(counts[kind])),
    })),
  ];
  if (bars.length === 0) return columns;
  return [
    ...columns,
    {
      key: 'bar',
      header: 'Share',
      meaning: 'Bar length relative to the busiest receiver',
      value: lengthOf,
      cell: (row) => (
        <span className={styles.bar} aria-hidden="true">
          {bars.map((kind) => (
            <i
              key={kind}
              data-look={knownAs(kind)?.look}
              style={{ width: `${((row.counts[kind] ?? 0) / longest) * 100}%` }}
            />
          ))}
        </span>
      ),
    },
  ];
}
