/** Status and cause of a station by pure rules (decision 17). Times are epoch ms. Own file: tested without a database. */
import { hourMs, minuteMs } from '../../../contract/durations.ts';
import type {
  Evidence,
  FeedType,
  HealthState,
  PathStep,
  SilenceReason,
  StepState,
} from '../../../contract/entities/station-health.ts';

const minFineMs = 8 * minuteMs;
const minLateMs = 20 * minuteMs;
/** However rarely a station feeds: after a day without anything it is silent. */
const maxLateMs = 24 * hourMs;

export type Limits = { readonly fineMs: number; readonly lateMs: number };
/** Of a type, or of reports: up to 8 min fine, up to 20 min late. For rarer ones three and six times the usual gap. */
export function limitsOf(usualGapMs: number | null): Limits {
  const gap = usualGapMs ?? 0;
  const lateMs = Math.min(Math.max(minLateMs, 6 * gap), maxLateMs);
  return { fineMs: Math.min(Math.max(minFineMs, 3 * gap), lateMs), lateMs };
}

/** Of a whole station: the same, but silent when the feeder would be notified (decision 17), or later where that is still fine. */
export function limitsOfStation({ messageGapMs, silentAfterMs }: Pick<Seen, 'messageGapMs' | 'silentAfterMs'>): Limits {
  const { fineMs } = limitsOf(messageGapMs);
  return { fineMs, lateMs: Math.max(fineMs, silentAfterMs) };
}

export function stepStateOf(at: number | null, now: number, { fineMs, lateMs }: Limits): StepState {
  if (at === null) return 'unknown';
  const age = now - at;
  return age <= fineMs ? 'ok' : age <= lateMs ? 'late' : 'lost';
}

/** The newest status report. Counts are of its period, which started at `from`. null = missing. */
type NewestReport = {
  readonly at: number;
  readonly from: number | null;
  readonly frames: number | null;
  readonly decoded: number | null;
};
export type TypeSeen = { readonly type: FeedType; readonly lastAt: number | null; readonly usualGapMs: number | null };
/** Recent evidence about a station. `...At` = last time, null = never. */
export type Seen = {
  readonly firstAt: number | null;
  readonly messageAt: number | null;
  readonly countedAt: number | null;
  readonly messageGapMs: number | null;
  /** Silence after which it counts as silent. */
  readonly silentAfterMs: number;
  readonly types: readonly TypeSeen[];
  readonly report: NewestReport | null;
  readonly reportGapMs: number | null;
  /** A report with frame counts, and one with message counts. */
  readonly framesAt: number | null;
  readonly decodedAt: number | null;
  readonly frameSizeAt: number | null;
  readonly keyUsedAt: number | null;
  /** The last of its keys was revoked. null = it has a valid one, or never used any. */
  readonly keyLostAt: number | null;
};

export type Verdict = {
  readonly state: HealthState;
  readonly reason: SilenceReason | null;
  readonly silentTypes: readonly FeedType[];
};

export function verdictOf(seen: Seen, now: number): Verdict {
  const message = stepStateOf(seen.messageAt, now, limitsOfStation(seen));
  if (message !== 'ok') {
    const state = message === 'unknown' ? 'never' : message === 'late' ? 'late' : 'silent';
    return { state, reason: silenceReasonOf(seen, now), silentTypes: [] };
  }
  const silentTypes = seen.types
    .filter(({ lastAt, usualGapMs }) => stepStateOf(lastAt, now, limitsOf(usualGapMs)) === 'lost')
    .map(({ type }) => type);
  return { state: silentTypes.length > 0 ? 'partly' : 'feeding', reason: null, silentTypes };
}

/** Between the admission of a message and its time as stored. */
const underWayMs = minuteMs;

/** Cause of silence. null = unknown: no report covers the time since the last message, and one may still be due. */
export function silenceReasonOf(seen: Seen, now: number): SilenceReason | null {
  const { report, frameSizeAt, messageAt, reportGapMs } = seen;
  const signAt = latest(report?.at, frameSizeAt);
  // What arrives afterwards arrives without a key.
  if (seen.keyLostAt !== null && (latest(signAt, messageAt) ?? 0) <= seen.keyLostAt + underWayMs) return 'noKey';
  if (signAt === null) return 'untold';
  if (now - signAt > limitsOf(reportGapMs).fineMs) return 'noSign';
  // A report whose period started before the silence includes earlier counts.
  const silentSince = messageAt ?? Number.NEGATIVE_INFINITY;
  const periodMs = Math.max(reportGapMs ?? 0, minFineMs);
  const isAbout = (at: number, from: number | null): boolean => (from ?? at - periodMs) >= silentSince;
  if (!report || !isAbout(report.at, report.from)) return null;
  if (report.decoded !== null && report.decoded > 0) return 'noUpload';
  const hasFrames = report.frames === null ? frameSizeAt !== null && isAbout(frameSizeAt, null) : report.frames > 0;
  if (report.frames === null && !hasFrames) return null;
  return hasFrames ? 'notDecoded' : 'noFrames';
}

