/** STATISTICS TABLE: feeding time and percentage, overall and by message type (STAT-06 to STAT-08). */
import type { ReactElement } from 'react';
import {
  type FeedingPerType,
  type FeedingTime,
  feedingPerTypeFields,
  feedingTimeFields,
} from '../../api/statistics-responses.ts';
import { noValue } from '../../lib/format.ts';
import { StationLink } from '../../objects/StationLink.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import styles from './Results.module.css';

const hourS = 3600;

/** STAT-06: 5400 seconds read 1.50. */
const hoursText = (seconds: number | null): string => (seconds === null ? noValue : (seconds / hourS).toFixed(2));
const percentText = (percent: number | null): string => (percent === null ? noValue : percent.toFixed(1));

/** `feedingTimeADSB` as `Feeding Time ADSB` (C79). */
const headerOf = (field: string): string =>
  field.replace(/^[a-z]/, (letter) => letter.toUpperCase()).replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

/** A column of hours or percent. */
function fieldColumn<K extends string>(field: K): TableColumn<{ readonly [F in K]: number | null }> {
  const isPercentage = field.startsWith('feedingPercentage');
  return {
    key: field,
    header: headerOf(field),
    meaning: field,
    unit: isPercentage ? '%' : 'h',
    isNumber: true,
    value: (row) => row[field],
    text: (row) => (isPercentage ? percentText(row[field]) : hoursText(row[field])),
  };
}

const stationColumn: TableColumn<{ readonly stationId: string }> = {
  key: 'stationId',
  header: 'Station ID',
  value: ({ stationId }) => stationId,
  text: ({ stationId }) => stationId || 'no name',
  cell: ({ stationId }) => (stationId ? <StationLink id={stationId} /> : 'no name'),
};
const keyOf = ({ stationId }: { readonly stationId: string }, at: number): string => `${stationId} ${at}`;

const timeColumns: readonly TableColumn<FeedingTime>[] = [
  stationColumn,
  ...feedingTimeFields.map((field) =>
    field === 'feedingPercentage' ? { ...fieldColumn(field), cell: PercentageCell } : fieldColumn(field),
  ),
];
const typeColumns: readonly TableColumn<FeedingPerType>[] = [stationColumn, ...feedingPerTypeFields.map(fieldColumn)];

/** The value, and its share. */
function PercentageCell({ feedingPercentage }: FeedingTime): ReactElement {
  const share = Math.max(0, Math.min(100, feedingPercentage ?? 0));
  return (
    <span className={styles.percentage}>
      <span className={styles.gauge} aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
      <span className={styles.percent}>{percentText(feedingPercentage)}</span>
    </span>
  );
}

export function FeedingTimeTable({ rows }: { rows: readonly FeedingTime[] }): ReactElement {
  return <DataTable label="Feeding time" columns={timeColumns} rows={rows} rowKey={keyOf} />;
}

export function FeedingPerTypeTable({ rows }: { rows: readonly FeedingPerType[] }): ReactElement {
  return <DataTable label="Feeding time per message type" columns={typeColumns} rows={rows} rowKey={keyOf} />;
}
