/** Results of the search panels: active stations, feeding times, ranges, messages. Own file: the screen would have over 600 lines. */
import { IconChartRadar, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, Suspense, useMemo, useState } from 'react';
import { activeWithinS } from '../../../contract/feeding.ts';
import { parseInstant } from '../../../contract/params.ts';
import {
  directionText,
  distanceText,
  type PolarSeries,
  polarFacts,
  rimNmi,
  sectorAt,
  sectorsOf,
} from '../../charts/polar.ts';
import type { ApiResponse } from '../../data/resource.ts';
import { activeNumberQuery, type StationRow } from '../../data/stations.ts';
import type { StationRanges } from '../../data/statistics.ts';
import {
  type Counts,
  type FeedingPerType,
  type FeedingTime,
  feedingPerTypeFields,
  feedingTimeFields,
} from '../../data/statistics.ts';
import { counted, formatCount, noValue } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { ageText, utcShort } from '../../lib/time.ts';
import { StationLink } from '../../objects/ObjectLink.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import { StateBadge } from '../../ui/StateBadge.tsx';
import shared from '../../ui/shared.module.css';
import { type PanelTexts, periodText, sectorWidth } from './SearchPanel.tsx';
import styles from './Statistics.module.css';

// ---- active stations (STAT-15). Without a live response a dash is shown

const refreshMs = 60_000;
const namedAtMost = 3;
const activeWithin = ageText(activeWithinS * 1000);

export function ActiveStations({
  stations,
}: {
  stations: ApiResponse<readonly StationRow[]> | undefined;
}): ReactElement {
  const { data, isError } = useQuery({ ...activeNumberQuery(), refetchInterval: refreshMs });
  const count = isError ? null : (data?.count ?? null);
  const others = stations?.source === 'live' && count !== null ? stationCounts(stations.value, count) : null;
  return (
    <>
      <div className={`${shared.shrinks} ${styles.activeWords}`}>
        <h2 tabIndex={-1}>
          {specTexts.statistics.activeStations} {count ?? specTexts.statistics.noActive}
        </h2>
        <p className={shared.dim}>
          Active: at least one message received
          {data ? ` since ${utcShort(data.dataAt - activeWithinS * 1000)}` : ` in the last ${activeWithin}`}.
          {stations ? ` Registered: ${counted(stations.value.length, 'station')}.` : ''}
        </p>
        <p className={shared.dim}>
          <Link to="/stationStatus">Station status</Link> counts silent stations by the limit of each station.
        </p>
      </div>
      <div className={styles.badges}>
        {count === null ? null : (
          <StateBadge kind={count > 0 ? 'live' : 'warn'} word={`${formatCount(count)} active`} />
        )}
        {others && others.inactive.length > 0 ? (
          <StateBadge kind="failed" word={countText(others.inactive, `not active in ${activeWithin}`)} />
        ) : null}
        {others && others.never.length > 0 ? (
          <StateBadge kind="idle" word={countText(others.never, 'never active')} />
        ) : null}
      </div>
    </>
  );
}

/** `2 not active in 4 h: 1013, 1017`. */
function countText(ids: readonly string[], what: string): string {
  const named = ids.slice(0, namedAtMost).join(', ');
  return `${formatCount(ids.length)} ${what}: ${named}${ids.length > namedAtMost ? ' …' : ''}`;
}

type StationCounts = { readonly inactive: readonly string[]; readonly never: readonly string[] };
type StationActivity = Pick<StationRow, 'stationId' | 'lastActiveTime'>;

/** `active` = count of API-43. The others, longest inactive first. null = the list is older than the count. */
export function stationCounts(stations: readonly StationActivity[], active: number): StationCounts | null {
  const timed = stations.map(({ stationId, lastActiveTime }) => ({
    stationId,
    at: lastActiveTime === null ? null : parseInstant(lastActiveTime),
  }));
  const never = timed.filter(({ at }) => at === null);
  const count = timed.length - never.length - active;
  if (count < 0) return null;
  const oldestFirst = timed.filter(({ at }) => at !== null).sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  const idOf = ({ stationId }: StationActivity | { readonly stationId: string }): string => stationId;
  return { inactive: oldestFirst.slice(0, count).map(idOf), never: never.map(idOf) };
}

// ---- feeding time and percentage, overall and by message type (STAT-06 to STAT-08)

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
const feedingKeyOf = ({ stationId }: { readonly stationId: string }, at: number): string => `${stationId} ${at}`;

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
  return <DataTable label="Feeding time" columns={timeColumns} rows={rows} rowKey={feedingKeyOf} />;
}

export function FeedingPerTypeTable({ rows }: { rows: readonly FeedingPerType[] }): ReactElement {
  return <DataTable label="Feeding time per message type" columns={typeColumns} rows={rows} rowKey={feedingKeyOf} />;
}

// ---- ranges (STAT-03, STAT-05): chart, text and the same figures as a table

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
        <p className={shared.dim}>No receptions in this period.</p>
      ) : (
        <dl className={`${panel.facts} ${styles.facts}`}>
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

const rangesKeyOf = ({ angleDeg }: Direction): string => String(angleDeg);

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
  return <DataTable label="Directional ranges" columns={columns} rows={rows} rowKey={rangesKeyOf} />;
}

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
