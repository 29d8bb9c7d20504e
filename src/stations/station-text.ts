/** Texts about a station for its host. Outdated responses are described in the past tense. `now` is server time, epoch ms. Pure. */
import type {
  Evidence,
  HealthState,
  PathStep,
  SilenceReason,
  StationHealth,
  StepState,
} from '../../contract/entities/station-health.ts';
import { parseInstant } from '../../contract/params.ts';
import type { StationHealthResponse } from '../api/station-health.ts';
import { ageText, utcDay, utcMoment } from '../lib/time.ts';

/** A response is current for three refresh intervals. */
const freshMs = 90_000;
const dayMs = 86_400_000;

/** Whether the response is current. Not if the server is known to be unreachable. */
export const isCurrent = (
  { source, why, dataAt }: Pick<StationHealthResponse, 'source' | 'why' | 'dataAt'>,
  now: number,
  maxAgeMs = freshMs,
): boolean => (source === 'live' || why === 'slow') && now - dataAt < maxAgeMs;

/** After a day the date is enough, and has room in a row on a phone. */
export const shortSince = (at: number, now: number): string => (now - at > dayMs ? utcDay(at) : utcMoment(at, now));

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The status in one word. */
export function verdictText(
  station: Pick<StationHealth, 'state' | 'silentTypes' | 'lastMessageAt'>,
  isNow: boolean,
  now: number,
): string {
  const text = presentVerdict(station, now);
  if (isNow) return text;
  return station.state === 'never' ? 'Had no data yet' : `Was ${lower(text)}`;
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
      return since === null ? 'Silent' : `Silent since ${shortSince(since, now)}`;
    case 'never':
      return 'Nothing received yet';
  }
}

/** The cause in one sentence. null = none needed. */
export function reasonText(state: HealthState, reason: SilenceReason | null): string | null {
  if (state === 'feeding' || state === 'partly') return null;
  return reason === null ? 'Cause unknown until the next status report.' : reasonSentences[reason];
}
const reasonSentences: Readonly<Record<SilenceReason, string>> = {
  noSign: 'No messages and no status reports. The station has no power or no network.',
  noFrames: 'Status reports arrive, but the radio receives no frames.',
  notDecoded: 'Frames are received, but nothing is decoded.',
  noUpload: 'Messages are decoded, but not uploaded.',
  untold: 'Cause unknown. This station sends no status reports.',
};

/** In the order in which a host would check them. */
export const checksOf: Readonly<Record<SilenceReason, readonly string[]>> = {
  noSign: [
    "Check the power. Is the station's light on?",
    'Check the network: router, cable, Wi-Fi. Are other devices there online?',
    'Restart the station.',
  ],
  noFrames: [
    'Check the antenna and its cable. The radio is on but receives nothing.',
    "Check the amplifier's power, if one is fitted.",
    'Restart the station. Status reports still reach us, so network and power are fine.',
  ],
  notDecoded: [
    "Check the receiver's gain and frequencies. It receives frames but no messages.",
    'Is the decoder running? Restart it, or the station.',
  ],
  noUpload: [
    'Check the station key. It may have been revoked. Ask an administrator.',
    "Check the receiver's upload address and its log.",
    'Restart the station. Status reports still reach us, so network and power are fine.',
  ],
  untold: ['Check power and network at the station.', 'Check antenna, cable and receiver.', 'Restart the station.'],
};

/** Label in a strip of hours. */
export const hourReasons: Readonly<Record<SilenceReason, string>> = {
  noSign: 'no power or no network',
  noFrames: 'no frames',
  notDecoded: 'frames, but nothing decoded',
  noUpload: 'decoded, but no upload',
  untold: 'no reason reported',
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
/** Evidence of a step, next to its time. */
export function evidenceText(
  step: PathStep,
  by: Evidence | null,
  state: StepState,
  reason: SilenceReason | null,
): string {
  if (step === 'upload' && reason === 'noUpload') return 'status reports arrive, messages do not';
  if (by === null) return 'no evidence';
  if (by === 'message') return step === 'stored' ? 'last message' : 'from the last message';
  if (by === 'status' && step === 'radio')
    return state === 'lost' ? 'last frames reported' : 'frames, by status report';
  if (by === 'status' && step === 'decoder') return 'messages, by status report';
  return { frameSize: 'frames, from frame sizes', status: 'status report', key: 'key used', count: 'last count' }[by];
}

/** `every 2 s on average`. */
export function intervalText(usualEveryS: number | null): string | null {
  if (usualEveryS === null) return null;
  return usualEveryS < 1
    ? 'Usually several messages a second'
    : `Usually a message every ${ageText(usualEveryS * 1000)}`;
}

/** `As of 12:04Z, 3 h ago`. */
export const asOfText = (dataAt: number, now: number): string =>
  `As of ${utcMoment(dataAt, now)}, ${ageText(now - dataAt)} ago`;
