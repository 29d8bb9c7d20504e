/**
 * What is known of a station, in words for its host. Pure; `now` is epoch ms of the server's clock.
 * Must not: speak of the past as if it were now: an answer that is no longer fresh is told in the past tense.
 */
import type {
  Evidence,
  HealthState,
  PathStep,
  SilenceReason,
  StationHealth,
  StepState,
} from '../../../contract/entities/station-health.ts';
import { parseInstant } from '../../../contract/params.ts';
import type { StationHealthAnswer } from '../../api/station-health.ts';
import { ageText, utcDay, utcShort } from '../../lib/time.ts';

/** An answer is of now for so long: three rounds of the refresh. */
const freshMs = 90_000;
const dayMs = 86_400_000;

/** Is what the server said still of now? Not when it is known not to be reached, however young the answer is. */
export const isOfNow = (
  { source, why, dataAt }: Pick<StationHealthAnswer, 'source' | 'why' | 'dataAt'>,
  now: number,
): boolean => (source === 'live' || why === 'slow') && now - dataAt < freshMs;

/** `14:05 UTC`, of another day `20 Nov 2026, 14:05 UTC`. */
export function sinceText(at: number, now: number): string {
  const time = `${utcShort(at).slice(0, -1)} UTC`;
  return utcDay(at) === utcDay(now) ? time : `${utcDay(at)}, ${time}`;
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The one word that answers: is it feeding? */
export function verdictText(
  station: Pick<StationHealth, 'state' | 'silentTypes' | 'lastMessageAt'>,
  isNow: boolean,
  now: number,
): string {
  const text = presentVerdict(station, now);
  if (isNow) return text;
  return station.state === 'never' ? 'Had received nothing yet' : `Was ${lower(text)}`;
}
function presentVerdict(
  { state, silentTypes, lastMessageAt }: Pick<StationHealth, 'state' | 'silentTypes' | 'lastMessageAt'>,
  now: number,
): string {
  const since = lastMessageAt === null ? null : parseInstant(lastMessageAt);
  switch (state) {
    case 'feeding':
      return 'Feeding';
    case 'partly':
      return `Feeding without ${silentTypes.join(' and ')}`;
    case 'late':
      return 'Late';
    case 'silent':
      // After days the day is enough, and has room in a row on a phone.
      return since === null ? 'Silent' : `Silent since ${now - since > dayMs ? utcDay(since) : sinceText(since, now)}`;
    case 'never':
      return 'Nothing received yet';
  }
}

/** Why, in one sentence; null = there is nothing to explain. */
export function reasonText(state: HealthState, reason: SilenceReason | null): string | null {
  if (state === 'feeding' || state === 'partly') return null;
  return reason === null ? 'Why is not known yet: its next status report will tell.' : reasonSentences[reason];
}
const reasonSentences: Readonly<Record<SilenceReason, string>> = {
  noSign: 'Nothing comes from the station, no status reports either: it has no power or no network.',
  noFrames: 'Status reports arrive, but the radio hears no frames.',
  notDecoded: 'Frames come in, but nothing is decoded.',
  noUpload: 'Frames come in and are decoded, but nothing is uploaded.',
  untold: 'The station sends no status reports, so nobody can tell why.',
};

/** In the order in which a host would try them. */
export const checksOf: Readonly<Record<SilenceReason, readonly string[]>> = {
  noSign: [
    'Power at the station: is its lamp lit?',
    'Network: router, cable or wifi. Does anything else at that place reach the internet?',
    'Then restart the station.',
  ],
  noFrames: [
    'Antenna and its cable at the receiver: the radio is on but hears nothing.',
    'Power of the amplifier, if one is fitted.',
    'Then restart the station. Status reports still reach us, so network and power are fine.',
  ],
  notDecoded: [
    'Gain and frequencies of the receiver: it hears something, but no message in it.',
    'Is the decoder running? Restart it, or the station.',
  ],
  noUpload: [
    'The key with which the station sends: it may have been revoked. Ask an administrator.',
    'The address to which the receiver sends its messages, and its log.',
    'Then restart the station. Status reports still reach us, so network and power are fine.',
  ],
  untold: ['Power and network at the station.', 'Antenna, cable, receiver.', 'Then restart the station.'],
};

/** In a strip of hours. */
export const hourReasons: Readonly<Record<SilenceReason, string>> = {
  noSign: 'no power or no network',
  noFrames: 'no frames',
  notDecoded: 'frames, but nothing decoded',
  noUpload: 'decoded, but no upload',
  untold: 'reason not told by the station',
};

export const stepNames: Readonly<Record<PathStep, string>> = {
  radio: 'Radio',
  decoder: 'Decoded',
  upload: 'Uploaded',
  stored: 'Stored',
  counted: 'Counted',
};
export const stepStateWords: Readonly<Record<StepState, string>> = {
  ok: 'fine',
  late: 'late',
  lost: 'lost',
  unknown: 'not known',
};
/** What proves a step, beside its time. */
export function evidenceText(
  step: PathStep,
  by: Evidence | null,
  state: StepState,
  reason: SilenceReason | null,
): string {
  if (step === 'upload' && reason === 'noUpload') return 'status reports arrive, messages do not';
  if (by === null) return 'nothing to tell by';
  if (by === 'message') return step === 'stored' ? 'last message' : 'by the last message';
  if (by === 'status' && step === 'radio')
    return state === 'lost' ? 'last frames reported' : 'frames, by status report';
  if (by === 'status' && step === 'decoder') return 'messages, by status report';
  return { frameSize: 'frames, by their sizes', status: 'status report', key: 'key used', count: 'last count' }[by];
}

/** `every 2 s on average`. */
export function rhythmText(usualEveryS: number | null): string | null {
  if (usualEveryS === null) return null;
  return usualEveryS < 1
    ? 'Usually several messages a second'
    : `Usually a message every ${ageText(usualEveryS * 1000)}`;
}

/** `As of 12:04 UTC, 3 h ago`. */
export const asOfText = (dataAt: number, now: number): string =>
  `As of ${sinceText(dataAt, now)}, ${ageText(now - dataAt)} ago`;
