/** The numbers of the time band. */
import type { ReactElement } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { utcDateTime } from '../../../lib/time.ts';
import { type BandType, bandTypes, type Slots, slotMs, typeNames } from '../../../range/band/band-shape.ts';
import { DataTable, type TableColumn } from '../../../ui/DataTable.tsx';
import styles from './TimeBand.module.css';

type Row = { readonly at: number; readonly isKnown: boolean } & Readonly<Record<BandType, number>>;

const columns: readonly TableColumn<Row>[] = [
  { key: 'at', header: 'From (UTC)', value: ({ at }) => at, text: ({ at }) => utcDateTime(at).slice(0, 16) },
  ...bandTypes.map(
    (type): TableColumn<Row> => ({
      key: type,
      header: typeNames[type],
      isNumber: true,
      value: (row) => (row.isKnown ? row[type] : null),
      text: (row) => (row.isKnown ? formatCount(row[type]) : ''),
    }),
  ),
];

export function BandTable({ slots }: { slots: Slots }): ReactElement {
  const { from, known, counts } = slots;
  const rows = counts.acars.map((acars, slot): Row => {
    const at = from + slot * slotMs;
    const [vdlm2 = 0, hfdl = 0, adsb = 0] = [counts.vdlm2[slot], counts.hfdl[slot], counts.adsb[slot]];
    return { at, isKnown: at < known, acars, vdlm2, hfdl, adsb };
  });
  return (
    <div className={styles.table}>
      <DataTable
        label="Messages per 10 minutes"
        columns={columns}
        rows={rows.toReversed()}
        rowKey={({ at }) => String(at)}
      />
    </div>
  );
}
