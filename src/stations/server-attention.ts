/** What an Admin has to look at on the server, and whether everything works: the same on the start page and in the server status. Pure. */
import type { ServerStatus } from '../../contract/entities/server-status.ts';
import { counted, formatCount } from '../lib/format.ts';
import { type ReportTime, say } from '../lib/tense.ts';
import type { BadgeKind } from '../ui/StateBadge.tsx';
import { stateOf } from './source-state.ts';

type Backup = ServerStatus['backup'];
type Badge = { readonly badge: BadgeKind; readonly word: string };

export function backupState(backup: Backup): Badge {
  if (backup === null) return { badge: 'warn', word: 'Off' };
  if (backup.isRunning) return { badge: 'loading', word: 'Running' };
  if (backup.failedAt !== null) return { badge: 'failed', word: 'Failed' };
  if (backup.problem !== null) return { badge: 'failed', word: 'Late' };
  return backup.lastAt === null ? { badge: 'warn', word: 'None yet' } : { badge: 'live', word: 'Good' };
}

/** `title` and `text` are sentences, `link` is a verb and its object. */
export type Attention = {
  readonly key: string;
  readonly tone: 'failed' | 'warn';
  readonly title: string;
  readonly text: string;
  readonly to: '/serverStatus' | '/receivers';
  readonly link: string;
};
type Parts = Pick<ServerStatus, 'conditions' | 'backup' | 'sources'>;

/** Worst first. Empty = nothing. */
export function serverAttention({ conditions, backup, sources }: Parts, at: ReportTime): readonly Attention[] {
  const failed = sources.filter((source) => ['failed', 'warn'].includes(stateOf(source, { ...at, isNow: true }).badge));
  const [first] = failed;
  const toStatus = { to: '/serverStatus', link: 'Open server status' } as const;
  const isListed = (condition: string): boolean => conditions.some(({ name }) => name === condition);
  const { word } = backupState(backup);
  return [
    ...conditions.map(({ name, message }) => ({
      key: name,
      tone: 'failed' as const,
      title: say('condition', at, message),
      text: '',
      ...toStatus,
    })),
    ...(first && !isListed('receivers')
      ? [
          {
            key: 'sources',
            tone: 'failed' as const,
            title: say('sourcesFailed', at, counted(failed.length, 'source')),
            text: `${first.address}: ${stateOf(first, at).note}`,
            to: '/receivers' as const,
            link: 'Open receivers',
          },
        ]
      : []),
    ...(backup === null
      ? [
          {
            key: 'backup',
            tone: 'warn' as const,
            title: say('backupOff', at),
            text: say('noBackupFolder', at),
            to: '/serverStatus' as const,
            link: 'Open backup',
          },
        ]
      : []),
    ...(backup !== null && !isListed('backup') && (word === 'Failed' || word === 'Late')
      ? [{ key: 'backup', tone: 'failed' as const, title: say('backupFailed', at), text: '', ...toStatus }]
      : []),
  ];
}

/** Next to the title of the server status. Nothing is called working while no source delivers. */
export function serverBadge(status: Parts, at: ReportTime): Badge {
  const count = serverAttention(status, at).length;
  if (count > 0) return { badge: 'warn', word: `${formatCount(count)} ${count === 1 ? 'needs' : 'need'} attention` };
  const active = status.sources.filter(({ state }) => state !== 'paused');
  if (active.length > 0 && active.every(({ state }) => state !== 'connected'))
    return { badge: 'idle', word: 'No source connected' };
  return { badge: 'live', word: 'Everything works' };
}
