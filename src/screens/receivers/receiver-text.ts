/** Texts about receivers: kinds, rates, counts, results of a test. Pure. */
import type { Receiver, ReceiverTest } from '../../../contract/entities/receivers.ts';
import type { ReceiverKind } from '../../../contract/receiver-kinds.ts';
import { isListener } from '../../../contract/receiver-rules.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { unitOf } from '../../stations/source-state.ts';

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
