/** /report: a day or a week of messages, faults, stations and own aircraft, on screen, printed, as CSV and by email (decision 46). */
import { IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactElement, useId, useMemo, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { dayMs } from '../../../contract/durations.ts';
import { type Report, type ReportPeriod, reportLimits, reportPeriods } from '../../../contract/entities/report.ts';
import { readKnown } from '../../../contract/known-values.ts';
import { parseInstant } from '../../../contract/params.ts';
import { type ApiResponse, resource } from '../../data/resource.ts';
import { send, serverNow } from '../../data/send.ts';
import { counted, formatCount, oneLine } from '../../lib/format.ts';
import { isoDay, utcMoment } from '../../lib/time.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import { kindWords } from '../../objects/kind-words.ts';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage, Panel } from '../../objects/ObjectPage.tsx';
import { faultsPath, tailPath } from '../../objects/object-paths.ts';
import { useWatched } from '../../objects/watched.ts';
import { NoStation } from '../../stations/NoStation.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { InstantPicker } from '../../ui/InstantPicker.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import { saveFile } from '../../ui/save-file.ts';
import shared from '../../ui/shared.module.css';
import styles from './Report.module.css';
import { ReportMailPanel } from './ReportMailPanel.tsx';
import { reportCsv } from './report-csv.ts';

type Search = { readonly period?: unknown; readonly day?: unknown };

export default function ReportScreen(): ReactElement {
  const search = useSearch({ strict: false }) as Search;
  const write = useWriteAddress();
  const period = reportPeriods.find((one) => one === search.period) ?? 'day';
  const day = dayOf(search.day) ?? isoDay(serverNow() - dayMs);
  const tails = useOwnTails();
  const queryKey = [api.reports.read.id, period, day, tails.join()];
  const query = useQuery({
    ...resource<Report>({
      key: queryKey,
      request: (config) =>
        send(api.reports.read, {
          query: { period, day, ...(tails.length > 0 ? { tails: tails.join() } : {}) },
          ...config,
        }),
      read: (body) => readKnown(api.reports.read.response, body),
      timeOf: (body) => parseInstant(String((body as { asOf?: unknown } | null)?.asOf)),
      copy: { call: api.reports.read, variant: `${period} ${day} ${tails.join()}` },
    }),
    meta: { isQuiet: true },
  });
  const open = (next: { readonly period?: ReportPeriod; readonly day?: string }): void =>
    write({ period, day, ...next }, 'replace');
  return (
    <ObjectPage
      query={query}
      queryKey={queryKey}
      title="Report"
      notFound="This server does not support reports. Update it first."
    >
      {(response) => <Loaded response={response} period={period} day={day} tails={tails} onOpen={open} />}
    </ObjectPage>
  );
}

/** A day of the address that has begun. */
function dayOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const ms = parseInstant(`${value}T00:00`);
  return ms !== null && ms <= serverNow() ? value : null;
}

function useOwnTails(): readonly string[] {
  const watched = useWatched();
  return useMemo(
    () =>
      watched
        // The request separates them by commas. A star can be on any address that someone typed.
        .filter(({ kind, id }) => kind === 'tail' && id.length <= reportLimits.tailLength && !id.includes(','))
        .map(({ id }) => id)
        .sort(),
    [watched],
  );
}

type LoadedProps = {
  readonly response: ApiResponse<Report>;
  readonly period: ReportPeriod;
  readonly day: string;
  readonly tails: readonly string[];
  readonly onOpen: (next: { readonly period?: ReportPeriod; readonly day?: string }) => void;
};

