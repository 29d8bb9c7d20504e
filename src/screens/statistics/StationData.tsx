/** STATION DATA (STAT-11 to STAT-14, STAT-20). Only Admins open the details of a row (C65). Own file: a table without a search panel. */
import { IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import { NothingStored } from '../../data/race.ts';
import type { ApiResponse } from '../../data/resource.ts';
import { serverNow } from '../../data/send.ts';
import { type StationRow, stationsQuery } from '../../data/stations.ts';
import { nothingStoredText } from '../../data/waiting.ts';
import { counted, formatNumber, noValue } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { ageText, utcShort } from '../../lib/time.ts';
import { instantText } from '../../list/cells.ts';
import { StationLink } from '../../objects/ObjectLink.tsx';
import { Loading } from '../../objects/ObjectPage.tsx';
import { EndedSession } from '../../session/session-signal.ts';
import { useAudience } from '../../session/use-session.ts';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { FindInput } from '../../ui/FindInput.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ServerMessage } from '../../ui/ServerMessage.tsx';
import shared from '../../ui/shared.module.css';
import styles from './Statistics.module.css';

const detailsPath = (station: StationRow): string => `/stationDetails/${encodeURIComponent(station.id ?? '')}`;
const whenText = (wire: string | null): string => (wire === null ? '' : instantText(wire));

/** A plain field with its header. */
const text = (key: keyof StationRow & string, header: string): TableColumn<StationRow> => ({
  key,
  header,
  value: (station) => station[key],
});
const degrees = (key: 'latitude' | 'longitude', header: string): TableColumn<StationRow> => ({
  key,
  header,
  unit: '°',
  isNumber: true,
  value: (station) => station[key],
  text: (station) => (station[key] === null ? noValue : formatNumber(station[key], 4)),
});

/** STAT-11, in order. */
const columns: readonly TableColumn<StationRow>[] = [
  {
    ...text('stationId', 'Station'),
    cell: ({ stationId }) => <StationLink id={stationId} />,
  },
  degrees('latitude', 'Latitude'),
  degrees('longitude', 'Longitude'),
  text('city', 'City'),
  text('country', 'Country'),
  text('locationAddress', 'Location Address'),
  {
    key: 'lastActiveTime',
    header: 'Last Time Seen',
    value: (station) => station.lastActiveTime,
    // STAT-12.
    text: ({ lastActiveTime }) =>
      lastActiveTime === null ? specTexts.statistics.inactive : instantText(lastActiveTime),
  },
  text('feederName', 'Feeder Name'),
  text('feederEmail', 'Feeder Email'),
  text('feederPhone', 'Feeder Phone'),
  text('description', 'Description'),
  text('notificationEmail', 'Notification Email'),
  text('feederNotificationEmail', 'Feeder Notification Email'),
  {
    key: 'firstTimeSentToFeeder',
    header: 'First Time Sent To Feeder',
    value: (station) => station.firstTimeSentToFeeder,
    text: (station) => whenText(station.firstTimeSentToFeeder),
  },
];
const adminColumns: readonly TableColumn<StationRow>[] = columns.map((column, at) =>
  at === 0
    ? {
        ...column,
        cell: (station) =>
          station.id === null ? station.stationId : <Link to={detailsPath(station)}>{station.stationId}</Link>,
      }
    : column,
);
const keyOf = ({ stationId }: StationRow, at: number): string => (stationId === '' ? `row ${at}` : stationId);

export function StationData({ query }: { query: UseQueryResult<ApiResponse<readonly StationRow[]>> }): ReactElement {
  const isAdmin = useAudience() === 'admin';
  const { data, error } = query;
  const isFailed = error !== null && !(error instanceof EndedSession);
  return (
    <>
      <div className={styles.tools}>
        <p className={shared.dim}>{data ? ageLine(data) : ''}</p>
        {isAdmin ? (
          <Link to="/addStation" className={styles.add}>
            <IconPlus size={16} aria-hidden="true" />
            {specTexts.statistics.addStation}
          </Link>
        ) : null}
      </div>
      {isFailed ? (
        <p role="alert" className={styles.failed}>
          <span>
            <Failure error={error} hasData={data !== undefined} />
          </span>
          <PlainButton onClick={() => void query.refetch()}>Try again</PlainButton>
        </p>
      ) : null}
      {data ? <Rows stations={data.value} isAdmin={isAdmin} /> : null}
      {data || isFailed ? null : <Loading of={stationsQuery().queryKey} className={styles.dataRoom} />}
    </>
  );
}

function ageLine({ value: stations, source, dataAt }: ApiResponse<readonly StationRow[]>): string {
  const count = counted(stations.length, 'station');
  if (source === 'live') return `${count} · as of ${utcShort(dataAt)}`;
  return `${count} stored on this device · as of ${utcShort(dataAt)}, ${ageText(serverNow() - dataAt)} ago`;
}

function Failure({ error, hasData }: { error: Error; hasData: boolean }): ReactElement {
  if (error instanceof NothingStored) return <>{nothingStoredText(error.why, 'the list of stations')}</>;
  return (
    <>
      {hasData ? 'Showing stored stations' : 'Stations could not be loaded'}: <ServerMessage text={error.message} />
    </>
  );
}

/** Number of stations from which a search is offered. */
const findFrom = 10;

function Rows({ stations, isAdmin }: { stations: readonly StationRow[]; isAdmin: boolean }): ReactElement {
  const navigate = useNavigate();
  const { stationId } = useSearch({ strict: false }) as { stationId?: unknown };
  const [words, setWords] = useState('');
  const found = useMemo(() => withWords(stations, words), [stations, words]);
  // STAT-14.
  if (stations.length === 0)
    return (
      <p role="status" className={styles.prompt}>
        {specTexts.statistics.noStations}
      </p>
    );
  const selectedId = typeof stationId === 'string' ? stationId : null;
  return (
    <>
      {stations.length > findFrom ? (
        <FindInput className={styles.find} label="Find a station" words={words} onWords={setWords} />
      ) : null}
      {selectedId !== null && !stations.some((one) => one.stationId === selectedId) ? (
        <p role="status" className={shared.dim}>
          There is no station {selectedId}.
        </p>
      ) : null}
      {found.length === 0 ? (
        <p role="status" className={shared.dim}>
          No matching station.
        </p>
      ) : (
        <DataTable
          label={specTexts.statistics.stationData}
          columns={isAdmin ? adminColumns : columns}
          rows={found}
          rowKey={keyOf}
          selectedKey={selectedId}
          onRow={isAdmin ? (station) => station.id !== null && void navigate({ to: detailsPath(station) }) : undefined}
        />
      )}
    </>
  );
}

/** Each word occurs in a field. */
function withWords(stations: readonly StationRow[], words: string): readonly StationRow[] {
  const terms = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return stations;
  return stations.filter((station) => {
    const fieldText = Object.values(station).join('\n').toLowerCase();
    return terms.every((term) => fieldText.includes(term));
  });
}
