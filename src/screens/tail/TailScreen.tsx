/** /tail/{id}: one aircraft with its last days (decision 52). */
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { type TailSpan, tailSpans } from '../../../contract/entities/tail.ts';
import { isNotFound } from '../../api/api-error.ts';
import { NothingStored } from '../../api/race.ts';
import { useReportedAge } from '../../api/reported-age.ts';
import type { ApiResponse } from '../../api/resource.ts';
import { serverNow } from '../../api/send.ts';
import { type TailView, tailQuery } from '../../api/tail.ts';
import { useNow } from '../../api/use-now.ts';
import { oneLine } from '../../lib/format.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import { asOfText, isCurrent } from '../../stations/station-text.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ServerMessage } from '../../ui/ServerMessage.tsx';
import { Faults } from './Faults.tsx';
import { Legs } from './Legs.tsx';
import { LinkEvents } from './LinkEvents.tsx';
import { spanOf } from './leg-groups.ts';
import { NowFacts } from './NowFacts.tsx';
import { Receivers } from './Receivers.tsx';
import styles from './Tail.module.css';
import { TailHeader } from './TailHeader.tsx';
import { TimeAxis } from './TimeAxis.tsx';
import { TrackMap } from './TrackMap.tsx';
import { useOpenRows } from './use-open-rows.ts';
import { useTaken } from './use-taken.ts';

const refreshMs = 60_000;
const tickMs = 10_000;

export default function TailScreen(): ReactElement {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return <OneAircraft key={id} id={id} />;
}

/** Parameters of the address: `days` = the axis, `leg` = an instant of the leg to open. */
type Search = { readonly days?: unknown; readonly leg?: unknown };

function OneAircraft({ id }: { id: string }): ReactElement {
  const search = useSearch({ strict: false }) as Search;
  const write = useWriteAddress();
  const leg = typeof search.leg === 'string' ? search.leg : null;
  const days = useMemo(() => daysOf(search.days, leg), [search.days, leg]);
  const query = useQuery({
    ...tailQuery(id, days),
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  useReportedAge(query);
  const setDays = (next: TailSpan): void => write({ ...(leg === null ? {} : { leg }), days: String(next) }, 'replace');
  if (query.data) return <Page id={id} leg={leg} days={days} onDays={setDays} response={query.data} />;
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{oneLine(id)}</h1>
      {query.error ? (
        <NotRead error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className={styles.coming} role="status" aria-label="Loading" />
      )}
    </div>
  );
}

/** As in the address, otherwise the shortest with the leg, otherwise 24 hours. */
function daysOf(text: unknown, leg: string | null): TailSpan {
  const requested = tailSpans.find((days) => String(days) === text);
  return requested ?? (leg === null ? null : spanOf(leg, serverNow())) ?? 1;
}

type PageProps = {
  readonly id: string;
  readonly leg: string | null;
  readonly days: TailSpan;
  readonly onDays: (days: TailSpan) => void;
  readonly response: ApiResponse<TailView>;
};

function Page({ id, leg, days, onDays, response }: PageProps): ReactElement {
  const now = useNow(tickMs);
  const isNow = isCurrent(response, now);
  const { tail, isPartial } = response.value;
  const { taken, waiting, take } = useTaken(tail, response.source === 'stored');
  const rows = useOpenRows(taken, leg);
  const name = tail.registration ?? tail.address ?? id;
  const at = isNow ? now : response.dataAt;
  return (
    <div className={styles.screen} data-old={!isNow || undefined}>
      <TailHeader name={name} tail={tail} now={at} isNow={isNow} />
      {isNow ? null : (
        <p className={styles.asOf}>
          {asOfText(response.dataAt, now)}. The current state is unknown.
          {isPartial ? ' Not all messages are on this device.' : ''}
        </p>
      )}
      <div className={styles.parts}>
        <div className={styles.main}>
          <NowFacts tail={tail} now={at} isNow={isNow} />
          <TimeAxis name={name} tail={taken} days={days} onDays={onDays} onMark={rows.showMessage} />
          <Legs name={name} tail={taken} now={at} waiting={waiting} onTake={take} rows={rows} isPartial={isPartial} />
        </div>
        <div className={styles.side}>
          <TrackMap name={name} tail={tail} isNow={isNow} />
          <Faults tail={taken} now={at} onFault={rows.showMessage} />
          <Receivers tail={taken} />
          {taken.link ? <LinkEvents link={taken.link} days={days} now={at} /> : null}
        </div>
      </div>
    </div>
  );
}

function NotRead({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  return (
    <section className={styles.panel} aria-label="Aircraft not available">
      <p className={styles.none}>
        <IconPlugConnectedX size={16} aria-hidden="true" />{' '}
        {error instanceof NothingStored ? (
          'The server is unreachable and this aircraft is not stored yet. Open it once while online to store it.'
        ) : (
          <>
            {isNotFound(error) ? null : <strong>This aircraft could not be loaded. </strong>}
            <ServerMessage text={error.message} />
          </>
        )}
      </p>
      <p className={styles.none}>
        <PlainButton onClick={onRetry}>
          <IconRefresh size={16} aria-hidden="true" />
          Try again
        </PlainButton>
      </p>
    </section>
  );
}
