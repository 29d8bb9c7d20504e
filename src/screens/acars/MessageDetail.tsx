/** Expanded ACARS message: reassembly, consensus and receptions, below its fields. */
import { IconCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { parseInstant } from '../../../contract/params.ts';
import { NothingStored } from '../../data/race.ts';
import { extraQuery, type MessageReceptions, receptionsQuery } from '../../data/resources.ts';
import { nothingStoredText, useWaitText } from '../../data/waiting.ts';
import { DecodeText } from '../../decoding/DecodeText.tsx';
import { counted, formatNumber, manyLines, noValue } from '../../lib/format.ts';
import { utcClockMs, utcDateTime } from '../../lib/time.ts';
import type { AnyRow } from '../../list/define-list.ts';
import { StationLink } from '../../objects/ObjectLink.tsx';
import { LoadingText } from '../../objects/ObjectPage.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import shared from '../../ui/shared.module.css';
import { extraFacts } from './extra-facts.ts';
import styles from './MessageDetail.module.css';
import { textDifferences } from './text-differences.ts';

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
          <NotThere id={id} error={query.error} isLoading={query.isFetching} onRetry={() => void query.refetch()} />
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
    <section className={shared.shrinkingColumn} aria-label="Reassembly and consensus">
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
      <div className={shared.buttons}>
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
  id: string | null;
  error: Error | null;
  isLoading: boolean;
  onRetry: () => void;
}): ReactElement {
  const { error } = props;
  if (props.id === null) return <p className={styles.note}>This server does not list receptions.</p>;
  if (props.isLoading || !error)
    return (
      <p className={styles.note} role="status">
        <LoadingText of={receptionsQuery(props.id ?? '').queryKey}>Loading receptions …</LoadingText>
      </p>
    );
  return (
    <div className={styles.note} role="status">
      <p>
        {error instanceof NothingStored
          ? nothingStoredText(error.why, 'these receptions')
          : `Receptions could not be loaded: ${error.message}`}
      </p>
      <PlainButton onClick={props.onRetry}>
        <IconRefresh size={16} aria-hidden="true" />
        Try again
      </PlainButton>
    </div>
  );
}

// ---- What the receiver of one reception sent beyond the columns, loaded when it is opened.

const scrollsFrom = 800;

/** `id` of the reception. `station` = its name. */
function AsReceived({ id, station }: { id: string; station: string | null }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.received} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        As the receiver sent it<span className="dl-hidden">, {station ?? 'station unknown'}</span>
      </summary>
      {isOpen ? <Received id={id} /> : null}
    </details>
  );
}

