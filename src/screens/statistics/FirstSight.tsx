/** Statistics at first sight (decision 18): six charts from one response, ready without SEARCH. Over 600 lines: six short charts of one form. */

import { IconDownload, IconFileTypeCsv, IconPlugConnectedX, IconRefresh, IconTable } from '@tabler/icons-react';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { dayMs, hourMs } from '../../../contract/durations.ts';
import {
  type FirstSight as FirstSightData,
  type FrequencyLevels,
  horizonNmi,
  type NamedCount,
  type SightDays,
  type StationDays,
  type StationHours,
  type StationRanges,
  sightDays,
  sightSectorDeg,
} from '../../../contract/entities/first-sight.ts';
import { parseInstant } from '../../../contract/params.ts';
import { labelMeanings } from '../../../decoder/label-meanings.ts';
import { BoxPlot, boxGutter, minColumnPx } from '../../charts/BoxPlot.tsx';
import { CellGrid, type GridCell } from '../../charts/CellGrid.tsx';
import { svgPicture } from '../../charts/picture.ts';
import { RankedBars } from '../../charts/RankedBars.tsx';
import { RoseGrid } from '../../charts/RoseGrid.tsx';
import { StackedBars } from '../../charts/StackedBars.tsx';
import { NothingStored } from '../../data/race.ts';
import { firstSightQuery, type SightCriteria, type SightResponse } from '../../data/resources.ts';
import type { StationRow } from '../../data/stations.ts';
import { useNow } from '../../data/use-now.ts';
import { nothingStoredText } from '../../data/waiting.ts';
import { slotSearch, withSlot } from '../../lib/address-slot.ts';
import { csvLine, csvSafe } from '../../lib/csv.ts';
import { counted, formatCount, formatNumber } from '../../lib/format.ts';
import { type ReportTime, say } from '../../lib/tense.ts';
import { utcMoment } from '../../lib/time.ts';
import { amountText, measureText, type Units } from '../../lib/units.ts';
import { useWidth } from '../../lib/use-width.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import { ObjectLink } from '../../objects/ObjectLink.tsx';
import { Loading } from '../../objects/ObjectPage.tsx';
import { useUnits } from '../../objects/units-choice.ts';
import { asOfText } from '../../stations/station-text.ts';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import input from '../../ui/input.module.css';
import { Later } from '../../ui/Later.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ServerMessage } from '../../ui/ServerMessage.tsx';
import { saveFile } from '../../ui/save-file.ts';
import shared from '../../ui/shared.module.css';
import styles from './FirstSight.module.css';
import {
  calendarSentence,
  dayOf,
  fewerRowsSentence,
  hourName,
  hoursSentence,
  levelsSentence,
  megahertz,
  messagesSentence,
  messagesText,
  momentText,
  rangesSentence,
  rangeWords,
  reasonWords,
  shortDay,
  stationName,
  stepName,
  topsSentence,
  usualText,
} from './sight-texts.ts';

const refreshMs = 600_000;
const tickMs = 10_000;
const slot = 'sight';
/** Charts after the first. */
const later = [
  ['hours', HoursChart],
  ['ranges', RangesChart],
  ['calendar', CalendarChart],
  ['levels', LevelsChart],
  ['tops', TopsChart],
] as const;
const shortWords: Readonly<Record<SightDays, string>> = { 1: '24 h', 3: '3 d', 7: '7 d', 30: '30 d' };

