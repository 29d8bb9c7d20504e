/** Texts about a station for its host. Pure. */
import { dayMs } from '../../contract/durations.ts';
import type {
  Evidence,
  HealthState,
  PathStep,
  SilenceReason,
  StationHealth,
  StepState,
} from '../../contract/entities/station-health.ts';
import { parseInstant } from '../../contract/params.ts';
import type { StationHealthResponse } from '../data/station-health.ts';
import { type ReportTime, say } from '../lib/tense.ts';
import { ageText, utcDay, utcMoment } from '../lib/time.ts';

/** A response is current for three refresh intervals. */
const freshMs = 90_000;

/** Whether the response is current. Not if the server is known to be unreachable. */
export const isCurrent = (
  { source, why, dataAt }: Pick<StationHealthResponse, 'source' | 'why' | 'dataAt'>,
  now: number,
  maxAgeMs = freshMs,
): boolean => (source === 'live' || why === 'slow') && now - dataAt < maxAgeMs;

/** After a day the date is enough, and has room in a row on a phone. */
const shortSince = (at: number, now: number): string => (now - at > dayMs ? utcDay(at) : utcMoment(at, now));

type Verdict = Pick<StationHealth, 'state' | 'silentTypes' | 'lastMessageAt'>;

/** The status in one word. */
export function verdictText({ state, silentTypes, lastMessageAt }: Verdict, at: ReportTime): string {
  const since = lastMessageAt === null ? null : parseInstant(lastMessageAt);
  switch (state) {
    case 'feeding':
      return say('feeding', at);
    case 'partly':
      return say('feedingWithout', at, silentTypes.join(' and '));
    case 'late':
      return say('late', at);
    case 'silent':
      return since === null ? say('silent', at) : say('silentSince', at, shortSince(since, at.now));
    case 'never':
      return say('neverReceived', at);
  }
}

/** The cause in one sentence. null = none needed. */
export function reasonText(state: HealthState, reason: SilenceReason | null, at: ReportTime): string | null {
  if (state === 'feeding' || state === 'partly') return null;
  return say(reason ?? 'causeOpen', at);
}

/** In the order in which a host would check them. */
export function checksOf(reason: SilenceReason, at: ReportTime): readonly string[] {
  const restart = say('restartCheck', at);
  return {
    noSign: [
      "Check the power. Is the station's light on?",
      'Check the network: router, cable, Wi-Fi. Are other devices there online?',
      'Restart the station.',
    ],
    noFrames: [say('radioCheck', at), "Check the amplifier's power, if one is fitted.", restart],
    notDecoded: [say('receiverCheck', at), 'Is the decoder running? Restart it, or the station.'],
    noUpload: [
      'Check the station key. It may have been revoked.',
      "Check the receiver's upload address and its log.",
      restart,
    ],
    noKey: ['Get a new station key.', 'Enter it at the station.', 'Restart the station.'],
    untold: ['Check power and network at the station.', 'Check antenna, cable and receiver.', 'Restart the station.'],
  }[reason];
}

/** Label in a strip of hours. */
export const hourReasons: Readonly<Record<SilenceReason, string>> = {
  noSign: 'no power or no network',
  noFrames: 'no frames',
  notDecoded: 'frames, but nothing decoded',
  noUpload: 'decoded, but no upload',
  noKey: 'station key revoked',
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
  at: ReportTime,
): string {
  if (step === 'upload' && reason === 'noUpload') return say('uploadEvidence', at);
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
