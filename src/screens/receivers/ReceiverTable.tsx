import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { Receiver } from '../../../contract/entities/receivers.ts';
import { attempt } from '../../api/attempt.ts';
import { receiversKey } from '../../api/receivers.ts';
import { send } from '../../api/send.ts';
import { formatCount, noValue, oneLine } from '../../lib/format.ts';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { Question } from '../../ui/Question.tsx';
import { countsText, countWord, kindNames, rateText, stateOf } from './receiver-text.ts';
import styles from './receivers.module.css';
import { momentOf, SourceName, SourceState } from './SourceCells.tsx';

const keyOf = (receiver: Receiver): string =>
  `${receiver.setting ?? receiver.id} ${receiver.address} ${receiver.station}`;

export function ReceiverTable(props: {
  readonly receivers: readonly Receiver[];
  readonly isNow: boolean;
  readonly now: number;
}): ReactElement {
  const { receivers, isNow, now } = props;
  const client = useQueryClient();
  const [toRemove, setToRemove] = useState<Receiver | null>(null);
  const columns = useMemo(() => {
    const change = async (receiver: Receiver): Promise<void> => {
      const path = { id: String(receiver.id) };
      const isEnabled = !receiver.isEnabled;
      const title = isEnabled ? 'The receiver was not resumed' : 'The receiver was not paused';
      await attempt(title, () => send(api.receivers.change, { path, body: { isEnabled }, cause: 'user' }));
      await client.invalidateQueries({ queryKey: receiversKey });
    };
    return columnsOf({ isNow, now, onChange: (one) => void change(one), onRemove: setToRemove });
  }, [client, isNow, now]);
  const remove = async ({ id, address }: Receiver): Promise<void> => {
    setToRemove(null);
    const call = (): Promise<unknown> => send(api.receivers.remove, { path: { id: String(id) }, cause: 'user' });
    if (await attempt('The receiver was not removed', call)) notify({ kind: 'done', title: `${address} was removed` });
    await client.invalidateQueries({ queryKey: receiversKey });
  };
  return (
    <>
      <DataTable label="Sources" columns={columns} rows={receivers} rowKey={keyOf} />
      {toRemove ? (
        <Question
          title={`Remove ${toRemove.address}?`}
          yes="Remove"
          onYes={() => void remove(toRemove)}
          onNo={() => setToRemove(null)}
        >
          The server closes the connection. Stored messages and frames stay.
        </Question>
      ) : null}
    </>
  );
}

type ColumnParts = {
  readonly isNow: boolean;
  readonly now: number;
  readonly onChange: (receiver: Receiver) => void;
  readonly onRemove: (receiver: Receiver) => void;
};

const columnsOf = ({ isNow, now, onChange, onRemove }: ColumnParts): TableColumn<Receiver>[] => [
  {
    key: 'address',
    header: 'Receiver',
    value: ({ address }) => address,
    cell: (receiver) => <SourceName address={receiver.address} note={noteOf(receiver)} />,
  },
  {
    key: 'state',
    header: 'State',
    value: (receiver) => stateOf(receiver).word,
    cell: (receiver) => <SourceState shown={stateOf(receiver)} since={momentOf(receiver.since, now)} isNow={isNow} />,
  },
  {
    key: 'station',
    header: 'Station',
    value: ({ station }) => station,
    cell: ({ station }) =>
      station !== null && /^\d+$/.test(station) ? (
        <Link to={`/station/${station}`}>{station}</Link>
      ) : station === null ? (
        noValue
      ) : (
        oneLine(station)
      ),
  },
  { key: 'rate', header: 'Rate', isNumber: true, value: ({ lastMinute }) => lastMinute, text: rateText },
  {
    key: 'last',
    header: 'Last (UTC)',
    meaning: 'Time at which anything was received last',
    value: ({ lastReceived }) => lastReceived,
    text: ({ lastReceived }) => momentOf(lastReceived, now) ?? 'never',
  },
  {
    key: 'received',
    header: 'Received',
    isNumber: true,
    value: ({ received }) => received,
    text: ({ received }) => formatCount(received),
  },
  {
    key: 'counts',
    header: 'Counted by reason',
    value: ({ counts }) => countsText(counts),
    cell: (receiver) => <Counts receiver={receiver} />,
  },
  {
    key: 'change',
    header: 'Change',
    value: ({ setting }) => setting,
    cell: (receiver) => <Change receiver={receiver} onChange={onChange} onRemove={onRemove} />,
  },
];

const noteOf = ({ kind, setting, addedBy }: Receiver): string =>
  [
    kindNames[kind],
    ...(setting === null ? [] : [`set by ${setting}`]),
    ...(addedBy === null ? [] : [`added by ${oneLine(addedBy)}`]),
  ].join(', ');

function Counts({ receiver: { counts, address } }: { receiver: Receiver }): ReactElement {
  if (counts.length === 0) return <>{noValue}</>;
  return (
    <details className={styles.counts}>
      <summary aria-label={`${countsText(counts)}: reasons of ${address}`}>{countsText(counts)}</summary>
      <ul>
        {counts.map(({ kind, reason, count }) => (
          <li key={`${kind} ${reason}`}>
            {formatCount(count)} {countWord(kind)}: {oneLine(reason)}
          </li>
        ))}
      </ul>
    </details>
  );
}

type ChangeProps = { readonly receiver: Receiver } & Pick<ColumnParts, 'onChange' | 'onRemove'>;

function Change({ receiver, onChange, onRemove }: ChangeProps): ReactElement {
  const { setting, isEnabled, address } = receiver;
  if (setting !== null) return <span className={styles.dim}>{noValue}</span>;
  const verb = isEnabled ? 'Pause' : 'Resume';
  return (
    <span className={styles.buttons}>
      <PlainButton look="subtle" aria-label={`${verb} ${address}`} onClick={() => onChange(receiver)}>
        {verb}
      </PlainButton>
      <PlainButton look="subtle" aria-label={`Remove ${address}`} onClick={() => onRemove(receiver)}>
        Remove
      </PlainButton>
    </span>
  );
}
