/** Statistics at first sight (decision 18): six charts from one response, ready without SEARCH. */

import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { type SightDays, sightDays } from '../../../contract/entities/first-sight.ts';
import { firstSightQuery, type SightCriteria, type SightResponse } from '../../data/resources.ts';
import type { StationRow } from '../../data/stations.ts';
import { useNow } from '../../data/use-now.ts';
import { slotSearch, withSlot } from '../../lib/address-slot.ts';
import { say } from '../../lib/tense.ts';
import { utcMoment } from '../../lib/time.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import { NotLoaded } from '../../objects/NotLoaded.tsx';
import { Loading } from '../../objects/ObjectPage.tsx';
import { asOfText } from '../../stations/station-text.ts';
import input from '../../ui/input.module.css';
import { Later } from '../../ui/Later.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import shared from '../../ui/shared.module.css';
import { CalendarChart } from './CalendarChart.tsx';
import styles from './FirstSight.module.css';
import { HoursChart } from './HoursChart.tsx';
import { LevelsChart } from './LevelsChart.tsx';
import { MessagesChart } from './MessagesChart.tsx';
import { RangesChart } from './RangesChart.tsx';
import { chartTitles, momentText, rangeWords, stationName } from './sight-texts.ts';
import { TopsChart } from './TopsChart.tsx';

const refreshMs = 600_000;
const tickMs = 10_000;
const slot = 'sight';
/** In columns, so that four charts fit in a window of 1280 x 860. In narrow windows one below the other. */
const columns = [
  [
    ['messages', MessagesChart],
    ['levels', LevelsChart],
  ],
  [
    ['hours', HoursChart],
    ['ranges', RangesChart],
  ],
  [
    ['calendar', CalendarChart],
    ['tops', TopsChart],
  ],
] as const;
const shortWords: Readonly<Record<SightDays, string>> = { 1: '24 h', 3: '3 d', 7: '7 d', 30: '30 d' };

export default function FirstSight({ stations }: { stations: readonly StationRow[] }): ReactElement {
  const [criteria, choose] = useCriteria();
  const query = useQuery({ ...firstSightQuery(criteria), refetchInterval: refreshMs, placeholderData: (old) => old });
  const { days, stationId } = criteria;
  const isListed = stationId === '' || stations.some((station) => station.stationId === stationId);
  return (
    <>
      <div className={styles.choices}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout */}
        <div role="group" aria-label="Range of the charts" className={styles.ranges}>
          {sightDays.map((one) => (
            <PlainButton
              key={one}
              aria-pressed={one === days}
              aria-label={rangeWords[one]}
              onClick={() => choose({ ...criteria, days: one })}
            >
              {shortWords[one]}
            </PlainButton>
          ))}
        </div>
        <label className={styles.station}>
          <span className="dl-hidden">Station of the charts</span>
          <select
            className={input.input}
            value={stationId}
            onChange={({ target }) => choose({ ...criteria, stationId: target.value })}
          >
            <option value="">All stations</option>
            {isListed ? null : <option value={stationId}>{stationId}</option>}
            {stations.map((station) => (
              <option key={station.stationId} value={station.stationId}>
                {stationName(station)}
              </option>
            ))}
          </select>
        </label>
        {query.data ? (
          <Age response={query.data} />
        ) : query.error ? null : (
          <span className={shared.dim}>Loading …</span>
        )}
      </div>
      {query.data ? (
        <Charts response={query.data} criteria={criteria} isLoading={query.isPlaceholderData} />
      ) : query.error ? (
        <NotRead error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SightComing of={firstSightQuery(criteria).queryKey} />
      )}
    </>
  );
}

/** Range and station are in the address, like the queries of the panels (decision 18). */
function useCriteria(): readonly [SightCriteria, (next: SightCriteria) => void] {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const writeAddress = useWriteAddress();
  const own = slotSearch(search, slot);
  const days = sightDays.find((one) => one === Number(own.days)) ?? sightDays[0];
  const stationId = ['string', 'number'].includes(typeof own.station) ? String(own.station) : '';
  const choose = (next: SightCriteria): void => {
    const chosen = {
      ...(next.days === sightDays[0] ? {} : { days: next.days }),
      ...(next.stationId === '' ? {} : { station: next.stationId }),
    };
    writeAddress((now) => withSlot(now, slot, chosen), 'replace');
  };
  return [{ days, stationId }, choose];
}

function Age({ response: { dataAt, source } }: { response: SightResponse }): ReactElement {
  const now = useNow(tickMs);
  return source === 'stored' ? (
    <span className={styles.stale}>{asOfText(dataAt, now)}</span>
  ) : (
    <span className={shared.dim}>As of {utcMoment(dataAt, now)}</span>
  );
}

function Charts(props: { response: SightResponse; criteria: SightCriteria; isLoading: boolean }): ReactElement {
  const { value: sight, dataAt: now, source } = props.response;
  const { days, stationId } = props.criteria;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list with other data
  const lines = useMemo(
    () => [
      `${rangeWords[days]}, ${stationId === '' ? 'all stations' : `station ${stationId}`}`,
      `As of ${momentText(now)}`,
    ],
    [sight, days, stationId, now],
  );
  const at = { now: useNow(tickMs), dataAt: now, isNow: source !== 'stored' };
  if (sight.stations === 0 && sight.countedSince === null)
    return <p className={styles.nothing}>{say('noCounts', at)}</p>;
  const part = { sight, now, at, lines };
  return (
    <div
      className={styles.charts}
      data-loading={props.isLoading || undefined}
      data-old={source === 'stored' || undefined}
    >
      {columns.map((column) => (
        <div key={column[0][0]} className={styles.column}>
          {column.map(([kind, Chart]) =>
            kind === 'messages' ? (
              <Chart key={kind} {...part} />
            ) : (
              <Later key={kind} room={<ComingCard kind={kind} />}>
                {() => <Chart {...part} />}
              </Later>
            ),
          )}
        </div>
      ))}
    </div>
  );
}

function NotRead(props: { error: Error; onRetry: () => void }): ReactElement {
  return (
    <div className={styles.nothing}>
      <NotLoaded what="these charts" isPart {...props} />
    </div>
  );
}

/** As high as the loaded charts. */
function SightComing({ of }: { of: QueryKey }): ReactElement {
  return (
    <Loading of={of}>
      <div className={styles.charts}>
        {columns.map((column) => (
          <div key={column[0][0]} className={styles.column}>
            {column.map(([kind]) => (
              <ComingCard key={kind} kind={kind} />
            ))}
          </div>
        ))}
      </div>
    </Loading>
  );
}

type ChartKind = (typeof columns)[number][number][0];

/** With its title, so that the screen contains what is loading. */
const ComingCard = ({ kind }: { kind: ChartKind }): ReactElement => (
  <div className={styles.coming} data-chart={kind}>
    {chartTitles[kind]}
  </div>
);
