/** A message in words. Expanded: its text, decoded on this device. */
import { Link } from '@tanstack/react-router';
import { type ReactElement, useId } from 'react';
import type { TailMessage } from '../../../contract/entities/tail.ts';
import { parseInstant, writeInstant } from '../../../contract/params.ts';
import { DecodeText } from '../../decoding/DecodeText.tsx';
import { manyLines, oneLine } from '../../lib/format.ts';
import { utcClock } from '../../lib/time.ts';
import { KindIcon } from '../../objects/KindIcon.tsx';
import { rawListPath } from '../../objects/object-paths.ts';
import { StationLink } from '../../objects/StationLink.tsx';
import { useAudience } from '../../session/use-session.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import styles from './Legs.module.css';
import { type OpenRows, rowButtonId } from './use-open-rows.ts';

type Props = { readonly name: string; readonly message: TailMessage; readonly rows: OpenRows };

export function OneMessage({ name, message, rows }: Props): ReactElement {
  const { id, at, kind, words, text, heardBy } = message;
  const isOpen = rows.isOpen(id);
  const body = useId();
  const ms = parseInstant(at);
  return (
    <li className={styles.item} data-kind={kind}>
      <button
        id={rowButtonId(id)}
        type="button"
        className={styles.message}
        aria-expanded={isOpen}
        aria-controls={body}
        onClick={() => rows.toggle(id)}
      >
        <time dateTime={at}>{ms === null ? '' : utcClock(ms)}</time>
        <KindIcon kind={kind} className={styles.icon} />
        <span className={styles.words}>{oneLine(words)}</span>
        <code className={styles.text} dir="auto">
          {oneLine(text ?? '')}
        </code>
        <span className={styles.receivers}>received by {heardBy}</span>
      </button>
      <div id={body} hidden={!isOpen} className={styles.body}>
        {isOpen ? <Whole name={name} message={message} /> : null}
      </div>
    </li>
  );
}

/** Around a message, for the window of the raw list. */
const minuteMs = 60_000;

function Whole({ name, message }: Omit<Props, 'rows'>): ReactElement {
  const { at, label, text, isCut, type, stationId } = message;
  const audience = useAudience();
  const ms = parseInstant(at) ?? 0;
  const window = {
    acarsMessageDateTimeMin: writeInstant(ms - minuteMs),
    acarsMessageDateTimeMax: writeInstant(ms + minuteMs),
  };
  const facts = [type, label && `label ${label}`].filter(Boolean).join(' · ');
  return (
    <>
      <p className={styles.facts}>
        {oneLine(facts)}
        {stationId ? (
          <>
            {facts === '' ? '' : ' · '}receiver <StationLink id={stationId} />
          </>
        ) : null}{' '}
        <Link to={rawListPath(audience)} search={{ tail: name, ...window } as never}>
          In the raw list
        </Link>
      </p>
      {text ? (
        <>
          <pre dir="auto">{manyLines(text)}</pre>
          {isCut ? <p className={styles.facts}>The text is longer. The raw list contains all of it.</p> : null}
          <div className={styles.buttons}>
            <CopyButton text={text}>Copy text</CopyButton>
            {label ? <DecodeText key={text} label={label} text={text} /> : null}
          </div>
        </>
      ) : (
        <p className={styles.facts}>No text.</p>
      )}
    </>
  );
}
