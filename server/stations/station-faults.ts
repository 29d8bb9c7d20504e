/**
 * What is wrong with a station as a client sent it, in sentences by wire name. Pure; the rules are the contract's.
 * Must not: look anything up, or correct what was sent.
 */
import {
  degreesFault,
  lineFault,
  noteFault,
  type StationFault,
  startFault,
  stationIdFault,
  stationLimits,
} from '../../contract/station-rules.ts';

/** The fields that are judged, as they travel. */
export type SentStation = {
  readonly stationId: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly locationStartDate: string;
  readonly city?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly locationAddress?: string | null | undefined;
  readonly userId: string;
  readonly startDate: string;
  readonly description?: string | null | undefined;
};

const year = stationLimits.earliestStart.slice(0, 4);
const startWords: Partial<Record<StationFault, string>> = {
  missing: 'Enter the date and time from which it counts.',
  'not-an-instant': 'This must be a UTC date and time such as 2024-05-01T13:00:00Z.',
  'too-early': `Enter a date from ${year} on.`,
  'too-late': 'This date lies more than a year ahead.',
};
const lineWords: Partial<Record<StationFault, string>> = {
  'too-long': `Use at most ${stationLimits.lineLength} characters.`,
  'control-characters': 'Line breaks and control characters are not allowed here.',
};
const degreesWords = (name: string, limit: number): Partial<Record<StationFault, string>> => {
  const sentence = `The ${name} must lie between -${limit} and ${limit} degrees.`;
  return { missing: sentence, beyond: sentence };
};

/** Empty = nothing is wrong. */
export function stationFaults(sent: SentStation, nowMs: number): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  const judge = (
    name: keyof SentStation,
    fault: StationFault | null,
    words: Partial<Record<StationFault, string>>,
  ): void => {
    if (fault) faults[name] = [words[fault] ?? 'This has the wrong form.'];
  };
  judge('stationId', stationIdFault(sent.stationId), {
    missing: 'Enter the number of the station.',
    'not-digits': 'The number of a station has digits only.',
    'too-long': `Use at most ${stationLimits.stationIdDigits} digits.`,
  });
  for (const name of ['latitude', 'longitude'] as const)
    judge(name, degreesFault(sent[name], stationLimits[name]), degreesWords(name, stationLimits[name]));
  for (const name of ['locationStartDate', 'startDate'] as const)
    judge(name, startFault(sent[name], nowMs), startWords);
  for (const name of ['city', 'country', 'locationAddress'] as const)
    judge(name, lineFault(sent[name] ?? ''), lineWords);
  judge('description', noteFault(sent.description ?? ''), {
    'too-long': `Use at most ${stationLimits.noteLength} characters.`,
    'control-characters': 'Control characters are not allowed here.',
  });
  if (sent.userId.trim() === '') faults.userId = ['Choose who feeds this station.'];
  return faults;
}
