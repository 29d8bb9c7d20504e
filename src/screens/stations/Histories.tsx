/** Former positions and feeders of a station. Own file: the screen would have over 600 lines. */
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useId, useMemo, useRef } from 'react';
import { api } from '../../../contract/api.ts';
import { ApiError } from '../../data/api-error.ts';
import { NothingStored } from '../../data/race.ts';
import { resource } from '../../data/resource.ts';
import { readAny } from '../../data/response.ts';
import { send } from '../../data/send.ts';
import { oneLine } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { LoadingText } from '../../objects/ObjectPage.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { useFocusThatStays } from '../../ui/focus-that-stays.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ServerMessage } from '../../ui/ServerMessage.tsx';
import { shownDate } from './station-values.ts';
import styles from './stations.module.css';

type HistoryCall = typeof api.station.feederHistory | typeof api.station.locationHistory;
type AnyRow = Readonly<Record<string, unknown>>;

const { missing } = specTexts.stations;
/** STN-14. */
function shown(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? oneLine(shownDate(value)) : missing;
}

export function FeederHistory({ id }: { id: string }): ReactElement {
  return (
    <History
      id={id}
      call={api.station.feederHistory}
      title="Feeder history"
      columns={[
        ['Username', 'userName'],
        ['Start Date', 'startDate'],
        ['Note', 'note'],
        ['Created On', 'createdOn'],
        ['Created By', 'createdByUsername'],
      ]}
    />
  );
}

export function LocationHistory({ id }: { id: string }): ReactElement {
  return (
    <History
      id={id}
      call={api.station.locationHistory}
      title="Location history"
      columns={[
        ['Latitude', 'latitude'],
        ['Longitude', 'longitude'],
        ['City', 'city'],
        ['Country', 'country'],
        ['Location Address', 'locationAddress'],
        ['Start Date', 'startDate'],
        ['Created On', 'createdOn'],
        ['Created By', 'createdByUsername'],
      ]}
    />
  );
}

function History(props: {
  readonly id: string;
  readonly call: HistoryCall;
  readonly title: string;
  readonly columns: readonly (readonly [header: string, field: string])[];
}): ReactElement {
  const { id, call, title, columns } = props;
  const queryKey = ['stationHistory', call.id, id];
  const { data, error, refetch } = useQuery({
    ...resource({
      key: queryKey,
      request: (config) => send(call, { path: { id }, ...config }, readAny),
      read: rowsOf,
      copy: { call, variant: id },
    }),
    gcTime: 0,
    meta: { errorTitle: `${title} could not be loaded` },
  });
  return (
    <SmallTable
      title={title}
      headers={['#', ...columns.map(([header]) => header)]}
      rows={(data?.value ?? []).map((row, at) => ({
        key: String(at),
        cells: [at + 1, ...columns.map(([, field]) => shown(row[field]))],
      }))}
      words={wordsOf(queryKey, data !== undefined, error, () => void refetch())}
    />
  );
}

/** Text in place of rows. */
export function wordsOf(
  queryKey: QueryKey,
  isThere: boolean,
  error: Error | null,
  retry: () => void,
  empty = 'No entries yet.',
): ReactNode {
  if (isThere) return empty;
  if (!error)
    return (
      <span role="status">
        <LoadingText of={queryKey}>{specTexts.reference.loading}</LoadingText>
      </span>
    );
  return (
    <>
      <span role="alert">
        {error instanceof ApiError || error instanceof NothingStored ? (
          <ServerMessage text={error.message} />
        ) : (
          'It could not be loaded.'
        )}
      </span>{' '}
      <PlainButton look="subtle" onClick={retry}>
        Try again
      </PlainButton>
    </>
  );
}

/** Tolerant: invalid rows are skipped. */
function rowsOf(response: unknown): AnyRow[] {
  return Array.isArray(response)
    ? response.filter((row): row is AnyRow => typeof row === 'object' && row !== null)
    : [];
}

type PlainRow = { readonly key: string; readonly cells: readonly ReactNode[] };
const keyOf = (row: PlainRow): string => row.key;

/** A panel with a short table, or a text without rows. */
export function SmallTable(props: {
  readonly title: string;
  readonly headers: readonly string[];
  readonly rows: readonly PlainRow[];
  /** In place of rows: empty, loading or failed. */
  readonly words: ReactNode;
  readonly children?: ReactNode;
}): ReactElement {
  const id = useId();
  const { title, headers, rows } = props;
  const columns = useMemo(() => headers.map(columnOf), [headers]);
  const heading = useRef<HTMLHeadingElement>(null);
  const focus = useFocusThatStays(heading);
  return (
    <section className={styles.panel} aria-labelledby={id} {...focus}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {rows.length === 0 ? (
        <div className={styles.words}>{props.words}</div>
      ) : (
        <DataTable label={title} columns={columns} rows={rows} rowKey={keyOf} />
      )}
      {props.children}
    </section>
  );
}

const columnOf = (header: string, at: number): TableColumn<PlainRow> => ({
  key: header,
  header,
  value: ({ cells }) => {
    const cell = cells[at];
    if (typeof cell !== 'string' || cell === '') return typeof cell === 'number' ? cell : null;
    return Number.isFinite(Number(cell)) ? Number(cell) : cell;
  },
  cell: ({ cells }) => cells[at],
});