export default function FirstSight({ stations }: { stations: readonly StationRow[] }): ReactElement {
  const [criteria, choose] = useCriteria();
  const query = useQuery({ ...firstSightQuery(criteria), refetchInterval: refreshMs, placeholderData: (old) => old });
  const { days, stationId } = criteria;
  const isListed = stationId === '' || stations.some((station) => station.stationId === stationId);
  return (
    <>
      <div className={styles.choices}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout */}
        <div role="group" aria-label="Range of the charts" className={styles.ranges}>
          {sightDays.map((one) => (
            <PlainButton
              key={one}
              aria-pressed={one === days}
              aria-label={rangeWords[one]}
              onClick={() => choose({ ...criteria, days: one })}
            >
              {shortWords[one]}
            </PlainButton>
          ))}
        </div>
        <label className={styles.station}>
          <span className="dl-hidden">Station of the charts</span>
          <select
            className={input.input}
            value={stationId}
            onChange={({ target }) => choose({ ...criteria, stationId: target.value })}
          >
            <option value="">All stations</option>
            {isListed ? null : <option value={stationId}>{stationId}</option>}
            {stations.map((station) => (
              <option key={station.stationId} value={station.stationId}>
                {stationName(station)}
              </option>
            ))}
          </select>
        </label>
        {query.data ? (
          <Age response={query.data} />
        ) : query.error ? null : (
          <span className={shared.dim}>Loading …</span>
        )}
      </div>
      {query.data ? (
        <Charts response={query.data} criteria={criteria} isLoading={query.isPlaceholderData} />
      ) : query.error ? (
        <NotRead error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SightComing of={firstSightQuery(criteria).queryKey} />
      )}
    </>
  );
}

/** Range and station are in the address, like the queries of the panels (decision 18). */
function useCriteria(): readonly [SightCriteria, (next: SightCriteria) => void] {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const writeAddress = useWriteAddress();
  const own = slotSearch(search, slot);
  const days = sightDays.find((one) => one === Number(own.days)) ?? sightDays[0];
  const stationId = ['string', 'number'].includes(typeof own.station) ? String(own.station) : '';
  const choose = (next: SightCriteria): void => {
    const chosen = {
      ...(next.days === sightDays[0] ? {} : { days: next.days }),
      ...(next.stationId === '' ? {} : { station: next.stationId }),
    };
    writeAddress((now) => withSlot(now, slot, chosen), 'replace');
  };
  return [{ days, stationId }, choose];
}

function Age({ response: { dataAt, source } }: { response: SightResponse }): ReactElement {
  const now = useNow(tickMs);
  return source === 'stored' ? (
    <span className={styles.stale}>{asOfText(dataAt, now)}</span>
  ) : (
    <span className={shared.dim}>As of {utcMoment(dataAt, now)}</span>
  );
}

function Charts(props: { response: SightResponse; criteria: SightCriteria; isLoading: boolean }): ReactElement {
  const { value: sight, dataAt: now, source } = props.response;
  const { days, stationId } = props.criteria;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list with other data
  const lines = useMemo(
    () => [
      `${rangeWords[days]}, ${stationId === '' ? 'all stations' : `station ${stationId}`}`,
      `As of ${momentText(now)}`,
    ],
    [sight, days, stationId, now],
  );
  const at = { now: useNow(tickMs), dataAt: now, isNow: source !== 'stored' };
  if (sight.stations === 0 && sight.countedSince === null)
    return <p className={styles.nothing}>{say('noOwnCounts', at)}</p>;
  const part = { sight, now, at, lines };
  return (
    <div
      className={styles.charts}
      data-loading={props.isLoading || undefined}
      data-old={source === 'stored' || undefined}
    >
      <MessagesChart {...part} />
      {later.map(([kind, Chart]) => (
        <Later key={kind} room={<ComingCard kind={kind} />}>
          {() => <Chart {...part} />}
        </Later>
      ))}
    </div>
  );
}

