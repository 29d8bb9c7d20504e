/** A selected message: words, text and content first, then its receptions, fields and flight. */
import { type ReactElement, Suspense, useMemo } from 'react';
import { DecodingResult } from '../../../decoding/DecodingResult.tsx';
import { useDecoded } from '../../../decoding/use-decoded.ts';
import { manyLines, oneLine } from '../../../lib/format.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { factsOf, fieldText } from '../../../list/cells.ts';
import { Facts } from '../../../list/Facts.tsx';
import styles from '../../../list/reading/Message.module.css';
import type { MessageProps } from '../../../list/reading/ReadView.tsx';
import { FlightLink } from '../../../objects/FlightLink.tsx';
import { ObjectLink } from '../../../objects/ObjectLink.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { FlightSoFar } from './FlightSoFar.tsx';
import { MessageActions } from './MessageActions.tsx';
import { MessagePlace } from './MessagePlace.tsx';
import { MessageWords } from './MessageWords.tsx';
import { textOf } from './words.ts';

/** Requests start when the reader stays on a message. */
const settleMs = 300;

export function Message({ row, list, extra, steps }: MessageProps): ReactElement {
  const settled = useSettled(row, settleMs);
  const text = textOf(row.text);
  const facts = useMemo(() => factsOf(list, row).filter(({ column }) => column.key !== list.card.text), [list, row]);
  const More = list.detail;
  return (
    <article className={styles.message}>
      <header className={styles.head}>
        <h2>
          <span className={styles.tail}>
            <ObjectLink to="tail" id={textOf(row.tail) || null}>
              {oneLine(textOf(row.tail)) || '–'}
            </ObjectLink>
          </span>{' '}
          <span className={styles.flight}>
            <FlightLink tail={textOf(row.tail) || null} flight={textOf(row.flight)} at={textOf(row.acarsDateTime)} />
          </span>{' '}
          <MessageWords row={row} isLinked />
        </h2>
        <span className={styles.label}>
          {[`label ${oneLine(textOf(row.label)) || '–'}`, oneLine(textOf(row.type))]
            .filter((part) => part !== '')
            .join(', ')}
        </span>
        <span className={styles.at}>{fieldText(list, 'acarsDateTime', row)}Z</span>
        {steps}
      </header>
      <section className={styles.said} aria-label="Text">
        <div>
          {text === '' ? <p className={styles.dim}>No text.</p> : <pre className={styles.text}>{manyLines(text)}</pre>}
          <div className={styles.actions}>
            {text === '' ? null : <CopyButton text={text}>Copy text</CopyButton>}
            <MessageActions row={row} list={list} />
          </div>
        </div>
        {settled === row ? <MessagePlace row={row} /> : null}
      </section>
      <div className={styles.columns}>
        <section className={styles.part} aria-label="Decoded">
          <h3>Decoded</h3>
          {text === '' ? (
            <p className={styles.dim}>There is no text to decode.</p>
          ) : (
            <Decoded label={textOf(row.label)} text={text} />
          )}
        </section>
        <section className={styles.part} aria-label="Received by">
          {settled === row && More ? (
            <Suspense fallback={null}>
              <More row={row} />
            </Suspense>
          ) : (
            <p className={styles.dim}>Loading receptions …</p>
          )}
        </section>
      </div>
      <section className={styles.part} aria-label={`All ${list.columns.length} fields`}>
        <h3>All {list.columns.length} fields</h3>
        <Facts facts={facts} row={row} />
      </section>
      {settled === row ? <FlightSoFar row={row} list={list} extra={extra} /> : null}
    </article>
  );
}

function Decoded({ label, text }: { readonly label: string; readonly text: string }): ReactElement {
  const decoded = useDecoded({ label, text });
  if (!decoded) return <p className={styles.dim}>Decoding …</p>;
  return 'failure' in decoded ? <p>{decoded.failure}</p> : <DecodingResult decoding={decoded.decoding} by="device" />;
}