function Loaded({ response, period, day, tails, onOpen }: LoadedProps): ReactElement {
  const report = response.value;
  const { messages, faults, stations, aircraft } = report;
  const from = isoDay(Date.parse(report.from));
  const when = period === 'day' ? day : `${from} to ${day}`;
  const isRunning = Date.parse(report.to) > Date.parse(report.asOf);
  const silent = stations.filter((one) => one.messages === 0).length;
  return (
    <>
      <div className={page.head}>
        <h1 className={page.title}>Report of {when}</h1>
        <fieldset className={`${shared.buttons} ${styles.choice}`} aria-label="Period">
          {reportPeriods.map((one) => (
            <PlainButton key={one} aria-pressed={one === period} onClick={() => onOpen({ period: one })}>
              {one === 'day' ? 'Day' : '7 days'}
            </PlainButton>
          ))}
        </fieldset>
        <DayChoice label={period === 'day' ? 'Day' : 'Last day'} day={day} onDay={(next) => onOpen({ day: next })} />
        <span className={`${page.ways} ${styles.choice}`}>
          <PlainButton onClick={() => print()}>
            <IconPrinter size={16} aria-hidden="true" />
            Print
          </PlainButton>
          <PlainButton
            onClick={() =>
              saveFile(
                new Blob([reportCsv(report)], { type: 'text/csv;charset=utf-8' }),
                `downlink-report-${from}-${day}.csv`,
              )
            }
          >
            <IconFileSpreadsheet size={16} aria-hidden="true" />
            Save as CSV
          </PlainButton>
        </span>
      </div>
      {response.source === 'stored' ? (
        <p className={page.asOf}>Stored on this device {utcMoment(response.dataAt, serverNow())}.</p>
      ) : null}
      {isRunning ? <p className={shared.dim}>The period has not ended: figures up to now.</p> : null}
      <Panel title="Messages" note="As in the lists, a message received by three stations counts three times">
        <p className={styles.sentence}>
          <strong>{formatCount(messages.total)}</strong> messages of {formatCount(messages.aircraft)} aircraft
          {changeText(messages.total, messages.before, period)}, {formatCount(messages.notDecoded)} not decoded.
        </p>
        {period === 'week' ? (
          <DataTable label="Messages per day" columns={dayColumns} rows={messages.days} rowKey={(row) => row.day} />
        ) : null}
        {messages.kinds.length > 0 ? (
          <DataTable label="Kinds of messages" columns={kindColumns} rows={messages.kinds} rowKey={(row) => row.kind} />
        ) : null}
      </Panel>
      {faults ? (
        <Panel title="Faults" note={`${formatCount(faults.total)} reported, ${formatCount(faults.open)} open`}>
          {faults.rows.length === 0 ? (
            <p className={panel.none}>No faults received in this period.</p>
          ) : (
            <DataTable label="Faults" columns={faultColumns} rows={faults.rows} rowKey={(_, at) => String(at)} />
          )}
          {faults.total > faults.rows.length ? (
            <p className={shared.dim}>The newest {formatCount(faults.rows.length)}. The list of faults contains all.</p>
          ) : null}
        </Panel>
      ) : null}
      <Panel title="Stations" note={`${counted(stations.length, 'station')}, ${formatCount(silent)} without messages`}>
        {stations.length === 0 ? (
          <p className={panel.none}>
            <NoStation now={serverNow()} dataAt={response.dataAt} isNow={response.source !== 'stored'} />
          </p>
        ) : (
          <DataTable label="Stations" columns={stationColumns} rows={stations} rowKey={(row) => row.stationId} />
        )}
      </Panel>
      <Panel
        title={tails.length > 0 ? 'Watched aircraft' : 'Aircraft with the most messages'}
        note={tails.length > 0 ? null : 'Watch aircraft to see them here'}
      >
        {aircraft.length === 0 ? (
          <p className={panel.none}>No messages of aircraft in this period.</p>
        ) : (
          <DataTable label="Aircraft" columns={aircraftColumns} rows={aircraft} rowKey={(row) => row.tail} />
        )}
      </Panel>
      <ReportMailPanel tails={tails} />
    </>
  );
}

type DayChoiceProps = { readonly label: string; readonly day: string; readonly onDay: (day: string) => void };

