/** Receptions of one block, with their differences from the consensus text. Differences are never marked by colour alone. */
import { IconCheck } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { parseInstant } from '../../../contract/params.ts';
import type { MessageReceptions } from '../../api/heard.ts';
import { formatNumber, manyLines, noValue } from '../../lib/format.ts';
import { utcClockMs, utcDateTime } from '../../lib/time.ts';
import { StationLink } from '../../objects/StationLink.tsx';
import { AsReceived } from './AsReceived.tsx';
import styles from './MessageDetail.module.css';
import { textDifferences } from './text-differences.ts';

type Block = MessageReceptions['blocks'][number];
type Reception = Block['receptions'][number];

/** With the fraction of a second, where the receiver sent one. */
function instantOf(reception: Reception): number | null {
  return reception.timestamp === null ? parseInstant(reception.acarsDateTime) : Math.round(reception.timestamp * 1000);
}
function number(value: number | null, decimals?: number): string {
  return value === null ? noValue : formatNumber(value, decimals);
}

export function HeardBlock(props: { block: Block; number: number; count: number }): ReactElement {
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
            key={reception.id}
            reception={reception}
            winner={block.text}
            hasFrequency={hasFrequencies}
            hasText={block.receptions.length > 1 || count > 1}
            isCompared={block.receptions.length > 1}
          />
        ))}
      </table>
      {isPutTogether ? (
        <p className={styles.note}>No reception has exactly this text; it was put together from all of them:</p>
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
            {part.kind === 'missing' ? '‸' : manyLines(part.text)}
            <span className="dl-hidden"> ({words}) </span>
          </mark>
        );
      })}
    </code>
  );
}
