/** Statistics at first sight: ranges by direction. Own file: a chart with its table. */
import { type ReactElement, useMemo } from 'react';
import { horizonNmi, type StationRanges, sightSectorDeg } from '../../../contract/entities/first-sight.ts';
import { RoseGrid } from '../../charts/RoseGrid.tsx';
import { amountText, measureText, type Units } from '../../lib/units.ts';
import { useUnits } from '../../objects/units-choice.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { SightCard, type SightProps, StationLink } from './SightCard.tsx';
import { chartTitles, rangesSentence, stationName } from './sight-texts.ts';

type Sector = StationRanges & { readonly angle: number; readonly nowNmi: number; readonly monthNmi: number };
const columnsOf = ({ distance }: Units): readonly TableColumn<Sector>[] => [
  { key: 'station', header: 'Station', value: stationName, cell: (row) => <StationLink station={row} /> },
  { key: 'angle', header: 'Direction', unit: '°', isNumber: true, value: ({ angle }) => angle },
  {
    key: 'now',
    header: '24 h',
    unit: distance.sign,
    isNumber: true,
    value: ({ nowNmi }) => nowNmi,
    text: ({ nowNmi }) => (nowNmi === 0 ? '–' : amountText(distance, nowNmi)),
  },
  {
    key: 'month',
    header: '30 days',
    unit: distance.sign,
    isNumber: true,
    value: ({ monthNmi }) => monthNmi,
    text: ({ monthNmi }) => (monthNmi === 0 ? '–' : amountText(distance, monthNmi)),
  },
];

export function RangesChart({ sight: { ranges }, at, lines }: SightProps): ReactElement {
  const units = useUnits();
  const { distance, altitude } = units;
  const columns = useMemo(() => columnsOf(units), [units]);
  const text = (nmi = 0): string => (nmi === 0 ? 'nothing' : measureText(distance, nmi));
  const sectors = ranges.flatMap((one) =>
    one.now.map((nowNmi, at): Sector => ({ ...one, angle: at * sightSectorDeg, nowNmi, monthNmi: one.month[at] ?? 0 })),
  );
  return (
    <SightCard
      title={chartTitles.ranges}
      about={`24 h filled, 30 days dashed, horizon at ${measureText(altitude, 40_000)} dotted (${measureText(distance, horizonNmi)}).`}
      finding={rangesSentence(ranges, at, units)}
      isAlert={ranges.some(({ lost }) => lost.length > 0)}
      lines={lines}
      columns={columns}
      rows={sectors}
      rowKey={({ stationId, angle }) => `${stationId} ${angle}`}
      chart={
        ranges.length === 0
          ? null
          : (drawn) => (
              <RoseGrid
                label="Ranges by direction"
                {...drawn}
                horizon={horizonNmi}
                roses={ranges.map((one) => {
                  const farthest = Math.max(0, ...one.now);
                  return {
                    name: one.stationId,
                    note: farthest === 0 ? 'silent' : measureText(distance, farthest),
                    isAlert: farthest === 0 || one.lost.length > 0,
                    now: one.now,
                    month: one.month,
                  };
                })}
                describe={({ column, row }) => {
                  const one = ranges[row];
                  if (!one) return '';
                  return `${stationName(one)}, ${column * sightSectorDeg}°: ${text(one.now[column])} in 24 h, ${text(one.month[column])} in 30 days`;
                }}
              />
            )
      }
    />
  );
}
