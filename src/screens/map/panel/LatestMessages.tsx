/** The newest messages of an aircraft in words. Without a description the text itself is shown. Own file: a request of its own. */

import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { api } from '../../../../contract/api.ts';
import type { HeardBy } from '../../../../contract/entities/map.ts';
import type { Meaning } from '../../../../contract/entities/meaning.ts';
import type { AcarsPerAircraft } from '../../../../contract/entities/messages.ts';
import { type ListPage, listQuery } from '../../../data/list-resource.ts';
import { useMeanings } from '../../../decoding/row-meaning.ts';
import { counted, manyLines, oneLine } from '../../../lib/format.ts';
import { utcDateTime, utcShort } from '../../../lib/time.ts';
import { LinkedWords } from '../../../objects/LinkedWords.tsx';
import { NotLoaded } from '../../../objects/NotLoaded.tsx';
import { ObjectLink } from '../../../objects/ObjectLink.tsx';
import shared from '../../../ui/shared.module.css';
import { useHeardBy } from '../fleet/use-heard-by.ts';
import { useMapShare } from '../map-context.ts';
import styles from './cards.module.css';

type LatestMessagesProps = {
  readonly icao: string;
  readonly latest: LatestOf;
  /** Of its newest message, epoch ms. null = none known. */
  readonly messageAt: number | null;
  readonly now: number;
};

export function LatestMessages({ icao, latest, messageAt, now }: LatestMessagesProps): ReactElement {
  const { page, error, refetch, messages } = latest;
  const [receptions] = useHeardBy([{ icao, messageAt }]);
  return (
    <div className={styles.latest}>
      <h4>Latest messages{page?.source === 'stored' ? `, stored ${utcShort(page.dataAt)}` : ''}</h4>
      {messages.length > 0 ? (
        <>
          {receptions ? <HeardByText receptions={receptions} /> : null}
          <ul>
            {messages.map((message) => (
              <Message
                key={`${message.row.acarsDateTime} ${message.row.label} ${message.text}`}
                message={message}
                now={now}
              />
            ))}
          </ul>
        </>
      ) : page === null && error ? (
        <NotLoaded error={error} what="these messages" onRetry={refetch} className={shared.dim} isPart />
      ) : (
        <p className={shared.dim}>{page ? `None in ${latestWindow}.` : 'Loading'}</p>
      )}
    </div>
  );
}

function Message({ message, now }: { message: ShownMessage; now: number }): ReactElement {
  const { row, text, meaning } = message;
  const isRead = meaning !== null && meaning.level !== 'none';
  const at = Date.parse(row.acarsDateTime);
  return (
    <li>
      <p className={styles.words}>
        {Number.isFinite(at) && at <= now + 86_400_000 ? (
          <time dateTime={row.acarsDateTime} title={`${utcDateTime(at)} UTC`}>
            {utcShort(at)}
          </time>
        ) : null}
        <span>{isRead ? <LinkedWords {...meaning} isLinked={false} /> : oneLine(meaning?.words ?? '')}</span>
      </p>
      <p className={styles.source}>
        {[row.label && `label ${row.label}`, row.flight].flatMap((part) => (part ? [oneLine(part)] : [])).join(', ')}
      </p>
      {!isRead && text !== '' ? <code dir="auto">{manyLines(text)}</code> : null}
    </li>
  );
}

const shownStations = 6;

/** Stations of the newest message in words, each a link to its page. */
function HeardByText({ receptions }: { receptions: HeardBy }): ReactElement | null {
  const shown = receptions.stations.slice(0, shownStations);
  const others = receptions.others + receptions.stations.length - shown.length;
  const parts: ReactNode[] = shown.map(({ stationId }) => (
    <ObjectLink key={stationId} to="station" id={stationId} name={`Station ${stationId}`} isOwn />
  ));
  if (others > 0) parts.push(counted(others, shown.length > 0 ? 'other receiver' : 'receiver'));
  if (parts.length === 0) return null;
  return (
    <p>
      Newest message received by{' '}
      {parts.map((part, at) => [at === 0 ? '' : at === parts.length - 1 ? ' and ' : ', ', part])}.
    </p>
  );
}

// ---- which messages, as far as the audience may see them (MAP-08, C112)

const fewMessages = 5;
/** Several stations receive one message, and one report has several blocks. */
const requestedRows = 20;
const sameMs = 60_000;
const windowHours = 24;
const latestWindow = 'the last 24 hours';

type LatestOf = {
  readonly page: ListPage<AcarsPerAircraft> | null;
  readonly error: Error | null;
  readonly refetch: () => void;
  readonly messages: readonly ShownMessage[];
};

/** By address or tail, as the server matches them (decision 12). Stored copies offline. */
export function useLatestMessages(icao: string, isEnabled: boolean): LatestOf {
  const { company } = useMapShare();
  const request = {
    filters: { modeS: icao },
    window: { hours: windowHours },
    sort: null,
    offset: 0,
    limit: requestedRows,
  } as const;
  const { data, error, refetch } = useQuery({
    ...(company === null
      ? listQuery(api.acarsMessage.withExtData, request)
      : listQuery(api.acarsMessage.withExtDataCompany, request, company === '' ? {} : { company })),
    enabled: isEnabled,
    meta: { isQuiet: true },
  });
  const page = (data ?? null) as ListPage<AcarsPerAircraft> | null;
  const rows = useMemo(() => page?.rows ?? [], [page]);
  return { page, error, refetch: () => void refetch(), messages: shownMessages(rows, useMeanings(rows)) };
}

/** `LOWW to EDDF`, as the newest message that states either says. null = none does. Pure. */
export function routeOf(messages: readonly Pick<ShownMessage, 'meaning'>[]): string | null {
  for (const { meaning } of messages) {
    const { from, to } = meaning?.facts ?? {};
    if (to) return oneLine(from ? `${from} to ${to}` : `to ${to}`);
    if (from) return oneLine(`from ${from}`);
  }
  return null;
}

/** A message once for all of its receptions and blocks. `meaning` null = not decoded yet. */
type ShownMessage = { readonly row: AcarsPerAircraft; readonly text: string; readonly meaning: Meaning | null };

/** Newest first. Pure. */
export function shownMessages(
  rows: readonly AcarsPerAircraft[],
  meanings: readonly (Meaning | null)[],
): readonly ShownMessage[] {
  const shown: ShownMessage[] = [];
  for (const [at, row] of rows.entries()) {
    const text = row.aggregatedText ?? row.text ?? '';
    const meaning = meanings[at] ?? null;
    const isRead = meaning !== null && meaning.level !== 'none';
    const isAgain = shown.some(
      (one) =>
        one.row.label === row.label &&
        (one.text === text || (isRead && one.meaning?.words === meaning.words)) &&
        Math.abs(Date.parse(one.row.acarsDateTime) - Date.parse(row.acarsDateTime)) <= sameMs,
    );
    if (!isAgain) shown.push({ row, text, meaning });
  }
  return shown.slice(0, fewMessages);
}
