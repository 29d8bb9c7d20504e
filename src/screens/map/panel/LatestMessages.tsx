/** The newest messages of an aircraft in words. Without a description the text itself is shown. */
import { type ReactElement, useMemo } from 'react';
import { manyLines, oneLine } from '../../../lib/format.ts';
import { utcDateTime, utcShort } from '../../../lib/time.ts';
import { HeardByText } from '../messages/HeardByText.tsx';
import { useHeardBy } from '../messages/use-heard-by.ts';
import styles from './AircraftPanel.module.css';
import { latestWindow, type ShownMessage, shownMessages, useLatestMessages } from './latest-messages.ts';

type LatestMessagesProps = {
  readonly icao: string;
  readonly company: string | null;
  /** Of its newest message, epoch ms. null = none known. */
  readonly messageAt: number | null;
  readonly now: number;
};

export function LatestMessages({ icao, company, messageAt, now }: LatestMessagesProps): ReactElement {
  const { page, hasFailed } = useLatestMessages(icao, company);
  const messages = useMemo(() => shownMessages(page?.rows ?? []), [page]);
  const [receptions] = useHeardBy([{ icao, messageAt }], company);
  return (
    <div className={styles.latest}>
      <h4>Latest messages{page?.source === 'stored' ? `, stored ${utcShort(page.dataAt)}` : ''}</h4>
      {messages.length > 0 ? (
        <>
          {receptions ? <HeardByText receptions={receptions} /> : null}
          <ul>
            {messages.map((message) => (
              <Message
                key={`${message.row.acarsDateTime} ${message.words} ${message.text}`}
                message={message}
                now={now}
              />
            ))}
          </ul>
        </>
      ) : (
        <p className={styles.dim}>{noMessages(page === null, hasFailed)}</p>
      )}
    </div>
  );
}

function noMessages(isMissing: boolean, hasFailed: boolean): string {
  if (!isMissing) return `None in ${latestWindow}.`;
  return hasFailed ? 'Not available.' : 'Loading';
}

function Message({ message, now }: { message: ShownMessage; now: number }): ReactElement {
  const { row, text, kind, words } = message;
  const at = Date.parse(row.acarsDateTime);
  return (
    <li>
      <p className={styles.words}>
        {Number.isFinite(at) && at <= now + 86_400_000 ? (
          <time dateTime={row.acarsDateTime} title={`${utcDateTime(at)} UTC`}>
            {utcShort(at)}
          </time>
        ) : null}
        <span>{words}</span>
      </p>
      <p className={styles.source}>
        {[row.label && `label ${row.label}`, row.flight].flatMap((part) => (part ? [oneLine(part)] : [])).join(', ')}
      </p>
      {kind === 'other' && text !== '' ? <code dir="auto">{manyLines(text)}</code> : null}
    </li>
  );
}
