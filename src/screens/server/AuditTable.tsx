import { type ReactElement, useMemo } from 'react';
import type { ServerStatus } from '../../../contract/entities/server-status.ts';
import { noValue, oneLine } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';

type Entry = ServerStatus['audit'][number];

/** The newest entries. */
export function AuditTable(props: { readonly entries: readonly Entry[]; readonly now: number }): ReactElement {
  const { entries, now } = props;
  const columns = useMemo(() => columnsOf(now), [now]);
  return (
    <DataTable label="Audit trail" columns={columns} rows={entries} rowKey={({ at }, place) => `${at} ${place}`} />
  );
}

const columnsOf = (now: number): TableColumn<Entry>[] => [
  {
    key: 'at',
    header: 'Time (UTC)',
    value: ({ at }) => at,
    text: ({ at }) => utcMoment(Date.parse(at), now),
  },
  {
    key: 'user',
    header: 'User',
    meaning: 'Blank: the server, a command, or a failed login',
    value: ({ userName }) => userName,
    text: ({ userName }) => (userName === null ? noValue : oneLine(userName)),
  },
  { key: 'action', header: 'Action', value: ({ action }) => action },
  { key: 'subject', header: 'Subject', value: ({ subject }) => subject },
  {
    key: 'name',
    header: 'Name',
    value: ({ name }) => name,
    text: ({ name }) => (name === null ? noValue : oneLine(name)),
  },
];