function Received({ id }: { id: string }): ReactElement {
  const query = useQuery(extraQuery(id));
  const waitText = useWaitText(extraQuery(id).queryKey);
  const extra = query.data?.value.extra;
  if (query.data === undefined)
    return query.isFetching || !query.error ? (
      <p className={styles.receivedNote} role="status">
        {waitText ?? 'Loading …'}
      </p>
    ) : (
      <div className={styles.receivedNote} role="status">
        <p>
          {query.error instanceof NothingStored
            ? nothingStoredText(query.error.why, 'this record')
            : `The record could not be loaded: ${query.error.message}`}
        </p>
        <PlainButton onClick={() => void query.refetch()}>
          <IconRefresh size={16} aria-hidden="true" />
          Try again
        </PlainButton>
      </div>
    );
  if (!extra)
    return <p className={styles.receivedNote}>The receiver sent no data besides the fields of the message.</p>;
  const json = JSON.stringify(extra, null, 2);
  return (
    <div className={styles.content}>
      <dl className={styles.facts}>
        {extraFacts(extra).map(({ label, value }) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {/* Scrollable text must be focusable. */}
      <pre className={styles.json} tabIndex={json.length > scrollsFrom ? 0 : undefined}>
        {manyLines(json)}
      </pre>
      <CopyButton text={json}>Copy JSON</CopyButton>
    </div>
  );
}

// ---- Receptions of one block, with their differences from the consensus text. Differences are never marked by colour alone.

type Block = MessageReceptions['blocks'][number];
type Reception = Block['receptions'][number];

/** With the fraction of a second, where the receiver sent one. */
function instantOf(reception: Reception): number | null {
  return reception.timestamp === null ? parseInstant(reception.acarsDateTime) : Math.round(reception.timestamp * 1000);
}
function number(value: number | null, decimals?: number): string {
  return value === null ? noValue : formatNumber(value, decimals);
}

function HeardBlock(props: { block: Block; number: number; count: number }): ReactElement {
  const { block, count } = props;
  const names = [block.msgno, block.blockId === null ? null : `block ID ${block.blockId}`].filter(
    (name) => name !== null,
  );
  const frequencies = new Set(block.receptions.map((reception) => reception.freq));
  const [only] = frequencies;
  const hasFrequencies = frequencies.size > 1;
  const isPutTogether = block.receptions.length > 1 && !block.receptions.some((reception) => reception.isWinner);
  return (
    <div className={styles.block} data-requested={(count > 1 && block.isAsked) || undefined}>
      <table className={styles.table}>
        <caption>
          {count > 1 ? <b>{`Block ${props.number} of ${count}`}</b> : null} {names.join(', ')}
          {!hasFrequencies && only !== undefined && only !== null ? `, ${number(only, 3)} MHz` : ''}
          {count > 1 && block.isAsked ? ', this row' : ''}
        </caption>
        <thead>
          <tr>
            <th scope="col">Station</th>
            <th scope="col">Time UTC</th>
            <th scope="col" className={styles.end}>
              Level <span>dB</span>
            </th>
            <th scope="col" className={styles.end}>
              Error
            </th>
            {hasFrequencies ? (
              <th scope="col" className={styles.end}>
                Freq. <span>MHz</span>
              </th>
            ) : null}
          </tr>
        </thead>
        {block.receptions.map((reception) => (
          <ReceptionRows
            key={`${reception.id} ${reception.freq} ${reception.timestamp}`}
            reception={reception}
            winner={block.text}
            hasFrequency={hasFrequencies}
            hasText={block.receptions.length > 1 || count > 1}
            isCompared={block.receptions.length > 1}
          />
        ))}
      </table>
      {isPutTogether ? (
        <p className={styles.note}>No reception has exactly this text. It was combined from all receptions:</p>
      ) : null}
      {isPutTogether && block.text !== null ? (
        <pre className={styles.text} dir="auto">
          {manyLines(block.text)}
        </pre>
      ) : null}
    </div>
  );
}

function ReceptionRows(props: {
  reception: Reception;
  winner: string | null;
  hasFrequency: boolean;
  hasText: boolean;
  /** Another reception is shown next to it. */
  isCompared: boolean;
}): ReactElement {
  const { reception, hasFrequency } = props;
  const ms = instantOf(reception);
  return (
    <tbody>
      <tr>
        <th scope="row" dir="auto">
          {reception.stationId === null ? noValue : <StationLink id={reception.stationId} />}
        </th>
        <td title={ms === null ? undefined : `${utcDateTime(ms)} UTC`}>{ms === null ? noValue : utcClockMs(ms)}</td>
        <td className={styles.end}>{number(reception.level, 1)}</td>
        <td className={styles.end}>{number(reception.error)}</td>
        {hasFrequency ? <td className={styles.end}>{number(reception.freq, 3)}</td> : null}
      </tr>
      {props.hasText ? (
        <tr className={styles.textRow}>
          <td colSpan={hasFrequency ? 5 : 4}>
            {reception.isWinner && props.isCompared ? (
              <span className={styles.won}>
                <IconCheck size={14} aria-hidden="true" />
                matches the consensus
              </span>
            ) : null}
            <MarkedText text={reception.text} winner={props.winner} isWinner={reception.isWinner} />
          </td>
        </tr>
      ) : null}
      <tr className={styles.textRow}>
        <td colSpan={hasFrequency ? 5 : 4}>
          <AsReceived id={reception.id} station={reception.stationId} />
        </td>
      </tr>
    </tbody>
  );
}

/** Differing characters are framed, missing ones are a caret. */
function MarkedText(props: { text: string | null; winner: string | null; isWinner: boolean }): ReactElement {
  const { text, winner } = props;
  if (text === null || text === '') return <span className={styles.none}>no text</span>;
  if (props.isWinner || winner === null) return <code dir="auto">{manyLines(text)}</code>;
  return (
    <code dir="auto">
      {textDifferences(winner, text).map((part, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change
        if (part.kind === 'same') return <span key={at}>{manyLines(part.text)}</span>;
        const count = Array.from(part.text).length;
        const words = part.kind === 'missing' ? `${count} missing` : 'differs';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change
          <mark key={at} title={words} data-kind={part.kind}>
            {part.kind === 'missing' ? '…' : manyLines(part.text)}
            <span className="dl-hidden"> ({words}) </span>
          </mark>
        );
      })}
    </code>
  );
}

/** Texts for the values of reassembly and consensus (decision 11). Unknown values are shown unchanged. */
type StatusText = { readonly word: string; readonly meaning: string };

/** `blocks` = known number of blocks. */
function aggregationText(status: string | null, blocks: number | null): StatusText {
  switch (status) {
    case 'complete':
      return {
        word: 'Complete',
        meaning: blocks === 1 ? 'Received in a single block.' : 'All blocks were received and joined.',
      };
    case 'in progress':
      return {
        word: 'In progress',
        meaning: 'A later block is still missing. After a few minutes it counts as lost.',
      };
    case 'out of sequence':
      return { word: 'Out of sequence', meaning: 'An earlier block is missing, so the text is incomplete.' };
    case 'skipped':
      return { word: 'Skipped', meaning: 'Single-block message. Nothing to join.' };
    case 'duplicate':
      return { word: 'Duplicate', meaning: 'Repeat of a block this receiver already reported.' };
    case null:
    case '':
      return { word: 'None', meaning: 'Not reassembled.' };
    default:
      return { word: status, meaning: 'Reported by the receiver.' };
  }
}

function consensusText(status: string | null): StatusText {
  switch (status) {
    case 'single':
      return { word: 'Single', meaning: 'Single reception. Nothing to compare.' };
    case 'agreed':
      return { word: 'Agreed', meaning: 'All receptions agree.' };
    case 'majority':
      return { word: 'Majority', meaning: 'Texts differ. A majority of stations agrees on every character.' };
    case 'disputed':
      return {
        word: 'Disputed',
        meaning: 'Texts differ without a majority at some positions. The better reception is used there.',
      };
    case null:
    case '':
      return { word: 'None', meaning: 'This message type is not compared.' };
    default:
      return { word: status, meaning: 'Reported by the server.' };
  }
}