/** A typed day is taken as soon as it is one. What is none is the day on screen again. */
function DayChoice({ label, day, onDay }: DayChoiceProps): ReactElement {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const take = (text: string): void => {
    const next = dayOf(text);
    setTyped(next === null ? text : null);
    if (next !== null) onDay(next);
  };
  return (
    <span className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.day}>
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          placeholder="YYYY-MM-DD"
          value={typed ?? day}
          onChange={({ target }) => take(target.value)}
          onBlur={() => setTyped(null)}
        />
        <InstantPicker label={label} ms={parseInstant(`${day}T00:00`)} now={serverNow} step="day" onPick={take} />
      </span>
    </span>
  );
}

function changeText(now: number, before: number, period: ReportPeriod): string {
  if (before === 0) return '';
  const percent = Math.round((100 * Math.abs(now - before)) / before);
  const than = period === 'day' ? 'the day before' : 'the 7 days before';
  return percent === 0 ? `, as many as ${than}` : `, ${percent} % ${now > before ? 'more' : 'fewer'} than ${than}`;
}

const dayColumns: TableColumn<Report['messages']['days'][number]>[] = [
  { key: 'day', header: 'Day', value: ({ day }) => day },
  {
    key: 'messages',
    header: 'Messages',
    isNumber: true,
    value: (row) => row.messages,
    text: (row) => formatCount(row.messages),
  },
];
const kindColumns: TableColumn<Report['messages']['kinds'][number]>[] = [
  { key: 'kind', header: 'Kind', value: ({ kind }) => kindWords[kind] },
  {
    key: 'messages',
    header: 'Messages',
    isNumber: true,
    value: (row) => row.messages,
    text: (row) => formatCount(row.messages),
  },
];
type FaultRow = NonNullable<Report['faults']>['rows'][number];
const stateWords = { open: 'Open', deferred: 'Deferred', closed: 'Closed' } as const;
const faultColumns: TableColumn<FaultRow>[] = [
  {
    key: 'tail',
    header: 'Tail',
    value: ({ tail }) => tail,
    cell: ({ tail }) => <Link to={faultsPath(tail) ?? '/faults'}>{oneLine(tail)}</Link>,
  },
  { key: 'state', header: 'State', value: ({ state }) => stateWords[state] },
  { key: 'ata', header: 'ATA', value: ({ ata }) => ata },
  { key: 'name', header: 'Fault', value: ({ name }) => oneLine(name) },
  { key: 'legs', header: 'Legs', isNumber: true, value: ({ legs }) => legs },
  {
    key: 'last',
    header: 'Last',
    value: ({ last }) => last,
    text: ({ last }) => last.replace('T', ' ').replace(/:\d\dZ$/, 'Z'),
  },
];
const stationColumns: TableColumn<Report['stations'][number]>[] = [
  { key: 'station', header: 'Station', value: ({ stationId }) => oneLine(stationId) },
  {
    key: 'messages',
    header: 'Messages',
    isNumber: true,
    value: (row) => row.messages,
    text: (row) => formatCount(row.messages),
  },
  {
    key: 'before',
    header: 'Before',
    isNumber: true,
    value: (row) => row.before,
    text: (row) => formatCount(row.before),
  },
  {
    key: 'fed',
    header: 'Fed',
    unit: '%',
    meaning: 'Share of the period in which it fed',
    isNumber: true,
    value: ({ fedPercent }) => fedPercent,
    text: ({ fedPercent }) => (fedPercent === null ? '' : fedPercent.toFixed(1)),
  },
];
const aircraftColumns: TableColumn<Report['aircraft'][number]>[] = [
  {
    key: 'tail',
    header: 'Tail',
    value: ({ tail }) => tail,
    cell: ({ tail }) => <Link to={tailPath(tail) ?? '/'}>{oneLine(tail)}</Link>,
  },
  {
    key: 'messages',
    header: 'Messages',
    isNumber: true,
    value: (row) => row.messages,
    text: (row) => formatCount(row.messages),
  },
  { key: 'flights', header: 'Flights', isNumber: true, value: ({ flights }) => flights },
  { key: 'faults', header: 'Faults', isNumber: true, value: ({ faults }) => faults },
  {
    key: 'last',
    header: 'Last message',
    value: ({ last }) => last,
    text: ({ last }) => (last ?? '').replace('T', ' ').replace(/:\d\dZ$/, 'Z'),
  },
];