function NotRead({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  return (
    <div className={styles.nothing}>
      <p>
        <IconPlugConnectedX size={16} aria-hidden="true" />{' '}
        {error instanceof NothingStored ? (
          `${nothingStoredText(error.why, 'these charts')} Open them once while online to store them.`
        ) : (
          <>
            <strong>These charts could not be loaded.</strong> <ServerMessage text={error.message} />
          </>
        )}
      </p>
      <PlainButton onClick={onRetry}>
        <IconRefresh size={16} aria-hidden="true" />
        Try again
      </PlainButton>
    </div>
  );
}

/** As high as the loaded charts. */
function SightComing({ of }: { of: QueryKey }): ReactElement {
  return (
    <Loading of={of}>
      <div className={styles.charts}>
        <ComingCard kind="messages" />
        {later.map(([kind]) => (
          <ComingCard key={kind} kind={kind} />
        ))}
      </div>
    </Loading>
  );
}

// ---- a chart with its finding, the point that is read, its table, and files of both

const StationLink = ({
  station,
}: {
  station: { readonly stationId: string; readonly city: string | null };
}): ReactElement => (
  <ObjectLink to="station" id={station.stationId} isOwn>
    {stationName(station)}
  </ObjectLink>
);

type SightProps = {
  readonly sight: FirstSightData;
  /** Server time of the data, epoch ms. */
  readonly now: number;
  readonly at: ReportTime;
  /** Period, stations and time, for files. */
  readonly lines: readonly string[];
};

type ChartKind = 'messages' | 'hours' | 'ranges' | 'calendar' | 'levels' | 'tops';

const ComingCard = ({ kind }: { kind: ChartKind }): ReactElement => <div className={styles.coming} data-chart={kind} />;

type Drawn = { readonly width: number; readonly onRead: (text: string | null) => void };
type Props<R> = {
  readonly title: string;
  /** What the chart shows, in a few words. */
  readonly about: string;
  readonly finding: string;
  readonly isAlert?: boolean;
  /** Period, stations and time of the data: another list with other data. */
  readonly lines: readonly string[];
  readonly columns: readonly TableColumn<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R, at: number) => string;
  readonly legend?: ReactNode;
  /** null = no data. */
  readonly chart: ((drawn: Drawn) => ReactNode) | null;
};

function SightCard<R>(props: Props<R>): ReactElement {
  const { title, columns, rows, lines, finding } = props;
  const heading = useId();
  const [frame, width] = useWidth();
  const [isTable, setTable] = useState(false);
  // A point of earlier data is not shown with newer data.
  const [read, setRead] = useState<{ readonly text: string; readonly of: readonly string[] } | null>(null);
  const reading = read?.of === lines ? read.text : null;
  const onRead = (text: string | null): void => setRead(text === null ? null : { text, of: lines });
  const drawn = useRef<HTMLDivElement>(null);
  const fileName = `${title} ${lines[0] ?? ''}`.replaceAll(/[^\w -]+/g, '');
  const savePicture = (): void => {
    const svg = drawn.current?.querySelector('svg');
    if (svg)
      void svgPicture(svg, { title, lines: [...lines, finding] }).then(
        (blob) => blob && saveFile(blob, `${fileName}.png`),
      );
  };
  const saveCsv = (): void => {
    const text = (row: R, column: TableColumn<R>): string => {
      const value = column.value(row);
      return typeof value === 'number' && column.isNumber
        ? String(value)
        : csvSafe(column.text?.(row) ?? String(value ?? ''));
    };
    const header = csvLine(
      columns.map((column) => (column.unit ? `${column.header} (${column.unit})` : column.header)),
    );
    const body = rows.map((row) => csvLine(columns.map((column) => text(row, column))));
    saveFile(new Blob([header, ...body], { type: 'text/csv' }), `${fileName}.csv`);
  };
  return (
    <section className={styles.card} aria-labelledby={heading}>
      <div className={styles.cardHead}>
        <div className={styles.titles}>
          <h3 id={heading}>{title}</h3>
          <span className={shared.dim}>{props.about}</span>
        </div>
        <span className={styles.buttons}>
          <PlainButton
            look="icon"
            aria-pressed={isTable}
            aria-label={`Table: ${title}`}
            title="Table"
            onClick={() => setTable(!isTable)}
          >
            <IconTable size={16} aria-hidden="true" />
          </PlainButton>
          {isTable ? (
            <PlainButton look="icon" aria-label={`Save CSV: ${title}`} title="Save CSV" onClick={saveCsv}>
              <IconFileTypeCsv size={16} aria-hidden="true" />
            </PlainButton>
          ) : (
            <PlainButton
              look="icon"
              aria-label={`Save picture: ${title}`}
              title="Save picture"
              disabled={props.chart === null}
              onClick={savePicture}
            >
              <IconDownload size={16} aria-hidden="true" />
            </PlainButton>
          )}
        </span>
      </div>
      <div ref={frame} className={styles.drawing}>
        {isTable ? (
          <DataTable label={title} columns={columns} rows={rows} rowKey={props.rowKey} />
        ) : props.chart === null ? (
          <p className={styles.none}>No data in this period.</p>
        ) : (
          <div ref={drawn}>{width > 0 ? props.chart({ width, onRead }) : null}</div>
        )}
      </div>
      {isTable ? null : props.legend}
      <p className={styles.finding} data-alert={(props.isAlert && reading === null) || undefined}>
        {reading ?? finding}
      </p>
    </section>
  );
}

