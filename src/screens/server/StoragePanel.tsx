/** Size of the database, its forecast, and the backup before the last upgrade. Own file: texts tested without a screen. */

import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type Api, api } from '../../../contract/api.ts';
import type { Reads } from '../../../contract/endpoint.ts';
import { type ApiResponse, callResource } from '../../data/resource.ts';
import { useNow } from '../../data/use-now.ts';
import { counted, formatCount, sizeText } from '../../lib/format.ts';
import { type ReportTime, say } from '../../lib/tense.ts';
import { utcMoment } from '../../lib/time.ts';
import { NotLoaded } from '../../objects/NotLoaded.tsx';
import { LoadingText, Panel } from '../../objects/ObjectPage.tsx';
import { asOfText } from '../../stations/station-text.ts';
import shared from '../../ui/shared.module.css';
import styles from './server.module.css';

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

/** `The data was updated 12:00Z. The backup made before the update is before-update-20261123T120000Z.tar, 2.5 MB.` Null without an update. */
export function upgradeText({ upgrade }: Storage, now: number): string | null {
  if (!upgrade) return null;
  const updated = `The data was updated ${utcMoment(Date.parse(upgrade.at), now)}.`;
  if (upgrade.file === null) return `${updated} There was no space for a backup before the update.`;
  return `${updated} The backup made before the update is ${upgrade.file}, ${sizeText(upgrade.bytes ?? 0)}.`;
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

export function StoragePanel(): ReactElement {
  const { data, error, refetch } = useQuery({
    ...callResource(api.system.storage),
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    meta: { isQuiet: true },
  });
  return (
    <Panel title="Storage" isOld={data?.source === 'stored'}>
      <div className={styles.storage}>
        {data ? (
          <Facts {...data} />
        ) : error ? (
          <NotLoaded error={error} what="the size" onRetry={() => void refetch()} className={shared.dim} isPart />
        ) : (
          <p className={shared.dim}>
            <LoadingText of={callResource(api.system.storage).queryKey}>Loading</LoadingText>
          </p>
        )}
      </div>
    </Panel>
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
      {more ? <p className={shared.dim}>{more}</p> : null}
      {backup ? <p className={shared.dim}>{backup}</p> : null}
      {upgrade ? <p className={shared.dim}>{upgrade}</p> : null}
      {warnings.map((text) => (
        <p key={text} className={styles.shortage}>
          {text}
        </p>
      ))}
    </>
  );
}
