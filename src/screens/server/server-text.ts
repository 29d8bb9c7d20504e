/** State of the server in words. Pure. */
import type { ServerStatus } from '../../../contract/entities/server-status.ts';
import { formatCount, sizeText } from '../../lib/format.ts';
import { ageText, utcMoment } from '../../lib/time.ts';
import type { BadgeKind } from '../../ui/StateBadge.tsx';

export type Fact = readonly [name: string, value: string];
type Backup = ServerStatus['backup'];

const queueNames: Readonly<Record<ServerStatus['queues'][number]['name'], string>> = {
  lists: 'Lists',
  statistics: 'Statistics',
  passwords: 'Logins',
  emails: 'Emails',
};

export function healthRows({ database, replica, queues }: ServerStatus): Fact[] {
  const { bytes, freeBytes, connections, maxConnections, waiting } = database;
  const wait = waiting === 0 ? '' : `, ${formatCount(waiting)} queries wait`;
  return [
    ['Database', sizeText(bytes)],
    ['Free on the disk', freeBytes === null ? 'On another server' : sizeText(freeBytes)],
    ['Connections', `${formatCount(connections)} of ${formatCount(maxConnections)}${wait}`],
    ...(replica ? [['Replica for reading', replicaText(replica)] as const] : []),
    ...queues.map(({ name, waiting: count }): Fact => [`${queueNames[name]} waiting`, formatCount(count)]),
  ];
}

type Server = NonNullable<ServerStatus['servers']>[number];

/** What it does for all servers, and when it started. */
export function serverText(
  { roles, isLeader, readsReceivers, isThis, version, startedAt }: Server,
  now: number,
): string {
  const parts = [
    ...(isThis ? ['This server'] : []),
    ...(isLeader ? ['periodic work'] : []),
    ...(readsReceivers ? ['receivers'] : []),
    ...(roles.length < 3 ? [`only ${roles.join(', ')}`] : []),
    version,
    `since ${utcMoment(Date.parse(startedAt), now)}`,
  ];
  return parts.join(' · ');
}

export function serverState({ roles, isLeader }: Server): { readonly badge: BadgeKind; readonly word: string } {
  if (isLeader) return { badge: 'live', word: 'Leader' };
  return { badge: 'idle', word: roles.includes('leader') ? 'Ready to lead' : 'Running' };
}

/** The lag is measured each second: it is an upper bound. */
function replicaText({ state, lagSeconds }: NonNullable<ServerStatus['replica']>): string {
  if (state === 'wrong') return 'Not a replica of this database';
  if (state === 'away') return 'Unavailable';
  if (lagSeconds === null) return 'Lag unknown';
  return `Up to ${lagSeconds < 60 ? `${lagSeconds} s` : ageText(lagSeconds * 1000)} behind`;
}

export function backupState(backup: Backup): { readonly badge: BadgeKind; readonly word: string } {
  if (backup === null) return { badge: 'warn', word: 'Off' };
  if (backup.isRunning) return { badge: 'loading', word: 'Running' };
  if (backup.failedAt !== null) return { badge: 'failed', word: 'Failed' };
  if (backup.problem !== null) return { badge: 'failed', word: 'Late' };
  return backup.lastAt === null ? { badge: 'warn', word: 'None yet' } : { badge: 'live', word: 'Good' };
}

export function backupRows(backup: NonNullable<Backup>, now: number): Fact[] {
  const { lastAt, bytes, files, everyHours, nextAt, failedAt } = backup;
  const last = lastAt === null ? null : Date.parse(lastAt);
  const size = bytes === null ? '' : `, ${sizeText(bytes)}`;
  return [
    ['Last good backup', last === null ? 'None yet' : `${utcMoment(last, now)}, ${ageText(now - last)} ago${size}`],
    ...(failedAt === null
      ? []
      : [['Last attempt', `Failed ${utcMoment(Date.parse(failedAt), now)}: see the log`] as const]),
    ['Next', utcMoment(Date.parse(nextAt), now)],
    ['Interval', `${formatCount(everyHours)} h`],
    ['Kept files', formatCount(files)],
  ];
}

type Source = ServerStatus['sources'][number];

export function sourcesText(sources: readonly Source[]): string {
  const active = sources.filter(({ state }) => state !== 'paused');
  if (sources.length === 0) return 'Downlink reads no receivers yet.';
  if (active.length === 0) return 'All receivers are paused.';
  const connected = active.filter(({ state }) => state === 'connected');
  return `${formatCount(connected.length)} of ${formatCount(active.length)} connected`;
}

const states: Readonly<Record<Source['state'], { readonly badge: BadgeKind; readonly word: string }>> = {
  failed: { badge: 'failed', word: 'Failed' },
  waiting: { badge: 'idle', word: 'Waiting' },
  connected: { badge: 'live', word: 'Connected' },
  paused: { badge: 'idle', word: 'Paused' },
};
export const sourceState = ({ state }: Source): (typeof states)[Source['state']] => states[state];

const urgency = Object.keys(states);
export const urgentFirst = (sources: readonly Source[], count: number): Source[] =>
  [...sources].sort((a, b) => urgency.indexOf(a.state) - urgency.indexOf(b.state)).slice(0, count);
