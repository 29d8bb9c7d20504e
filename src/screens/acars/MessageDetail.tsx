/** Expanded ACARS message: reassembly, consensus and receptions, below its fields. */
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type MessageReceptions, receptionsQuery } from '../../api/heard.ts';
import { NothingStored } from '../../api/race.ts';
import { DecodeText } from '../../decoding/DecodeText.tsx';
import { counted, manyLines } from '../../lib/format.ts';
import type { AnyRow } from '../../list/define-list.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { HeardBlock } from './HeardBlock.tsx';
import styles from './MessageDetail.module.css';
import { aggregationText, consensusText } from './status-text.ts';

type Made = Pick<MessageReceptions, 'aggregatedText' | 'aggregationStatus' | 'consensusStatus' | 'consensusResult'>;
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** Fields of the row: all that is available offline. */
const madeOf = (row: AnyRow): Made => ({
  aggregatedText: textOf(row.aggregatedText),
  aggregationStatus: textOf(row.aggregationStatus),
  consensusStatus: textOf(row.consensusStatus),
  consensusResult: textOf(row.consensusResult),
});

export function MessageDetail({ row }: { row: AnyRow }): ReactElement {
  const id = textOf(row.id);
  const query = useQuery({ ...receptionsQuery(id ?? ''), enabled: id !== null });
  const response = query.data?.value;
  const made = response ?? madeOf(row);
  return (
    <div className={styles.detail}>
      <MadeOfIt
        made={made}
        blockCount={response?.blocks.length ?? null}
        ownText={textOf(row.text)}
        label={textOf(row.label)}
      />
      <section className={styles.receptions} aria-label="Receptions">
        {response ? (
          <Blocks blocks={response.blocks} />
        ) : (
          <NotThere
            hasId={id !== null}
            error={query.error}
            isLoading={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
      </section>
    </div>
  );
}

/** Statuses as text. Reassembled and consensus text are shown where they differ from the row's text. */
function MadeOfIt(props: {
  made: Made;
  blockCount: number | null;
  ownText: string | null;
  label: string | null;
}): ReactElement {
  const { made, blockCount, ownText, label } = props;
  const aggregation = aggregationText(made.aggregationStatus, blockCount);
  const consensus = consensusText(made.consensusStatus);
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
        title="Reassembled text"
        label={label}
        text={made.aggregatedText}
        isShown={made.aggregatedText !== ownText}
      />
      <WholeText
        title="Consensus text"
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

function Blocks({ blocks }: Pick<MessageReceptions, 'blocks'>): ReactElement {
  const stations = new Set(blocks.flatMap((block) => block.receptions.map((one) => one.stationId)));
  return (
    <>
      <h3>
        Received by {counted(stations.size, 'station')}
        {blocks.length > 1 ? `, ${blocks.length} blocks` : ''}
      </h3>
      {blocks.map((block, at) => (
        // Blocks have no id: msgno and block id may be missing.
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of the blocks is what they are
        <HeardBlock key={at} block={block} number={at + 1} count={blocks.length} />
      ))}
    </>
  );
}

function NotThere(props: {
  hasId: boolean;
  error: Error | null;
  isLoading: boolean;
  onRetry: () => void;
}): ReactElement {
  const { error } = props;
  if (!props.hasId) return <p className={styles.note}>This server does not list receptions.</p>;
  if (props.isLoading || !error)
    return (
      <p className={styles.note} role="status">
        Loading receptions …
      </p>
    );
  const isUnreached = error instanceof NothingStored;
  return (
    <div className={styles.note} role="status">
      <p>
        {isUnreached
          ? 'Receptions are not stored here and the server is unreachable.'
          : `Receptions could not be loaded: ${error.message}`}
      </p>
      <PlainButton onClick={props.onRetry}>
        <IconRefresh size={16} aria-hidden="true" />
        Try again
      </PlainButton>
    </div>
  );
}
