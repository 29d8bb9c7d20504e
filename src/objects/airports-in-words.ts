/** Airport codes in the sentence of a message (decoder/message-words.ts). Pure. */
import type { MessageKind } from '../../contract/entities/overview.ts';

/** Sentences of these kinds are our own words around codes. Others contain words of the aircraft. */
const withAirports: readonly MessageKind[] = ['movement', 'position', 'atis', 'weather', 'flightPlan'];
const code = /(?<=\b(?:from|to|at|of|for|and|plan) )([A-Z]{4})\b/;

export type Part = { readonly text: string; readonly isAirport: boolean };

export function airportsIn(kind: MessageKind, words: string): readonly Part[] {
  if (!withAirports.includes(kind)) return [{ text: words, isAirport: false }];
  // A split by one group has its matches at the odd places.
  return words
    .split(code)
    .map((text, at) => ({ text, isAirport: at % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
