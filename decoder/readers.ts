/** Readers of a text, in the order of asking. They read no packed message, so its content can be read with them. Never throws. Pure. */
import { readCompanyText } from './company/read-company.ts';
import { readOhma } from './fans/ohma.ts';
import { readFans } from './fans/read-fans.ts';
import { readFaults } from './faults/read-faults.ts';
import type { Reader, Reading, ReceivedText } from './reading.ts';

const readers: readonly Reader[] = [readFans, readOhma, readFaults, readCompanyText];

export const readText: Reader = (message) => firstReading(readers, message);

export function firstReading(candidates: readonly Reader[], message: ReceivedText): Reading | null {
  for (const read of candidates) {
    const reading = attempt(read, message);
    if (reading) return reading;
  }
  return null;
}

/** A reader that fails on a text does not read it. */
function attempt(read: Reader, message: ReceivedText): Reading | null {
  try {
    return read(message);
  } catch {
    return null;
  }
}
