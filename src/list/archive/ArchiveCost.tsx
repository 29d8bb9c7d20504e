/** What the archive costs for the range of a list, before it is read. */
import { IconArchive, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type ArchiveSize, archiveQuery } from '../../data/resources.ts';
import { counted, formatCount, sizeText } from '../../lib/format.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { useListModel } from '../list-model.ts';
import styles from '../page/ListStates.module.css';
import { Message } from '../page/ListStates.tsx';
import { windowNames } from '../state/list-state.ts';
import { isOfFrames } from './use-archive.ts';

export function ArchiveCost(): ReactElement {
  const { list, state, readArchive, searchRange } = useListModel();
  const [from, to] = windowNames(list).map((name) => state.filters[name]);
  const { data, isError, refetch } = useQuery(archiveQuery(isOfFrames(list), { from, to }));
  return (
    <Message icon={<IconArchive />} title="Read the archive?" isStatus>
      <p>
        {data ? costText(data, list.noun[1]) : isError ? 'The size of the archive could not be loaded.' : 'Loading'}
      </p>
      {data ? <p>All rows of these days must be read. A shorter range is faster.</p> : null}
      <p className={styles.actions}>
        {data ? (
          <PlainButton look="filled" onClick={readArchive}>
            <IconArchive size={16} aria-hidden="true" />
            Read the archive
          </PlainButton>
        ) : isError ? (
          <PlainButton look="filled" onClick={() => void refetch()}>
            <IconRefresh size={16} aria-hidden="true" />
            Try again
          </PlainButton>
        ) : null}
        <PlainButton look="subtle" onClick={() => searchRange(null)}>
          Leave the archive
        </PlainButton>
      </p>
    </Message>
  );
}

/** `This range has 40 archived days: 3,400,000 messages, 140 MB.` */
function costText({ days, rows, bytes }: ArchiveSize, noun: string): string {
  const count = counted(days, 'archived day');
  const size = rows === null || bytes === null ? '' : `: ${formatCount(rows)} ${noun} in all, ${sizeText(bytes)}`;
  return `This range has ${count}${size}.`;
}
