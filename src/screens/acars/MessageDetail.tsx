/**
 * Below the fields of an open ACARS message: what was made of its blocks, and who heard each of them (issue 3, item 4).
 * Must not: open a dialog. What cannot be read is said here, beside what the row itself says.
 */
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { heardQuery, type MessageHeard } from '../../api/heard.ts';
import { DecodeText } from '../../decoding/DecodeText.tsx';
import { manyLines } from '../../lib/format.ts';
import type { AnyRow } from '../../list/define-list.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { HeardBlock } from './HeardBlock.tsx';
import styles from './MessageDetail.module.css';
import { aggregationWords, consensusWords } from './status-words.ts';

type Made = Pick<MessageHeard, 'aggregatedText' | 'aggregationStatus' | 'consensusStatus' | 'consensusResult'>;
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** What the row itself says: all there is without the network. */
const madeOf = (row: AnyRow): Made => ({
  aggregatedText: textOf(row.aggregatedText),
  aggregationStatus: textOf(row.aggregationStatus),
  consensusStatus: textOf(row.consensusStatus),
  consensusResult: textOf(row.consensusResult),
});

export function MessageDetail({ row }: { row: AnyRow }): ReactElement {
  const id = textOf(row.id);
  const heard = useQuery({ ...heardQuery(id ?? ''), enabled: id !== null });
  const made = heard.data ?? madeOf(row);
  return (
    <div className={styles.detail}>
      <MadeOfIt
        made={made}
        blockCount={heard.data?.blocks.length ?? null}
        ownText={textOf(row.text)}
        label={textOf(row.label)}
      />
      <section className={styles.heard} aria-label="Who heard it">
        {heard.data ? (
          <Blocks heard={heard.data} />
        ) : (
          <NotThere
            hasId={id !== null}
            error={heard.error}
            isAsking={heard.isFetching}
            onRetry={() => void heard.refetch()}
          />
        )}
      </section>
    </div>
  );
}

/** Statuses in plain words; the joined text and the text that won, where they say more than the row's own text. */
function MadeOfIt(props: {
  made: Made;
  blockCount: number | null;
  ownText: string | null;
  label: string | null;
}): ReactElement {
  const { made, blockCount, ownText, label } = props;
  const aggregation = aggregationWords(made.aggregationStatus, blockCount);
  const consensus = consensusWords(made.consensusStatus);
  return (
    <section className={styles.made} aria-label="Reassembly and consensus">
      <dl className={styles.words}>
        <div>
          <dt>Reassembly</dt>
          <dd>
            <b>{aggregation.word}.</b> {aggregation.meaning}
          </dd>
        </div>
        <div>
          <dt>Consensus</dt>
          <dd>
            <b>{consensus.word}.</b> {consensus.meaning}
          </dd>
        </div>
      </dl>
      <WholeText
        title="Joined text"
        label={label}
        text={made.aggregatedText}
        isShown={made.aggregatedText !== ownText}
      />
      <WholeText
        title="Text that won"
        label={label}
        text={made.consensusResult}
        isShown={made.consensusResult !== ownText}
      />
    </section>
  );
}

function WholeText(props: {
  title: string;
  label: string | null;
  text: string | null;
  isShown: boolean;
}): ReactElement | null {
  const { text, label } = props;
  if (text === null || !props.isShown) return null;
  return (
    <section aria-label={props.title}>
      <h3>{props.title}</h3>
      <pre className={styles.text} dir="auto">
        {manyLines(text)}
      </pre>
      <div className={styles.actions}>
        <CopyButton text={text}>{`Copy ${props.title.toLowerCase()}`}</CopyButton>
        <DecodeText key={text} label={label ?? ''} text={text} />
      </div>
    </section>
  );
}

function Blocks({ heard }: { heard: MessageHeard }): ReactElement {
  const { blocks } = heard;
  const stations = new Set(blocks.flatMap((block) => block.receptions.map((one) => one.stationId)));
  return (
    <>
      <h3>
        Heard by {stations.size} {stations.size === 1 ? 'station' : 'stations'}
        {blocks.length > 1 ? `, ${blocks.length} blocks` : ''}
      </h3>
      {blocks.map((block, at) => (
        // Blocks have no name of their own: msgno and block id may be missing.
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of the blocks is what they are
        <HeardBlock key={at} block={block} number={at + 1} count={blocks.length} />
      ))}
    </>
  );
}

function NotThere(props: {
  hasId: boolean;
  error: Error | null;
  isAsking: boolean;
  onRetry: () => void;
}): ReactElement {
  const { error } = props;
  if (!props.hasId) return <p className={styles.note}>This server does not tell who heard a message.</p>;
  if (props.isAsking || !error)
    return (
      <p className={styles.note} role="status">
        Asking who heard it …
      </p>
    );
  const isUnreached = error instanceof ApiError && error.unreached !== null;
  return (
    <div className={styles.note} role="status">
      <p>
        {isUnreached
          ? 'Who heard it is not on this device, and the server was not reached.'
          : `Who heard it could not be read: ${error.message}`}
      </p>
      <PlainButton onClick={props.onRetry}>
        <IconRefresh size={16} aria-hidden="true" />
        Try again
      </PlainButton>
    </div>
  );
}
