/** When two records are the same fault of one aircraft. Both texts are for comparison only. Pure. */
import type { FaultFact } from '../../contract/entities/meaning.ts';

/** One event, in whichever reports and receptions it is. Without `at` an event is known only within its message: the caller adds the message. */
export const faultKey = (fault: FaultFact): string => `${faultIdentity(fault)}|${fault.at ?? ''}`;

/** The same fault, also when it comes again on a later leg. */
export const faultIdentity = ({ chapter, ata, code, name, source }: FaultFact): string =>
  [ata ?? chapter ?? '', code ?? '', folded(name), folded(source ?? '')].join('|');

/** Reports of one fault differ in blanks, punctuation and case. */
const folded = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();
