import { IconCurrencyDollar, IconDatabase, IconServer2, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { api } from '../../../contract/api.ts';
import { callResource } from '../../data/resource.ts';
import { overviewQuery, serverStatusQuery } from '../../data/resources.ts';
import { useNow } from '../../data/use-now.ts';
import { keepUnits, oneLine, sizeText } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { type ReportTime, say } from '../../lib/tense.ts';
import { StateIcon } from '../../stations/StateIcon.tsx';
import { serverAttention, serverBadge } from '../../stations/server-attention.ts';
import { firstCheck, standingText } from '../../stations/standing.ts';
import { isCurrent, reasonText } from '../../stations/station-text.ts';
import panel from '../../ui/panel.module.css';
import styles from './StartCard.module.css';
import { LinkCard, StartPage } from './StartCard.tsx';

const iconPx = 24;
const refreshMs = 60_000;
const tickMs = 10_000;
const quiet = { refetchInterval: refreshMs, refetchOnMount: 'always', meta: { isQuiet: true } } as const;

/** The start page of an Admin: the two cards of NAV-18, those of the server, what needs attention, and the overview. */
export default function AdministratorScreen(): ReactElement {
  const now = useNow(tickMs);
  const status = useQuery({ ...serverStatusQuery(), ...quiet }).data;
  const storage = useQuery({ ...callResource(api.system.storage), ...quiet }).data;
  const at = status && { now, dataAt: status.dataAt, isNow: isCurrent(status, now) };
  const free = storage?.value.freeBytes ?? null;
  return (
    <StartPage title="Administrator" note={<Attention />} isSilenceListed>
      <LinkCard
        to="/user"
        icon={<IconUsers size={iconPx} aria-hidden />}
        title={specTexts.home.userCard}
        text="Accounts and roles"
      />
      <LinkCard
        to="/overall-bid-details"
        icon={<IconCurrencyDollar size={iconPx} aria-hidden />}
        title={specTexts.home.bidCard}
        text="Bids and their dates"
      />
      <LinkCard
        to="/serverStatus"
        icon={<IconServer2 size={iconPx} aria-hidden />}
        title="Server status"
        text={
          status && at ? (at.isNow ? serverBadge(status.value, at).word : say('notCurrent', at)) : 'Health and backup'
        }
      />
      <LinkCard
        to="/serverStatus"
        icon={<IconDatabase size={iconPx} aria-hidden />}
        title="Storage"
        text={
          storage
            ? `${sizeText(storage.value.bytes)}${free === null ? '' : `, ${sizeText(free)} free`}`
            : 'Size of the database'
        }
      />
    </StartPage>
  );
}

/** Silent stations in it. The others are a link. */
const maxSilent = 3;

/** Silent stations and problems of the server, each with its cause and one link. Absent without any. */
function Attention(): ReactNode {
  const now = useNow(tickMs);
  const overview = useQuery(overviewQuery()).data;
  const status = useQuery({ ...serverStatusQuery(), ...quiet }).data;
  const timeOf = (response: NonNullable<typeof overview> | NonNullable<typeof status>): ReportTime => ({
    now,
    dataAt: response.dataAt,
    isNow: isCurrent(response, now),
  });
  const silent = overview?.value.stations.first.filter(({ state }) => state === 'silent') ?? [];
  const problems = status ? serverAttention(status.value, timeOf(status)) : [];
  if (silent.length === 0 && problems.length === 0) return null;
  const left = (overview?.value.stations.counts.silent ?? 0) - Math.min(silent.length, maxSilent);
  return (
    <section className={styles.attention} aria-label="Needs attention">
      <ul>
        {overview
          ? silent.slice(0, maxSilent).map((station) => (
              <li key={station.stationId} data-tone="failed" data-old={!timeOf(overview).isNow || undefined}>
                <StateIcon state="silent" size={18} />
                <span>
                  <strong>{`${station.stationId} ${oneLine(station.city ?? '')}: ${standingText(station, timeOf(overview))}.`}</strong>{' '}
                  {reasonText(station.state, station.reason, timeOf(overview))}
                </span>
                <Link to={`/station/${station.stationId}`} className={panel.touchLink}>
                  {firstCheck(station)}
                </Link>
              </li>
            ))
          : null}
        {overview && left > 0 ? (
          <li data-tone="failed">
            <StateIcon state="silent" size={18} />
            <span>{say('moreSilent', timeOf(overview), String(left))}</span>
            <Link to="/stationStatus" className={panel.touchLink}>
              Station status
            </Link>
          </li>
        ) : null}
        {problems.map(({ key, tone, title, text, to, link }) => (
          <li key={key} data-tone={tone} data-old={(status && !timeOf(status).isNow) || undefined}>
            <StateIcon state={tone === 'failed' ? 'silent' : 'partly'} size={18} />
            <span>
              <strong>{keepUnits(oneLine(title))}</strong> {keepUnits(oneLine(text))}
            </span>
            <Link to={to} className={panel.touchLink}>
              {link}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
