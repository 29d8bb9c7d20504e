/** Statistics at first sight: messages of each hour beside the usual. Own file: a chart with its table. */
import type { ReactElement } from 'react';
import { hourMs } from '../../../contract/durations.ts';
import type { StationHours } from '../../../contract/entities/first-sight.ts';
import { feedingSlotS } from '../../../contract/feeding.ts';
import { parseInstant } from '../../../contract/params.ts';
import { CellGrid, type GridCell } from '../../charts/CellGrid.tsx';
import { formatCount, formatNumber } from '../../lib/format.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { SightCard, type SightProps, StationLink } from './SightCard.tsx';
import { chartTitles, hourName, hoursSentence, momentText, stationName, usualText } from './sight-texts.ts';

/** Weak hours are lower, at least so much that they are seen. More than usual is darker, up to eight times as much. */
const lowest = 0.15;
const darkest = 8;
const usualStrength = 0.6;

type Hour = StationHours & { readonly hour: number; readonly count: number; readonly share: number | null };
const hoursColumns: readonly TableColumn<Hour>[] = [
  { key: 'station', header: 'Station', value: stationName, cell: (row) => <StationLink station={row} /> },
  { key: 'hour', header: 'From (UTC)', value: ({ hour }) => hour, text: ({ hour }) => momentText(hour) },
  {
    key: 'count',
    header: 'Messages',
    isNumber: true,
    value: ({ count }) => count,
    text: ({ count }) => formatCount(count),
  },
  {
    key: 'usual',
    header: 'Share of usual',
    unit: '%',
    isNumber: true,
    value: ({ share }) => (share === null ? null : Math.round(share * 100)),
    text: ({ share }) => (share === null ? '–' : formatNumber(Math.round(share * 100))),
  },
];

export function HoursChart({ sight: { hours }, now, at, lines }: SightProps): ReactElement {
  const begin = parseInstant(hours.from) ?? 0;
  const { rows } = hours;
  const count = rows[0]?.counts.length ?? 0;
  const all = rows.flatMap((row) =>
    row.counts.map(
      (messages, at): Hour => ({ ...row, hour: begin + at * hourMs, count: messages, share: row.usual[at] ?? null }),
    ),
  );
  return (
    <SightCard
      title={chartTitles.hours}
      about="Height: share of the usual number at that hour. Darker: more than usual. Dashed: no messages."
      finding={hoursSentence(hours, at)}
      isAlert={rows.some(({ isSilent }) => isSilent)}
      lines={lines}
      columns={hoursColumns}
      rows={all}
      rowKey={({ stationId, hour }) => `${stationId} ${hour}`}
      chart={
        rows.length === 0
          ? null
          : (drawn) => (
              <CellGrid
                label="Hours by station"
                {...drawn}
                columns={count}
                rows={rows.map((row) => ({
                  name: stationName(row),
                  shortName: row.stationId,
                  isAlert: row.isSilent,
                  cells: cellsOf(row, now - (begin + (count - 1) * hourMs)),
                }))}
                columnName={(at) => hourName(begin + at * hourMs)}
                describe={({ column, row }) => {
                  const one = rows[row];
                  if (!one) return '';
                  return `${stationName(one)}, ${momentText(begin + column * hourMs)}: ${formatCount(one.counts[column] ?? 0)} messages, ${usualText(one.usual[column] ?? null)}`;
                }}
              />
            )
      }
    />
  );
}

/**
 * An hour without a usual number is drawn as usual. A station without counts has nothing to compare.
 * `elapsedMs` of the last hour: without messages it is not a gap while it has just begun.
 */
export function cellsOf({ counts, usual, isSilent }: StationHours, elapsedMs: number): GridCell[] {
  const first = counts.findIndex((count) => count > 0);
  const hasBegun = elapsedMs >= feedingSlotS * 1000;
  return counts.map((count, at): GridCell => {
    const share = usual[at] ?? null;
    if (count > 0) {
      const more = Math.min(1, Math.max(0, Math.log2(share ?? 1) / Math.log2(darkest)));
      return {
        kind: 'value',
        strength: usualStrength + (1 - usualStrength) * more,
        height: Math.max(lowest, Math.min(1, share ?? 1)),
      };
    }
    if (at === counts.length - 1 && !hasBegun && !isSilent) return { kind: 'unknown' };
    const isNone = share !== null || (at > first && first >= 0) || (isSilent && first < 0);
    return isNone ? { kind: 'none' } : { kind: 'unknown' };
  });
}
