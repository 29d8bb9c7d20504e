/** 'Read' of messages. */
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, Suspense, useMemo } from 'react';
import type { Meaning } from '../../../../contract/entities/meaning.ts';
import { PlaceMap } from '../../../charts/small-map/PlaceMap.tsx';
import { extraQuery } from '../../../data/resources.ts';
import { DecodingResult } from '../../../decoding/DecodingResult.tsx';
import { decodeAhead, useDecoded } from '../../../decoding/decode-here.ts';
import { decodable, storedMeaning, useMeaning } from '../../../decoding/row-meaning.ts';
import { coordinatesText, counted, manyLines, oneLine } from '../../../lib/format.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { cellText, factsOf, fieldText } from '../../../list/cells.ts';
import type { AnyRow, ViewProps } from '../../../list/define-list.ts';
import { Facts } from '../../../list/detail/Facts.tsx';
import messageStyles from '../../../list/reading/Message.module.css';
import { type MessageProps, type ReadRowProps, ReadView } from '../../../list/reading/ReadView.tsx';
import styles from '../../../list/reading/Rows.module.css';
import { KindIcon } from '../../../objects/KindIcon.tsx';
import { LinkedWords } from '../../../objects/LinkedWords.tsx';
import { FlightLink, ObjectLink } from '../../../objects/ObjectLink.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import sharedStyles from '../../../ui/shared.module.css';
import { FlightSoFar } from './FlightSoFar.tsx';
import { MessageActions } from './MessageActions.tsx';
import { OpenAge, Receivers, Transmissions, useReceivers } from './Transmissions.tsx';
import { useMessageKeys } from './use-message-keys.ts';
import { textOf } from './words.ts';

export function ReadMessages(props: ViewProps): ReactElement {
  const keys = useMessageKeys();
  return (
    <Transmissions rows={props.rows}>
      {(rows) => <ReadView {...props} rows={rows} Row={ReadRow} Message={Message} onAhead={decodeRows} keys={keys} />}
    </Transmissions>
  );
}

const decodeRows = (rows: readonly AnyRow[]): void => decodeAhead(rows.map(decodable));

/** The text first; the sentence takes its place. */
function ReadRow({ row, isNarrow }: ReadRowProps): ReactElement {
  const meaning = useMeaning(row);
  const isRead = meaning !== null && meaning.level !== 'none';
  return (
    <div className={styles.read} data-narrow={isNarrow || undefined}>
      <KindIcon kind={isRead ? meaning.kind : 'notDecoded'} className={styles.icon} />
      <span className={styles.who}>
        <b>{oneLine(textOf(row.tail)) || '–'}</b> <span className={styles.flight}>{oneLine(textOf(row.flight))}</span>{' '}
        <OpenAge row={row} />
      </span>
      <span className={styles.time}>{rowTime(row.acarsDateTime, isNarrow)}</span>
      {isRead ? (
        <span className={styles.sentence}>
          <LinkedWords {...meaning} isLinked={false} />
        </span>
      ) : (
        <span className={styles.text} dir="auto">
          {oneLine(textOf(row.text)) || oneLine(meaning?.words ?? '') || 'No text'}
        </span>
      )}
      <span className={styles.label}>
        {isNarrow ? null : oneLine(textOf(row.label))} <Receivers row={row} />
      </span>
    </div>
  );
}

/** `14:52:06`, in narrow rows `14:52Z`. */
const rowTime = (value: unknown, isNarrow: boolean): string => {
  const time = cellText('instant', value).slice(11);
  return isNarrow && time !== '' ? `${time.slice(0, 5)}Z` : time;
};

/** Half of the map. */
const minDeg = 3;

/** Position that the message contains, on a small map. null = none. */
function MessagePlace({ row: { lat, lon, alt } }: { readonly row: AnyRow }): ReactElement | null {
  const place = useMemo(() => (typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : null), [lat, lon]);
  const aircraft = useMemo(
    () =>
      place === null
        ? []
        : [{ ...place, icao: '', angle: null, altitudeFt: typeof alt === 'number' ? alt : null, isOnGround: null }],
    [place, alt],
  );
  if (place === null) return null;
  return (
    <div className={messageStyles.place}>
      <PlaceMap
        place={place}
        label={`Position in the message: ${coordinatesText(place)}`}
        aircraft={aircraft}
        minDeg={minDeg}
        isLive
        hasSquare={false}
      />
    </div>
  );
}

// ---- A selected message: its sentence, then what was decoded and where it was, its receptions, text, fields and flight.

/** Requests start when the reader stays on a message. */
const settleMs = 300;

