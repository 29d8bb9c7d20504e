/** POLAR CHART (STAT-03, STAT-05): chart, summary text and the same figures as a table. */
import { IconChartRadar, IconTable } from '@tabler/icons-react';
import { type ReactElement, Suspense, useMemo, useState } from 'react';
import type { StationRanges } from '../../api/statistics.ts';
import {
  directionText,
  distanceText,
  type PolarSeries,
  polarFacts,
  rimNmi,
  sectorAt,
  sectorsOf,
} from '../../charts/polar.ts';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { type PanelTexts, periodText, sectorWidth } from './panel-criteria.ts';
import styles from './Results.module.css';
import screen from './Statistics.module.css';

const PolarChart = lazyPart(async () => ({ default: (await import('../../charts/PolarChart.tsx')).PolarChart }));

const nameOf = (stationId: string): string => (stationId === '' ? 'all stations' : stationId);

export function Ranges(props: { ranges: readonly StationRanges[]; criteria: PanelTexts }): ReactElement {
  const { criteria } = props;
  const [hasTable, setTable] = useState(false);
  const sectorDeg = sectorWidth(criteria.angle);
  const series = useMemo(
    () => props.ranges.map(({ stationId, ranges }) => ({ name: nameOf(stationId), points: sectorsOf(ranges) })),
    [props.ranges],
  );
  const names = series.map(({ name }) => name).join(', ');
  const picture = useMemo(
    () => ({
      title: `Directional ranges, ${names === nameOf('') ? names : `station ${names}`}`,
      lines: [periodText(criteria), `Farthest reception in sectors of ${sectorDeg}°, nautical miles`],
      fileName: `Ranges ${names} ${criteria.from.slice(0, 10)}`,
    }),
    [names, criteria, sectorDeg],
  );
  return (
    <div className={styles.ranges}>
      <div className={styles.rangesMain}>
        {hasTable ? (
          <RangesTable series={series} sectorDeg={sectorDeg} />
        ) : (
          <Suspense fallback={<div className={styles.chartRoom} role="status" aria-label="Loading" />}>
            <PolarChart label={`Polar chart of ${names}`} series={series} sectorDeg={sectorDeg} picture={picture} />
          </Suspense>
        )}
      </div>
      <div className={styles.rangesSide}>
        <PlainButton aria-pressed={hasTable} onClick={() => setTable((old) => !old)}>
          {hasTable ? <IconChartRadar size={16} aria-hidden="true" /> : <IconTable size={16} aria-hidden="true" />}
          {hasTable ? 'Show the chart' : 'Show as table'}
        </PlainButton>
        {series.map((one, at) => (
          <Facts key={one.name} series={one} sectorDeg={sectorDeg} at={at} isAlone={series.length === 1} />
        ))}
      </div>
    </div>
  );
}

const lineLooks = ['a', 'c', 'b'] as const;

function Facts(props: { series: PolarSeries; sectorDeg: number; at: number; isAlone: boolean }): ReactElement {
  const { series, sectorDeg } = props;
  const { farthest, medianNmi, beyond, silentDeg } = polarFacts(series.points, sectorDeg);
  return (
    <div>
      {props.isAlone ? null : (
        <p className={styles.lineName}>
          <i data-look={lineLooks[props.at]} />
          {series.name}
        </p>
      )}
      {farthest === null || medianNmi === null ? (
        <p className={screen.dim}>No receptions in this period.</p>
      ) : (
        <dl className={styles.facts}>
          <div>
            <dt>Farthest</dt>
            <dd>
              {distanceText(farthest.distanceNmi)} at {directionText(farthest.angleDeg, sectorDeg)}
            </dd>
          </div>
          <div>
            <dt>Median</dt>
            <dd>{distanceText(medianNmi)}</dd>
          </div>
          <div>
            <dt>No receptions in</dt>
            <dd>{silentDeg}°</dd>
          </div>
        </dl>
      )}
      {beyond > 0 ? (
        <p className={styles.finding}>
          {beyond === 1 ? 'One direction goes' : `${beyond} directions go`} beyond {rimNmi} nmi (drawn at the edge).
        </p>
      ) : null}
    </div>
  );
}

type Direction = { readonly angleDeg: number; readonly distances: readonly (number | null)[] };

const keyOf = ({ angleDeg }: Direction): string => String(angleDeg);

function RangesTable({ series, sectorDeg }: { series: readonly PolarSeries[]; sectorDeg: number }): ReactElement {
  const rows = useMemo(() => {
    const angles = [...new Set(series.flatMap(({ points }) => points.map(({ angleDeg }) => angleDeg)))];
    return angles
      .sort((a, b) => a - b)
      .map(
        (angleDeg): Direction => ({
          angleDeg,
          distances: series.map(({ points }) => sectorAt(points, sectorDeg, angleDeg)?.distanceNmi ?? null),
        }),
      );
  }, [series, sectorDeg]);
  const columns = useMemo<readonly TableColumn<Direction>[]>(
    () => [
      {
        key: 'angle',
        header: 'angle',
        value: ({ angleDeg }) => angleDeg,
        text: ({ angleDeg }) => directionText(angleDeg, sectorDeg),
      },
      ...series.map(({ name }, at) => ({
        key: `distance ${name}`,
        header: series.length === 1 ? 'distance' : name,
        unit: 'nmi',
        isNumber: true,
        value: ({ distances }: Direction) => distances[at] ?? null,
        text: ({ distances }: Direction) => distances[at]?.toFixed(1) ?? '–',
      })),
    ],
    [series, sectorDeg],
  );
  return <DataTable label="Directional ranges" columns={columns} rows={rows} rowKey={keyOf} />;
}
