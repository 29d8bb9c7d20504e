import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { api } from '../../../contract/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { NothingStored } from '../../api/race.ts';
import { resource } from '../../api/resource.ts';
import { readAny } from '../../api/response.ts';
import { send } from '../../api/send.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ServerMessage } from '../../ui/ServerMessage.tsx';
import { SmallTable } from './SmallTable.tsx';
import { shownDate } from './station-values.ts';

type HistoryCall = typeof api.station.feederHistory | typeof api.station.locationHistory;
type AnyRow = Readonly<Record<string, unknown>>;

const { missing } = specTexts.stations;
/** STN-14. */
function shown(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? shownDate(value) : missing;
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
  const { data, error, refetch } = useQuery({
    ...resource({
      key: ['stationHistory', call.id, id],
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
      words={wordsOf(data !== undefined, error, () => void refetch())}
    />
  );
}

/** Text in place of rows. */
export function wordsOf(
  isThere: boolean,
  error: Error | null,
  retry: () => void,
  empty = 'No entries yet.',
): ReactNode {
  if (isThere) return empty;
  if (!error) return <span role="status">{specTexts.reference.loading}</span>;
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
