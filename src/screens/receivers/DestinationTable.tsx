import type { ReactElement } from 'react';
import type { ForwardDestination } from '../../../contract/entities/receivers.ts';
import { formatCount, noValue } from '../../lib/format.ts';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { destinationKind, destinationState, unsentText } from './destination-text.ts';
import { momentOf, SourceName, SourceState } from './SourceCells.tsx';

type Props = { readonly destinations: readonly ForwardDestination[]; readonly isNow: boolean; readonly now: number };

export function DestinationTable({ destinations, isNow, now }: Props): ReactElement {
  return (
    <DataTable
      label="Destinations"
      columns={columnsOf(isNow, now)}
      rows={destinations}
      rowKey={({ address }, at) => `${at} ${address}`}
    />
  );
}

const columnsOf = (isNow: boolean, now: number): TableColumn<ForwardDestination>[] => [
  {
    key: 'address',
    header: 'Destination',
    value: ({ address }) => address,
    cell: (one) => <SourceName address={one.address} note={`${destinationKind(one)}, set by FORWARD`} />,
  },
  {
    key: 'state',
    header: 'State',
    value: (one) => destinationState(one).word,
    cell: (one) => <SourceState shown={destinationState(one)} since={momentOf(one.since, now)} isNow={isNow} />,
  },
  {
    key: 'waiting',
    header: 'Queue',
    meaning: 'Messages or frames that wait for the destination',
    isNumber: true,
    value: ({ waiting }) => waiting,
    text: ({ waiting }) => formatCount(waiting),
  },
  { key: 'sent', header: 'Sent', isNumber: true, value: ({ sent }) => sent, text: ({ sent }) => formatCount(sent) },
  {
    key: 'last',
    header: 'Last (UTC)',
    meaning: 'Time at which anything was sent last',
    value: ({ lastSent }) => lastSent,
    text: ({ lastSent }) => momentOf(lastSent, now) ?? 'never',
  },
  {
    key: 'unsent',
    header: 'Not sent',
    value: ({ dropped, tooLong, repeated }) => dropped + tooLong + repeated,
    text: (one) => unsentText(one) || noValue,
  },
];
