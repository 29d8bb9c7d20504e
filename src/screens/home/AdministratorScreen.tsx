import { IconCurrencyDollar, IconDatabase, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useId } from 'react';
import { type Api, api } from '../../../contract/api.ts';
import type { Reads } from '../../../contract/endpoint.ts';
import { type ApiResponse, callResource } from '../../data/resource.ts';
import { useNow } from '../../data/use-now.ts';
import { counted, formatCount, sizeText } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { type ReportTime, say } from '../../lib/tense.ts';
import { utcMoment } from '../../lib/time.ts';
import { LoadingText } from '../../objects/ObjectPage.tsx';
import { asOfText } from '../../stations/station-text.ts';
import styles from './StartCard.module.css';
import { LinkCard, StartPage } from './StartCard.tsx';

/** The start page of an Admin: two cards (NAV-18). */
export default function AdministratorScreen(): ReactElement {
  return (
    <StartPage title="Administrator" note={<StorageNote />}>
      <LinkCard
        to="/user"
        icon={<IconUsers size={28} aria-hidden />}
        title={specTexts.home.userCard}
        text="Users: create, read, update, delete."
      />
      <LinkCard
        to="/overall-bid-details"
        icon={<IconCurrencyDollar size={28} aria-hidden />}
        title={specTexts.home.bidCard}
        text="Current, scheduled and past bids."
      />
    </StartPage>
  );
}

// ---- storage of the server in words

export type Storage = Reads<Api['system']['storage']>;

/** `Database 4.1 GB. At today's rate, 15 days need 38.0 GB. 64.0 GB free on the disk.` */
export function storageText(storage: Storage, at: ReportTime): string {
  const { bytes, freeBytes } = storage;
  const free = freeBytes === null ? '' : ` ${sizeText(freeBytes)} free on the disk.`;
  return `Database ${sizeText(bytes)}. ${rateText(storage, at)}${free}`;
}

function rateText(storage: Storage, at: ReportTime): string {
  const { forecast, maxBytes, measuredDays } = storage;
  if (measuredDays === 0) return 'A forecast needs one full day.';
  if (!forecast) return say('grows', at, sizeText(bytesPerDay(storage)));
  const limit = maxBytes !== null && forecast.bytes === maxBytes ? ' (limit MAX_GB)' : '';
  const need = forecast.days === 1 ? 'needs' : 'need';
  return say('rateOfDay', at, `${counted(forecast.days, 'day')} ${need} ${sizeText(forecast.bytes)}${limit}`);
}

/** `Per day: messages 12.0 MB, ADS-B rows 1.2 GB, packed frames 1.0 GB.` Null before a full day. */
export function dayText({ perDay, measuredDays }: Storage): string | null {
  const parts = [
    ['messages', perDay.messages],
    ['ADS-B rows', perDay.frames],
    ['packed frames', perDay.rawFrames],
  ] as const;
  const texts = parts.filter(([, bytes]) => bytes > 0).map(([name, bytes]) => `${name} ${sizeText(bytes)}`);
  return measuredDays === 0 || texts.length === 0 ? null : `Per day: ${texts.join(', ')}.`;
}

/** `Archive: 30 days, 1.2 GB.` Null without one. */
const archiveText = ({ archive }: Storage): string | null =>
  archive ? `Archive: ${counted(archive.days, 'day')}, ${sizeText(archive.bytes)}.` : null;

/** When rows are rarer than set. Null if they are not. */
export function intervalText({ frameSeconds, frameFactor = 1 }: Storage, at: ReportTime): string | null {
  if (!frameSeconds || frameFactor === 1) return null;
  return say('framesEvery', at, String(frameSeconds * frameFactor), String(frameSeconds));
}

/** `Last backup 12:00Z, 2.5 MB, of 7 kept. One is made every 24 h.` */
export function backupText({ backup }: Storage, at: ReportTime): string | null {
  if (backup === undefined) return null;
  if (backup === null) return say('noBackups', at);
  const { lastAt, bytes, files, everyHours } = backup;
  const every = say('backupEvery', at, String(everyHours));
  if (lastAt === null) return `${every} ${say('noBackupYet', at)}`;
  const size = bytes === null ? '' : `, ${sizeText(bytes)}`;
  return `${every} Last: ${utcMoment(Date.parse(lastAt), at.now)}${size}. ${formatCount(files)} kept.`;
}

/** `The data was updated 12:00Z. The backup made before is before-update-20261123T120000Z.tar, 2.5 MB.` Null without an update. */
export function upgradeText({ upgrade }: Storage, now: number): string | null {
  if (!upgrade) return null;
  const updated = `The data was updated ${utcMoment(Date.parse(upgrade.at), now)}.`;
  if (upgrade.file === null) return `${updated} There was no space for a backup before.`;
  return `${updated} The backup made before is ${upgrade.file}, ${sizeText(upgrade.bytes ?? 0)}.`;
}

/** When the forecast does not fit on the disk. Null if it does. */
export function shortageText(storage: Storage, at: ReportTime): string | null {
  const { bytes, freeBytes, forecast, measuredDays } = storage;
  const perDay = bytesPerDay(storage);
  if (freeBytes === null || measuredDays === 0 || perDay === 0) return null;
  if (forecast && forecast.bytes - bytes <= freeBytes) return null;
  const days = Math.floor(freeBytes / perDay);
  if (!forecast && days > soonDays) return null;
  return say('diskFull', at, counted(days, 'day'));
}
const soonDays = 30;

const bytesPerDay = ({ perDay: { messages, frames, rawFrames } }: Storage): number => messages + frames + rawFrames;

const refreshMs = 600_000;
const tickMs = 60_000;

/** Size of the database, its forecast, and backups. */
function StorageNote(): ReactElement {
  const { data, error } = useQuery({
    ...callResource(api.system.storage),
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    meta: { isQuiet: true },
  });
  const heading = useId();
  return (
    <section className={styles.note} aria-labelledby={heading} data-stored={data?.source === 'stored' || undefined}>
      <IconDatabase size={20} aria-hidden />
      <div>
        <h2 id={heading}>Storage</h2>
        {data ? (
          <Facts {...data} />
        ) : (
          <p className={styles.more}>
            {error ? (
              'The size could not be loaded.'
            ) : (
              <LoadingText of={callResource(api.system.storage).queryKey}>Loading</LoadingText>
            )}
          </p>
        )}
      </div>
    </section>
  );
}

function Facts({ value, dataAt, source }: ApiResponse<Storage>): ReactElement {
  const now = useNow(tickMs);
  const at = { now, dataAt, isNow: source === 'live' };
  const problem = value.backup?.problem;
  const warnings = [shortageText(value, at), problem && say('condition', at, problem)].filter(
    (text) => typeof text === 'string',
  );
  const backup = backupText(value, at);
  const upgrade = upgradeText(value, now);
  const stored = source === 'stored' ? `${asOfText(dataAt, now)}.` : null;
  const more = [dayText(value), archiveText(value), intervalText(value, at), stored].filter(Boolean).join(' ');
  return (
    <>
      <p>{storageText(value, at)}</p>
      {more ? <p className={styles.more}>{more}</p> : null}
      {backup ? <p className={styles.more}>{backup}</p> : null}
      {upgrade ? <p className={styles.more}>{upgrade}</p> : null}
      {warnings.map((text) => (
        <p key={text} className={styles.shortage}>
          {text}
        </p>
      ))}
    </>
  );
}
