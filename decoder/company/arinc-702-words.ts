/** The sentence of an ARINC 702 message. Own file: the words, beside the fields. Pure. */
import type { Facts, MeaningKind } from '../../contract/entities/meaning.ts';
import { grouped, list, oneLine, placeWords, positionWords } from '../words.ts';

export type Subject = { readonly kind: MeaningKind; readonly description: string; readonly words: string };

const verbs: Readonly<Record<string, string>> = { REQ: 'Requests', RES: 'Response to', REJ: 'Rejects' };
const titles: Readonly<Record<string, string>> = {
  PWI: 'Predicted winds',
  PWM: 'Predicted winds',
  PER: 'Performance report',
  INI: 'Initial report',
  INR: 'In range',
  LDI: 'Load information',
  PRF: 'Performance data',
};

/** `words` = what the fields say besides the facts. */
export function sentence(
  name: string,
  what: string | undefined,
  { description, words: about }: Subject,
  { facts, words }: { readonly facts: Facts; readonly words: readonly string[] },
): string {
  const { from, to, times, time, runway, fuel, position } = facts;
  const pair = from && to ? `${from} to ${to}` : (from ?? (to && `to ${to}`));
  const left = fuel && `fuel ${grouped(fuel.value)}`;
  const eta = times?.eta && `ETA ${to ? `${to} ` : ''}${times.eta}Z`;
  const at = time && `${time}Z`;
  const via = words.find((one) => one.startsWith('via '));
  const others = words.filter((one) => one !== via);
  if (what === 'REQ') return `Requests ${about}${words.length > 0 ? ` ${words.join(', ')}` : ''}`;
  if (what) return list([`${verbs[what]} ${about}`, ...words, at]);
  switch (name) {
    case 'POS':
      return position || facts.altitude || facts.next
        ? positionWords(
            facts,
            words.find((one) => one.startsWith('passed ')),
          )
        : list(['Position report', ...words]);
    case 'FTX':
      return facts.freeText === undefined ? description : oneLine(facts.freeText);
    case 'FPN':
      return list([['Flight plan', pair, via].filter((one) => one).join(' '), ...others, eta, left]);
    case 'PRG':
      return list([
        'Progress report',
        position && placeWords(position),
        eta ?? pair,
        runway && `runway ${runway}`,
        ...others.filter((one) => !/^(?:runway|departure|arrival|approach) /.test(one)),
        left,
        at,
      ]);
    case 'SUM':
      return list([
        'Summary',
        ...(['out', 'off', 'on', 'in'] as const).map((one) => times?.[one] && `${one} ${times[one]}Z`),
      ]);
    default:
      return list([
        `${titles[name] ?? description}${pair ? ` ${pair}` : ''}`,
        ...others,
        to && times?.eta ? `ETA ${times.eta}Z` : eta,
        left,
        at,
      ]);
  }
}
