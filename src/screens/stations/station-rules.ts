/** Texts for the rules of contract/station-rules.ts. Pure. */
import { hourMs } from '../../../contract/durations.ts';
import { parseInstant } from '../../../contract/params.ts';
import {
  degreesFault,
  lineFault,
  noteFault,
  readDegrees,
  type StationFault,
  startFault,
  stationIdFault,
  stationLimits,
} from '../../../contract/station-rules.ts';
import type { Rule } from '../../form/rules.ts';
import { specTexts } from '../../lib/spec-texts.ts';

const text = specTexts.stations;
type Words = Partial<Record<StationFault, string>>;
const faultText = (fault: StationFault | null, words: Words): string | null =>
  fault && (words[fault] ?? 'This value cannot be saved.');

export const stationId: Rule = (typed) =>
  faultText(stationIdFault(typed), {
    missing: text.stationIdRequired,
    'not-digits': text.stationIdInteger,
    'too-long': `Use at most ${stationLimits.stationIdDigits} digits.`,
  });

/** STN-20. */
export const id: Rule = (known) => (known.trim() === '' ? text.idRequired : null);

/** C67: an empty value shows the range. */
export const latitude: Rule = (typed) =>
  degreesFault(readDegrees(typed), stationLimits.latitude) ? text.latitude : null;
export const longitude: Rule = (typed) =>
  degreesFault(readDegrees(typed), stationLimits.longitude) ? text.longitude : null;

/** `missing` = specified text for an empty value. By the hour (STN-07). `stored` = a time that another client saved with minutes: it may stay. */
export const start =
  (missing: string, now: () => number, stored = ''): Rule =>
  (typed) => {
    const ms = parseInstant(typed);
    if (ms !== null && ms % hourMs !== 0 && typed !== stored) return 'Enter a whole hour, such as 13:00.';
    return faultText(startFault(typed, now()), {
      missing,
      'not-an-instant': specTexts.list.incompleteDateNoArrow,
      'too-early': `Enter a date in ${stationLimits.earliestStart.slice(0, 4)} or later.`,
      'too-late': 'This date is more than a year ahead.',
    });
  };

export const line: Rule = (typed) =>
  faultText(lineFault(typed), {
    'too-long': `Use at most ${stationLimits.lineLength} characters.`,
    'control-characters': 'Line breaks and control characters are not allowed here.',
  });
export const note: Rule = (typed) =>
  faultText(noteFault(typed), {
    'too-long': `Use at most ${stationLimits.noteLength} characters.`,
    'control-characters': 'Control characters are not allowed here.',
  });

/** STN-02: 'id, userName, email, name, surname', of which the id is sent. Null = no user selected. */
export function userIdOf(lineOfUser: string): string | null {
  const [id = '', ...others] = lineOfUser.split(',').map((part) => part.trim());
  return id !== '' && others.length >= 4 && !/\s/.test(id) ? id : null;
}
export const user: Rule = (typed) => {
  if (typed.trim() === '') return text.userRequired;
  return userIdOf(typed) === null ? 'Choose a user from the suggestions.' : null;
};
