/** Storage of the server in words. */
import type { Api } from '../../../contract/api.ts';
import type { Reads } from '../../../contract/endpoint.ts';
import { counted, formatCount, sizeText } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';

export type Storage = Reads<Api['system']['storage']>;

/** `Database 4.1 GB. At today's rate: 38.0 GB, 15 days. 64.0 GB free on the disk.` */
export function storageText(storage: Storage): string {
  const { bytes, freeBytes } = storage;
  const free = freeBytes === null ? '' : ` ${sizeText(freeBytes)} free on the disk.`;
  return `Database ${sizeText(bytes)}. ${rateText(storage)}${free}`;
}

function rateText(storage: Storage): string {
  const { forecast, maxBytes, measuredDays } = storage;
  if (measuredDays === 0) return 'A forecast needs one full day.';
  if (!forecast) return `It grows by ${sizeText(bytesPerDay(storage))} a day.`;
  const limit = maxBytes !== null && forecast.bytes === maxBytes ? ' (limit MAX_GB)' : '';
  return `At today's rate: ${sizeText(forecast.bytes)}, ${counted(forecast.days, 'day')}${limit}.`;
}

/** `A day: messages 12.0 MB, ADS-B rows 1.2 GB, packed frames 1.0 GB.` Null before a full day. */
export function dayText({ perDay, measuredDays }: Storage): string | null {
  const parts = [
    ['messages', perDay.messages],
    ['ADS-B rows', perDay.frames],
    ['packed frames', perDay.rawFrames],
  ] as const;
  const texts = parts.filter(([, bytes]) => bytes > 0).map(([name, bytes]) => `${name} ${sizeText(bytes)}`);
  return measuredDays === 0 || texts.length === 0 ? null : `A day: ${texts.join(', ')}.`;
}

/** `Archive: 30 days, 1.2 GB.` Null without one. */
export const archiveText = ({ archive }: Storage): string | null =>
  archive ? `Archive: ${counted(archive.days, 'day')}, ${sizeText(archive.bytes)}.` : null;

/** When rows are rarer than set. Null if they are not. */
export function intervalText({ frameSeconds, frameFactor = 1 }: Storage): string | null {
  if (!frameSeconds || frameFactor === 1) return null;
  return `Frames are stored every ${frameSeconds * frameFactor} s instead of ${frameSeconds} s (limit ADSB_MAX_GB).`;
}

/** `Last backup 12:00Z, 2.5 MB, of 7 kept. One is made every 24 h.` */
export function backupText({ backup }: Storage, now: number): string | null {
  if (backup === undefined) return null;
  if (backup === null) return 'No backups are scheduled (BACKUP_DIR).';
  const { lastAt, bytes, files, everyHours } = backup;
  const every = `A backup is made every ${everyHours} h.`;
  if (lastAt === null) return `${every} There is none yet.`;
  const size = bytes === null ? '' : `, ${sizeText(bytes)}`;
  return `${every} Last: ${utcMoment(Date.parse(lastAt), now)}${size}. ${formatCount(files)} kept.`;
}

/** `The data was updated 12:00Z. The backup made before is before-update-20261123T120000Z.tar, 2.5 MB.` Null without an update. */
export function upgradeText({ upgrade }: Storage, now: number): string | null {
  if (!upgrade) return null;
  const updated = `The data was updated ${utcMoment(Date.parse(upgrade.at), now)}.`;
  if (upgrade.file === null) return `${updated} There was no space for a backup before.`;
  return `${updated} The backup made before is ${upgrade.file}, ${sizeText(upgrade.bytes ?? 0)}.`;
}

/** When the forecast does not fit on the disk. Null if it does. */
export function shortageText(storage: Storage): string | null {
  const { bytes, freeBytes, forecast, measuredDays } = storage;
  const perDay = bytesPerDay(storage);
  if (freeBytes === null || measuredDays === 0 || perDay === 0) return null;
  if (forecast && forecast.bytes - bytes <= freeBytes) return null;
  const days = Math.floor(freeBytes / perDay);
  if (!forecast && days > soonDays) return null;
  return `The disk is full in about ${counted(days, 'day')}. Set MAX_GB or RETENTION_DAYS to keep less.`;
}
const soonDays = 30;

const bytesPerDay = ({ perDay: { messages, frames, rawFrames } }: Storage): number => messages + frames + rawFrames;
