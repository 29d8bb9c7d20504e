/** Validation errors of a station, by wire name. Pure. */
import {
  degreesFault,
  lineFault,
  noteFault,
  type StationFault,
  startFault,
  stationIdFault,
  stationLimits,
} from '../../contract/station-rules.ts';

/** Validated fields, in wire format. */
type SentStation = {
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
  missing: 'Enter a start date and time.',
  'not-an-instant': 'Enter a UTC date and time such as 2024-05-01T13:00:00Z.',
  'too-early': `Enter a date in ${year} or later.`,
  'too-late': 'This date is more than a year ahead.',
};
const lineWords: Partial<Record<StationFault, string>> = {
  'too-long': `Use at most ${stationLimits.lineLength} characters.`,
  'control-characters': 'Line breaks and control characters are not allowed here.',
};
const degreesWords = (name: string, limit: number): Partial<Record<StationFault, string>> => {
  const sentence = `The ${name} must be between -${limit} and ${limit} degrees.`;
  return { missing: sentence, beyond: sentence };
};

/** Empty = valid. */
export function validateStation(sent: SentStation, nowMs: number): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  const judge = (
    name: keyof SentStation,
    fault: StationFault | null,
    words: Partial<Record<StationFault, string>>,
  ): void => {
    if (fault) faults[name] = [words[fault] ?? 'Invalid format.'];
  };
  judge('stationId', stationIdFault(sent.stationId), {
    missing: 'Enter the number of the station.',
    'not-digits': 'A station number contains only digits.',
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
  if (sent.userId.trim() === '') faults.userId = ['Choose a feeder.'];
  return faults;
}