function Message({ row, list, extra, steps }: MessageProps): ReactElement {
  const settled = useSettled(row, settleMs);
  const meaning = useMeaning(row);
  const text = textOf(row.text);
  const isScreen = steps === null;
  const allFields = `All ${list.columns.length} fields`;
  const facts = useMemo(() => factsOf(list, row).filter(({ column }) => column.key !== list.card.text), [list, row]);
  const More = list.detail;
  const radio = [`label ${oneLine(textOf(row.label)) || '–'}`, oneLine(textOf(row.type))].filter((part) => part !== '');
  return (
    <article className={messageStyles.message} data-screen={isScreen || undefined}>
      <header className={messageStyles.head}>
        <h2 className={messageStyles.sentence}>
          <Sentence meaning={meaning} text={text} />
        </h2>
        {steps}
        <p className={messageStyles.who}>
          <span className={messageStyles.tail}>
            <ObjectLink to="tail" id={textOf(row.tail) || null}>
              {oneLine(textOf(row.tail)) || '–'}
            </ObjectLink>
          </span>{' '}
          <span className={sharedStyles.mono}>
            <FlightLink tail={textOf(row.tail) || null} flight={textOf(row.flight)} at={textOf(row.acarsDateTime)} />
          </span>{' '}
          <span className={messageStyles.dim}>
            {radio.join(', ')} · <span className={messageStyles.at}>{fieldText(list, 'acarsDateTime', row)}Z</span>
          </span>{' '}
          <Receivers row={row} /> <OpenAge row={row} />
        </p>
      </header>
      {isScreen ? null : (
        <div className={sharedStyles.buttons}>
          {text === '' ? null : <CopyButton text={text}>Copy text</CopyButton>}
          <MessageActions row={row} list={list} />
        </div>
      )}
      <div className={messageStyles.said}>
        <section className={messageStyles.part} aria-label="Decoded">
          <h3>Decoded</h3>
          <Decoded row={row} meaning={meaning} />
        </section>
        {settled === row ? <MessagePlace row={row} /> : null}
      </div>
      <ReceivedBy row={row} isScreen={isScreen}>
        {settled === row && More ? (
          <Suspense fallback={null}>
            <More row={row} />
          </Suspense>
        ) : (
          <p className={messageStyles.dim}>Loading receptions …</p>
        )}
      </ReceivedBy>
      {text === '' ? null : isScreen ? (
        <pre className={messageStyles.text} dir="auto">
          {manyLines(text)}
        </pre>
      ) : (
        <details className={messageStyles.raw}>
          <summary aria-label="Text" dir="auto">
            {oneLine(text)}
          </summary>
          <pre className={messageStyles.text} dir="auto">
            {manyLines(text)}
          </pre>
        </details>
      )}
      {settled === row ? <FlightSoFar row={row} list={list} extra={extra} /> : null}
      {isScreen ? (
        <details className={messageStyles.heard}>
          <summary>
            <b>{allFields}</b>
            <IconChevronRight size={16} aria-hidden="true" />
          </summary>
          <Facts facts={facts} row={row} />
        </details>
      ) : (
        <section className={messageStyles.part} aria-label={allFields}>
          <h3>{allFields}</h3>
          <Facts facts={facts} row={row} />
        </section>
      )}
    </article>
  );
}

/** On a phone one line, which opens. */
function ReceivedBy(props: {
  readonly row: AnyRow;
  readonly isScreen: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const { row, isScreen, children } = props;
  const receivers = useReceivers(row);
  if (!isScreen)
    return (
      <section className={messageStyles.part} aria-label="Received by">
        {children}
      </section>
    );
  const station = oneLine(textOf(row.stationId));
  return (
    <details className={messageStyles.heard}>
      <summary>
        <b>Received by {counted(receivers, 'station')}</b>
        <span className={messageStyles.dim}>{station}</span>
        <IconChevronRight size={16} aria-hidden="true" />
      </summary>
      {children}
    </details>
  );
}

const titleLetters = 120;

/** The sentence of the row, or its text. */
function Sentence({ meaning, text }: { readonly meaning: Meaning | null; readonly text: string }): ReactElement {
  if (meaning && meaning.level !== 'none')
    return (
      <>
        <KindIcon kind={meaning.kind} /> <LinkedWords {...meaning} />
      </>
    );
  const start = oneLine(text.slice(0, titleLetters));
  return (
    <span className={sharedStyles.dim}>
      <KindIcon kind="notDecoded" /> {start ? <code>{start}</code> : oneLine(meaning?.words ?? 'No text')}
    </span>
  );
}

/** The details of the same decoding as the sentence: what the receiver decoded is read of its record. */
function Decoded({ row, meaning }: { readonly row: AnyRow; readonly meaning: Meaning | null }): ReactElement {
  const isByReceiver = storedMeaning(row)?.by === 'receiver';
  const id = textOf(row.id);
  const record = useQuery({ ...extraQuery(id), enabled: isByReceiver && id !== '' });
  const decoded = useDecoded({ ...decodable(row), decoded: record.data?.value.extra?.decoded ?? null });
  if (!decoded || (isByReceiver && record.isLoading)) return <p className={messageStyles.dim}>Decoding …</p>;
  if ('failure' in decoded) return <p>{decoded.failure}</p>;
  if (textOf(row.text) === '' && !isByReceiver) return <p className={messageStyles.dim}>There is no text to decode.</p>;
  if (decoded.decoding.level === 'none' && meaning && meaning.level !== 'none')
    return (
      <p className={messageStyles.dim}>
        {isByReceiver ? 'The receiver decoded this message. ' : ''}Its details are not available on this device.
      </p>
    );
  return <DecodingResult decoding={decoded.decoding} by="device" hasSentence={false} />;
}
