/** Texts about destinations of FORWARD: kinds, states, counts. Pure. */
import type { ForwardDestination } from '../../../contract/entities/receivers.ts';
import { counted, formatCount } from '../../lib/format.ts';
import { type Shown, sentenceOf } from './receiver-text.ts';

const kindNames: Readonly<Record<string, string>> = {
  'acars-udp': 'Messages, UDP',
  'acars-tcp': 'Messages, TCP',
  'acars-serve': 'Messages, waits for programs',
  'beast-tcp': 'Beast frames, TCP',
  'beast-serve': 'Beast frames, waits for programs',
};
const kindOf = (address: string): string => address.replace(/:.*$/s, '');
const isServing = (address: string): boolean => kindOf(address).endsWith('-serve');

export const destinationKind = ({ address }: ForwardDestination): string =>
  kindNames[kindOf(address)] ?? kindOf(address);

/** A destination of UDP that cannot be reached stays open: its error decides. */
export function destinationState({ address, connections, error }: ForwardDestination): Shown {
  if (isServing(address))
    return connections > 0
      ? { badge: 'live', word: 'Serving', note: counted(connections, 'TCP connection') }
      : { badge: 'idle', word: 'Listening', note: 'Nothing is connected.' };
  if (error !== null) return { badge: 'failed', word: 'Failed', note: sentenceOf(error) };
  return connections > 0
    ? { badge: 'live', word: kindOf(address) === 'acars-udp' ? 'Sending' : 'Connected', note: '' }
    : { badge: 'idle', word: 'Connecting', note: '' };
}

/** `12 dropped, 3 too long for UDP`. Blank if everything was sent. */
export const unsentText = ({ dropped, tooLong, repeated }: ForwardDestination): string =>
  [
    [dropped, 'dropped'],
    [tooLong, 'too long for UDP'],
    [repeated, 'repeated'],
  ]
    .flatMap(([count, word]) => (Number(count) > 0 ? [`${formatCount(Number(count))} ${word}`] : []))
    .join(', ');
