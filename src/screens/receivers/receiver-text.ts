/** Texts about receivers: kinds, states, rates, counts, results of a test. Pure. */
import type { Receiver, ReceiverTest } from '../../../contract/entities/receivers.ts';
import type { ReceiverKind } from '../../../contract/receiver-kinds.ts';
import { isListener } from '../../../contract/receiver-rules.ts';
import { counted, formatCount, formatNumber } from '../../lib/format.ts';
import { type ReportTime, say } from '../../lib/tense.ts';
import type { BadgeKind } from '../../ui/StateBadge.tsx';

export const kindNames: Readonly<Record<ReceiverKind, string>> = {
  beast: 'Beast',
  avr: 'AVR',
  sbs: 'SBS',
  'aircraft.json': 'aircraft.json',
  acars: 'JSON lines',
  'acars-listen': 'Decoder port, UDP and TCP',
  'beast-listen': 'Beast port',
  'avr-listen': 'AVR port',
  'sbs-listen': 'SBS port',
};

/** Usual port of each kind, also of the programs that send there. */
export const usualPorts: Readonly<Record<ReceiverKind, number>> = {
  beast: 30005,
  avr: 30002,
  sbs: 30003,
  'aircraft.json': 80,
  acars: 15550,
  'acars-listen': 5550,
  'beast-listen': 30104,
  'avr-listen': 30001,
  'sbs-listen': 30103,
};

/** What a receiver of the kind delivers. */
export function unitOf(kind: ReceiverKind): 'frames' | 'messages' | 'files' {
  if (kind === 'aircraft.json') return 'files';
  return kind === 'acars' || kind === 'acars-listen' ? 'messages' : 'frames';
}

export type Shown = { readonly badge: BadgeKind; readonly word: string; readonly note: string };

/** State with what to do about it. */
export function stateOf(receiver: Receiver, at: ReportTime): Shown {
  const shown = presentState(receiver, at);
  return { ...shown, badge: at.isNow ? shown.badge : 'stale', word: say('state', at, shown.word) };
}

function presentState(receiver: Receiver, at: ReportTime): Shown {
  const { state, kind, error, connections } = receiver;
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
const isUnreadable = ({ received, lastReceived, counts }: Receiver): boolean =>
  lastReceived !== null && received === 0 && counts.some(({ kind }) => kind === 'refused');

export const sentenceOf = (reason: string): string => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;

/** Next to the title. */
export function connectedText(receivers: readonly Receiver[], at: ReportTime): string {
  const active = receivers.filter(({ isEnabled }) => isEnabled);
  if (receivers.length === 0) return say('noReceivers', at);
  if (active.length === 0) return say('allPaused', at);
  const connected = active.filter(({ state }) => state === 'connected');
  return say('connectedOf', at, formatCount(connected.length), formatCount(active.length));
}

/** `12.4 frames/s`, below one a second `18 frames/min`. */
export function rateText({ lastMinute, kind, state }: Receiver): string {
  if (state === 'paused') return '';
  const unit = unitOf(kind);
  if (lastMinute >= 60)
    return `${lastMinute >= 6000 ? formatCount(lastMinute / 60) : formatNumber(lastMinute / 60, 1)} ${unit}/s`;
  return `${formatCount(lastMinute)} ${unit}/min`;
}

const countWords: Readonly<Record<Receiver['counts'][number]['kind'], string>> = {
  refused: 'refused',
  leftOut: 'skipped',
  repeated: 'repeated',
  dropped: 'dropped',
  thinned: 'thinned',
  doubtful: 'doubtful',
};
const countOrder = ['dropped', 'doubtful', 'repeated', 'refused', 'leftOut', 'thinned'] as const;
export const countWord = (kind: Receiver['counts'][number]['kind']): string => countWords[kind];

/** `2 doubtful, 1,730 thinned`. The serious ones first. Blank without any. */
export function countsText(counts: Receiver['counts']): string {
  return countOrder
    .flatMap((kind) => {
      const sum = counts.reduce((total, one) => total + (one.kind === kind ? one.count : 0), 0);
      return sum === 0 ? [] : [`${formatCount(sum)} ${countWords[kind]}`];
    })
    .join(', ');
}

/** Kind that reads a recognised format. */
const kindOfFormat = { beast: 'Beast', avr: 'AVR', sbs: 'SBS', json: 'JSON lines', 'aircraft.json': 'aircraft.json' };

/** Result of a test and what to do next. */
export function testText(
  result: ReceiverTest,
  kind: ReceiverKind,
): { readonly isGood: boolean; readonly text: string } {
  const { isReachable, reason, format, bytes, count } = result;
  if (!isReachable) return { isGood: false, text: `Not reachable: ${reason ?? 'no answer'}.` };
  if (isListener(kind)) return { isGood: true, text: 'The port is free. The server can listen on it.' };
  if (bytes === 0)
    return {
      isGood: true,
      text: `Connected${reason === null ? '' : `, but ${reason}`}. Nothing was received in 5 s. This is normal without aircraft.`,
    };
  if (format === null)
    return {
      isGood: false,
      text: `Connected, but the ${formatCount(bytes)} bytes received have an unknown format. Check the port.`,
    };
  const name = kindOfFormat[format];
  const expected = kind === 'acars' ? 'JSON lines' : kindNames[kind];
  if (name !== expected)
    return { isGood: false, text: `Connected, but the format is ${name}, not ${expected}. Select the kind ${name}.` };
  if (format === 'aircraft.json')
    return { isGood: true, text: `Loaded. The file contains ${formatCount(count)} aircraft.` };
  const unit = unitOf(kind);
  return {
    isGood: count > 0,
    text: `Connected. Received ${formatCount(count)} ${count === 1 ? unit.slice(0, -1) : unit} in ${name} format.`,
  };
}
