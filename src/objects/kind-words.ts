/** Names of the kinds of messages. Pure. */
import type { MeaningKind } from '../../contract/entities/meaning.ts';

/** In the order of the chips. */
export const kindWords: Readonly<Record<MeaningKind, string>> = {
  position: 'Position',
  gateTimes: 'Gate times',
  cpdlc: 'CPDLC',
  adsc: 'ADS-C',
  fault: 'Fault',
  weather: 'Weather',
  engine: 'Engine',
  load: 'Load',
  freeText: 'Free text',
  link: 'Link',
  other: 'Other',
};
export const notDecodedWords = 'Not decoded';
