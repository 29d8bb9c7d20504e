/** State of a source of messages or frames: the same words on every screen. Pure. */
import type { Receiver } from '../../contract/entities/receivers.ts';
import type { ReceiverKind } from '../../contract/receiver-kinds.ts';
import { isListener } from '../../contract/receiver-rules.ts';
import { counted, formatCount } from '../lib/format.ts';
import { type ReportTime, say } from '../lib/tense.ts';
import type { BadgeKind } from '../ui/StateBadge.tsx';

/** What the state depends on. Copies of earlier versions have its first part only. */
export type Source = Pick<Receiver, 'state' | 'error' | 'connections'> &
  Partial<Pick<Receiver, 'kind' | 'received' | 'lastReceived' | 'counts'>>;

/** What a receiver of the kind delivers. */
export function unitOf(kind: ReceiverKind): 'frames' | 'messages' | 'files' {
  if (kind === 'aircraft.json') return 'files';
  return kind === 'acars' || kind === 'acars-listen' ? 'messages' : 'frames';
}

export type Shown = { readonly badge: BadgeKind; readonly word: string; readonly note: string };

/** State with what to do about it. */
export function stateOf(receiver: Source, at: ReportTime): Shown {
  const shown = presentState(receiver, at);
  return { ...shown, badge: at.isNow ? shown.badge : 'stale', word: say('state', at, shown.word) };
}

function presentState(receiver: Source, at: ReportTime): Shown {
  const { state, kind = 'beast', error, connections } = receiver;
  if (state === 'paused') return { badge: 'idle', word: 'Paused', note: '' };
  if (state === 'failed')
    return { badge: 'failed', word: 'Failed', note: sentenceOf(error ?? 'the reason is unknown') };
  if (state === 'waiting')
    return isListener(kind)
      ? { badge: 'idle', word: 'Listening', note: say('nothingConnected', at) }
      : { badge: 'idle', word: 'Connecting', note: '' };
  if (isUnreadable(receiver))
    return {
      badge: 'warn',
      word: 'Unreadable',
      note: say('unreadable', at, unitOf(kind)),
    };
  const note = isListener(kind) && connections > 0 ? counted(connections, 'TCP connection') : '';
  return { badge: 'live', word: isListener(kind) ? 'Receiving' : 'Connected', note };
}

/** Bytes without frames: the port of another format. */
const isUnreadable = ({ received, lastReceived = null, counts = [] }: Source): boolean =>
  lastReceived !== null && received === 0 && counts.some(({ kind }) => kind === 'refused');

export const sentenceOf = (reason: string): string =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.`;

/** Next to the title. */
export function connectedText(receivers: readonly Pick<Source, 'state'>[], at: ReportTime): string {
  const active = receivers.filter(({ state }) => state !== 'paused');
  if (receivers.length === 0) return say('noReceivers', at);
  if (active.length === 0) return say('allPaused', at);
  const connected = active.filter(({ state }) => state === 'connected');
  return say('connectedOf', at, formatCount(connected.length), formatCount(active.length));
}
