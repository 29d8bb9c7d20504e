/** Statistics at first sight: days on which stations delivered. Own file: a chart with its table. */
import type { ReactElement } from 'react';
import { dayMs } from '../../../contract/durations.ts';
import type { StationDays } from '../../../contract/entities/first-sight.ts';
import { CellGrid, type GridCell } from '../../charts/CellGrid.tsx';
import { formatNumber, measured } from '../../lib/format.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { SightCard, type SightProps, StationLink } from './SightCard.tsx';
import {
  calendarSentence,
  chartTitles,
  dayOf,
  reasonWords,
  shortDay,
  stationName,
  withoutNewGap,
} from './sight-texts.ts';

type Day = StationDays & { readonly day: number; readonly share: number | null; readonly reason: string };
const percent = (share: number): string => formatNumber(Math.round(share * 100));
const reasonAt = ({ reasons }: StationDays, at: number): string => {
  const found = reasons[at];
  return found ? `${reasonWords[found.reason]}, ${measured(found.hours, 'h')}` : '';
};
const calendarColumns: readonly TableColumn<Day>[] = [
  { key: 'station', header: 'Station', value: stationName, cell: (row) => <StationLink station={row} /> },
  { key: 'type', header: 'Type', value: ({ type }) => type },
  { key: 'day', header: 'Day (UTC)', value: ({ day }) => day, text: ({ day }) => shortDay(day) },
  {
    key: 'share',
    header: 'Feeding',
    unit: '%',
    isNumber: true,
    value: ({ share }) => (share === null ? null : Math.round(share * 100)),
    text: ({ share }) => (share === null ? '–' : percent(share)),
  },
  { key: 'reason', header: 'Reason of silence', value: ({ reason }) => reason },
];
const fullFrom = 0.995;

export function CalendarChart({ sight: { calendar }, now, at, lines }: SightProps): ReactElement {
  const rows = withoutNewGap(calendar.rows, now % dayMs);
  const begin = dayOf(calendar.from);
  const days = rows.flatMap((row) =>
    row.shares.map((share, at): Day => ({ ...row, day: begin + at * dayMs, share, reason: reasonAt(row, at) })),
  );
  return (
    <SightCard
      title={chartTitles.calendar}
      about="30 days. Height: share of the day. Dashed: no messages."
      finding={calendarSentence(rows, at)}
      isAlert={rows.some(({ shares }) => shares.at(-1) === 0)}
      lines={lines}
      columns={calendarColumns}
      rows={days}
      rowKey={({ stationId, type, day }) => `${stationId} ${type} ${day}`}
      chart={
        rows.length === 0
          ? null
          : (drawn) => (
              <CellGrid
                label="Feeding days by station and type"
                {...drawn}
                columns={rows[0]?.shares.length ?? 0}
                rows={rows.map((row) => ({
                  name: `${row.stationId} ${row.type}`,
                  shortName: `${row.stationId} ${row.type}`,
                  isAlert: row.shares.at(-1) === 0,
                  cells: row.shares.map((share): GridCell => {
                    if (share === null) return { kind: 'unknown' };
                    if (share === 0) return { kind: 'none' };
                    return { kind: 'value', strength: share >= fullFrom ? 1 : 0.75, height: share };
                  }),
                }))}
                columnName={(at) => shortDay(begin + at * dayMs)}
                describe={({ column, row }) => {
                  const one = rows[row];
                  const share = one?.shares[column] ?? null;
                  if (!one) return '';
                  const reason = reasonAt(one, column);
                  const fed = share === null ? 'no data yet' : `${percent(share)} % of the day`;
                  return `${stationName(one)} ${one.type}, ${shortDay(begin + column * dayMs)}: ${fed}${reason ? `. Silent: ${reason}` : ''}`;
                }}
              />
            )
      }
    />
  );
}