export type Step = {
  readonly step: PathStep;
  readonly state: StepState;
  readonly at: number | null;
  readonly by: Evidence | null;
};
/** Step of the cause on the path, whatever else proves that step. */
const brokenStep: Readonly<Partial<Record<SilenceReason, PathStep>>> = {
  noFrames: 'radio',
  notDecoded: 'decoder',
  noUpload: 'upload',
  noKey: 'upload',
};

/** The five steps with their newest evidence: a received message proves all earlier steps. */
export function pathOf(seen: Seen, reason: SilenceReason | null, now: number): Step[] {
  const message: Proof = [seen.messageAt, 'message'];
  const proofs: readonly (readonly [PathStep, readonly Proof[]])[] = [
    ['radio', [[seen.framesAt, 'status'], [seen.frameSizeAt, 'frameSize'], message]],
    ['decoder', [[seen.decodedAt, 'status'], message]],
    ['upload', [[seen.report?.at ?? null, 'status'], [seen.keyUsedAt, 'key'], message]],
    ['stored', [message]],
    ['counted', [[seen.countedAt, 'count']]],
  ];
  const broken = reason === null ? undefined : brokenStep[reason];
  let isBeforeBroken = true;
  return proofs.map(([step, ways]) => {
    const [at, by] = newest(ways);
    const isReported = by === 'status' || by === 'frameSize';
    const state = stepStateOf(at, now, isReported ? limitsOf(seen.reportGapMs) : limitsOfStation(seen));
    if (step === broken) isBeforeBroken = false;
    // Later steps receive nothing, unless other evidence exists.
    const isLost = step === broken || (broken !== undefined && !isBeforeBroken && state === 'late');
    // Radio and decoder may work: the station cannot report it.
    const isUntold = reason === 'noKey' && isBeforeBroken && state !== 'ok';
    return { step, at, by, state: isLost ? 'lost' : isUntold ? 'unknown' : state };
  });
}
type Proof = readonly [at: number | null, by: Evidence];

function newest(ways: readonly Proof[]): readonly [number | null, Evidence | null] {
  let best: readonly [number | null, Evidence | null] = [null, null];
  for (const way of ways) if (way[0] !== null && (best[0] === null || way[0] > best[0])) best = way;
  return best;
}
function latest(...times: readonly (number | null | undefined)[]): number | null {
  const known = times.filter((time) => time !== null && time !== undefined);
  return known.length > 0 ? Math.max(...known) : null;
}

/** An hour of a station. Counts are of reports about it. null = missing. */
export type HourSeen = {
  readonly reports: number;
  readonly frames: number | null;
  readonly decoded: Readonly<Record<FeedType, number | null>>;
  /** Frame sizes of this type exist. */
  readonly framesOf: Readonly<Record<FeedType, boolean>>;
  /** Fed slots. */
  readonly slots: Readonly<Record<FeedType, number>>;
  /** It is the current hour, and its first report may be due. */
  readonly isOpen: boolean;
  /** The last key was revoked in it or before, and nothing arrived since. */
  readonly isKeyLost: boolean;
};

/** Why an hour has no message of a usual type. null = it has, or unknown. */
export function hourReasonOf(hour: HourSeen, type: FeedType, sendsReports: boolean): SilenceReason | null {
  if (hour.slots[type] > 0) return null;
  const others = (Object.keys(hour.slots) as FeedType[]).filter((other) => other !== type);
  const isWithoutSign = hour.reports === 0 && !hour.framesOf[type] && others.every((other) => hour.slots[other] === 0);
  if (hour.isKeyLost && isWithoutSign) return 'noKey';
  if (!sendsReports) return 'untold';
  if (hour.reports === 0) return hour.isOpen || !isWithoutSign ? null : 'noSign';
  if ((hour.decoded[type] ?? 0) > 0) return 'noUpload';
  if (hour.framesOf[type]) return 'notDecoded';
  if (hour.frames === null) return null;
  // Frames are counted over all types: if another type was decoded they are its own.
  const isOfOthers = others.some((other) => (hour.decoded[other] ?? 0) > 0 || hour.framesOf[other]);
  return hour.frames > 0 && !isOfOthers ? 'notDecoded' : 'noFrames';
}

/**
 * Usual time without a message: the average time between fed slots, a lower bound, because a slot may have many.
 * null = no receptions. `fedSlots` = between first and last.
 */
export function usualGapOf(
  { fedSlots, firstAt, lastAt }: { readonly fedSlots: number; readonly firstAt: number; readonly lastAt: number },
  slotMs: number,
): number | null {
  if (fedSlots <= 0) return null;
  const slots = Math.floor(lastAt / slotMs) - Math.floor(firstAt / slotMs) + 1;
  return Math.max(0, Math.round((slots / fedSlots - 1) * slotMs));
}

/** Median of the gaps between instants, newest first. null = fewer than two. */
export function middleGapOf(times: readonly number[]): number | null {
  const gaps = times.slice(1).map((time, at) => (times[at] as number) - time);
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? null;
}