type Day = StationDays & { readonly day: number; readonly share: number | null; readonly reason: string };
const percent = (share: number): string => formatNumber(Math.round(share * 100));
const reasonAt = ({ reasons }: StationDays, at: number): string => {
  const found = reasons[at];
  return found ? `${reasonWords[found.reason]}, ${found.hours} h` : '';
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

function CalendarChart({ sight: { calendar }, at, lines }: SightProps): ReactElement {
  const { rows } = calendar;
  const begin = dayOf(calendar.from);
  const days = rows.flatMap((row) =>
    row.shares.map((share, at): Day => ({ ...row, day: begin + at * dayMs, share, reason: reasonAt(row, at) })),
  );
  return (
    <SightCard
      title="Feeding calendar"
      about="30 days. Height: share of the day. Dashed: none."
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

/** From a quarter to one and a half of the usual number. */
const [palest, darkest] = [0.25, 1.5];

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
    header: 'Of the usual',
    unit: '%',
    isNumber: true,
    value: ({ share }) => (share === null ? null : Math.round(share * 100)),
    text: ({ share }) => (share === null ? '–' : formatNumber(Math.round(share * 100))),
  },
];

function HoursChart({ sight: { hours }, at, lines }: SightProps): ReactElement {
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
      title="Hours by station"
      about="Darker: more messages than usual at that hour. Dashed: no messages."
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
                  cells: cellsOf(row),
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

/** An hour without a usual number has a middle tone. A station without counts has nothing to compare. */
function cellsOf({ counts, usual, isSilent }: StationHours): GridCell[] {
  const first = counts.findIndex((count) => count > 0);
  return counts.map((count, at): GridCell => {
    const share = usual[at] ?? null;
    if (count > 0) {
      const strength =
        share === null ? 0.5 : (Math.min(darkest, Math.max(palest, share)) - palest) / (darkest - palest);
      return { kind: 'value', strength, height: 1 };
    }
    const isNone = share !== null || (at > first && first >= 0) || (isSilent && first < 0);
    return isNone ? { kind: 'none' } : { kind: 'unknown' };
  });
}

const quantiles = ['5 %', '25 %', 'Median', '75 %', '95 %'] as const;
const levelsColumns: readonly TableColumn<FrequencyLevels>[] = [
  { key: 'frequency', header: 'Frequency', unit: 'MHz', value: ({ khz }) => khz, text: ({ khz }) => megahertz(khz) },
  { key: 'type', header: 'Type', value: ({ type }) => type },
  {
    key: 'messages',
    header: 'Messages',
    isNumber: true,
    value: ({ messages }) => messages,
    text: ({ messages }) => formatCount(messages),
  },
  ...quantiles.map(
    (header, at): TableColumn<FrequencyLevels> => ({
      key: header,
      header,
      unit: 'dB',
      isNumber: true,
      value: (row) => row.quantiles[at] ?? null,
      text: (row) => formatNumber(row.quantiles[at] ?? 0, 1),
    }),
  ),
];

function LevelsChart({ sight: { levels }, lines }: SightProps): ReactElement {
  return (
    <SightCard
      title="Levels by frequency"
      about="dB of text messages. Box: middle half. Line: nine tenths. Below: messages."
      finding={levelsSentence(levels)}
      lines={lines}
      columns={levelsColumns}
      rows={levels}
      rowKey={({ khz, type }) => `${khz} ${type}`}
      chart={
        levels.length === 0
          ? null
          : (drawn) => {
              const shown = maxUsed(levels, Math.floor((drawn.width - boxGutter) / minColumnPx));
              return (
                <BoxPlot
                  label="Levels by frequency"
                  {...drawn}
                  distributions={shown.map(({ khz, messages, ...one }) => ({
                    name: megahertz(khz),
                    note: formatCount(messages),
                    quantiles: one.quantiles,
                  }))}
                  describe={(at) => {
                    const one = shown[at];
                    if (!one) return '';
                    const [p5 = 0, , p50 = 0, , p95 = 0] = one.quantiles;
                    return `${megahertz(one.khz)} MHz, ${one.type}: median ${formatNumber(p50, 0)} dB, from ${formatNumber(p5, 0)} to ${formatNumber(p95, 0)} dB, ${formatCount(one.messages)} messages`;
                  }}
                />
              );
            }
      }
    />
  );
}

/** As many as fit, by frequency. The table has all. */
function maxUsed(levels: readonly FrequencyLevels[], most: number): readonly FrequencyLevels[] {
  const used = new Set(levels.toSorted((a, b) => b.messages - a.messages).slice(0, Math.max(1, most)));
  return levels.filter((one) => used.has(one));
}

type Step = {
  readonly at: number;
  readonly acars: number;
  readonly vdlm2: number;
  readonly hfdl: number;
  readonly adsb: number;
};
const kinds = [
  ['acars', 'ACARS'],
  ['vdlm2', 'VDLM2'],
  ['hfdl', 'HFDL'],
  ['adsb', 'ADSB'],
] as const;
const messagesColumns: readonly TableColumn<Step>[] = [
  { key: 'at', header: 'From (UTC)', value: ({ at }) => at, text: ({ at }) => momentText(at) },
  ...kinds.map(
    ([kind, header]): TableColumn<Step> => ({
      key: kind,
      header,
      isNumber: true,
      value: (step) => step[kind],
      text: (step) => formatCount(step[kind]),
    }),
  ),
];

function MessagesChart({ sight: { messages }, lines }: SightProps): ReactElement {
  const begin = parseInstant(messages.from) ?? 0;
  const steps = messages.acars.map((acars, at): Step => {
    const [vdlm2 = 0, hfdl = 0, adsb = 0] = [messages.vdlm2[at], messages.hfdl[at], messages.adsb[at]];
    return { at: begin + at * messages.stepS * 1000, acars, vdlm2, hfdl, adsb };
  });
  const isEmpty = kinds.every(([kind]) => messages[kind].every((count) => count === 0));
  return (
    <SightCard
      title={messages.stepS === 3600 ? 'Messages per hour' : 'Messages per day'}
      about="By type. The last column is incomplete."
      finding={[messagesSentence(messages), fewerRowsSentence(messages)].filter(Boolean).join(' ')}
      lines={lines}
      columns={messagesColumns}
      rows={steps.toReversed()}
      rowKey={({ at }) => String(at)}
      legend={
        <ul className={styles.legend} aria-label="Colours of the bars">
          {kinds.map(([kind, name]) => (
            <li key={kind} data-type={kind}>
              {name}
            </li>
          ))}
        </ul>
      }
      chart={
        isEmpty
          ? null
          : (drawn) => (
              <StackedBars
                label="Messages by time"
                {...drawn}
                stacked={[
                  { type: 'acars', counts: messages.acars },
                  { type: 'vdlm2', counts: messages.vdlm2 },
                  { type: 'hfdl', counts: messages.hfdl },
                ]}
                below={{ type: 'adsb', name: 'ADSB, own axis', counts: messages.adsb }}
                columnName={(at) => stepName(messages, at)}
                describe={(at) => messagesText(messages, at)}
              />
            )
      }
    />
  );
}

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

function RangesChart({ sight: { ranges }, at, lines }: SightProps): ReactElement {
  const units = useUnits();
  const { distance, altitude } = units;
  const columns = useMemo(() => columnsOf(units), [units]);
  const text = (nmi = 0): string => (nmi === 0 ? 'nothing' : measureText(distance, nmi));
  const sectors = ranges.flatMap((one) =>
    one.now.map((nowNmi, at): Sector => ({ ...one, angle: at * sightSectorDeg, nowNmi, monthNmi: one.month[at] ?? 0 })),
  );
  return (
    <SightCard
      title="Range compared with the last 30 days"
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

const groups = [
  { kind: 'labels', title: 'Labels', one: 'Label' },
  { kind: 'aircraft', title: 'Aircraft', one: 'Aircraft' },
  { kind: 'airlines', title: 'Airlines', one: 'Airline' },
] as const;
const meanings = new Map<string, string>(labelMeanings);
type Row = NamedCount & {
  readonly kind: (typeof groups)[number]['kind'];
  readonly what: string;
  readonly meaning: string;
};

const columns: readonly TableColumn<Row>[] = [
  { key: 'what', header: 'Kind', value: ({ what }) => what },
  {
    key: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: ({ kind, name }) => (kind === 'aircraft' ? <ObjectLink to="tail" id={name} /> : name),
  },
  { key: 'meaning', header: 'Meaning', value: ({ meaning }) => meaning },
  {
    key: 'messages',
    header: 'Messages',
    isNumber: true,
    value: ({ messages }) => messages,
    text: ({ messages }) => formatCount(messages),
  },
];

const meaningOf = (kind: Row['kind'], { name, title }: NamedCount): string =>
  kind === 'labels' ? (meanings.get(name) ?? '') : (title ?? '');
const rowsOf = (tops: FirstSightData['tops']): Row[] =>
  groups.flatMap(({ kind, one }) =>
    tops[kind].map((named) => ({ ...named, kind, what: one, meaning: meaningOf(kind, named) })),
  );

function TopsChart({ sight: { tops }, lines }: SightProps): ReactElement {
  const rows = rowsOf(tops);
  return (
    <SightCard
      title="Most frequent"
      about={`Text messages since ${shortDay(dayOf(tops.from))}.`}
      finding={topsSentence(tops)}
      lines={lines}
      columns={columns}
      rows={rows}
      rowKey={({ kind, name }) => `${kind} ${name}`}
      chart={
        rows.length === 0
          ? null
          : (drawn) => (
              <RankedBars
                label="Most frequent labels, aircraft and airlines"
                {...drawn}
                groups={groups.map(({ kind, title }) => ({
                  title,
                  ranked: tops[kind].map(({ name, messages }) => ({ name, count: messages })),
                }))}
                describe={({ column, row }) => {
                  const group = groups[column];
                  const named = group && tops[group.kind][row];
                  if (!named) return `${group?.title ?? ''}: no more`;
                  const meaning = meaningOf(group.kind, named);
                  return `${group.one} ${named.name}${meaning ? ` (${meaning})` : ''}: ${counted(named.messages, 'message')}`;
                }}
              />
            )
      }
    />
  );
}
