/**
 * Is a station feeding, and if not, why: from what was seen of it, by rules that decision 28 writes down. Pure; times are epoch ms.
 * Must not: read a clock or a database, or hold words for the screen.
 */
import type {
  Evidence,
  FeedType,
  HealthState,
  PathStep,
  SilenceReason,
  StepState,
} from '../../contract/entities/station-health.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const leastFineMs = 8 * minuteMs;
const leastLateMs = 20 * minuteMs;
/** However rarely a station feeds: after a day without anything it is silent. */
const mostLateMs = 24 * hourMs;

export type Limits = { readonly fineMs: number; readonly lateMs: number };
/** Of a type, or of reports: up to 8 min fine, up to 20 min late; of what comes more rarely three and six times its own usual gap. */
export function limitsOf(usualGapMs: number | null): Limits {
  const gap = usualGapMs ?? 0;
  const lateMs = Math.min(Math.max(leastLateMs, 6 * gap), mostLateMs);
  return { fineMs: Math.min(Math.max(leastFineMs, 3 * gap), lateMs), lateMs };
}

/** Of a whole station: fine alike, and silent when the feeder would be told so (decision 29), or not yet where even that is fine for it. */
export function limitsOfStation({ messageGapMs, silentAfterMs }: Pick<Seen, 'messageGapMs' | 'silentAfterMs'>): Limits {
  const { fineMs } = limitsOf(messageGapMs);
  return { fineMs, lateMs: Math.max(fineMs, silentAfterMs) };
}

export function stepStateOf(at: number | null, now: number, { fineMs, lateMs }: Limits): StepState {
  if (at === null) return 'unknown';
  const age = now - at;
  return age <= fineMs ? 'ok' : age <= lateMs ? 'late' : 'lost';
}

/** What the newest status report says. Counts are of its own period, which began at `from`; null = it does not say. */
export type NewestReport = {
  readonly at: number;
  readonly from: number | null;
  readonly frames: number | null;
  readonly decoded: number | null;
};
export type TypeSeen = { readonly type: FeedType; readonly lastAt: number | null; readonly usualGapMs: number | null };
/** All that was seen of a station lately. `...At` = when last; null = never. */
export type Seen = {
  readonly firstAt: number | null;
  readonly messageAt: number | null;
  readonly countedAt: number | null;
  readonly messageGapMs: number | null;
  /** How long it may be quiet before it counts as silent. */
  readonly silentAfterMs: number;
  readonly types: readonly TypeSeen[];
  readonly report: NewestReport | null;
  readonly reportGapMs: number | null;
  /** A report that counted frames, and one that counted messages. */
  readonly framesAt: number | null;
  readonly decodedAt: number | null;
  readonly frameSizeAt: number | null;
  readonly keyUsedAt: number | null;
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

/** Why nothing arrives. null = not known yet: no report speaks of the time since the last message, and one may still be due. */
export function silenceReasonOf(seen: Seen, now: number): SilenceReason | null {
  const { report, frameSizeAt, messageAt, reportGapMs } = seen;
  const signAt = latest(report?.at, frameSizeAt);
  if (signAt === null) return 'untold';
  if (now - signAt > limitsOf(reportGapMs).fineMs) return 'noSign';
  // A report whose period began before the silence counts what came before it.
  const silentSince = messageAt ?? Number.NEGATIVE_INFINITY;
  const periodMs = Math.max(reportGapMs ?? 0, leastFineMs);
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
/** Where the reason stands on the path, whatever else proves that step. */
const brokenStep: Readonly<Partial<Record<SilenceReason, PathStep>>> = {
  noFrames: 'radio',
  notDecoded: 'decoder',
  noUpload: 'upload',
};

/** The five steps with the newest evidence of each: a message that arrived proves all that lies before it. */
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
    // What lies behind it gets nothing any more, unless something else proves it.
    const isLost = step === broken || (broken !== undefined && !isBeforeBroken && state === 'late');
    return { step, at, by, state: isLost ? 'lost' : state };
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

/** What is known of one hour of a station. Counts are of the reports that speak of it; null = they do not say. */
export type HourSeen = {
  readonly reports: number;
  readonly frames: number | null;
  readonly decoded: Readonly<Record<FeedType, number | null>>;
  /** A record of frame sizes of this type. */
  readonly framesOf: Readonly<Record<FeedType, boolean>>;
  /** Fed slots. */
  readonly slots: Readonly<Record<FeedType, number>>;
  /** It still runs, and its first report may be due. */
  readonly isOpen: boolean;
};

/** Why an hour has no message of a type that the station feeds otherwise; null = it has, or nobody can tell. */
export function hourReasonOf(hour: HourSeen, type: FeedType, sendsReports: boolean): SilenceReason | null {
  if (hour.slots[type] > 0) return null;
  if (!sendsReports) return 'untold';
  const others = (Object.keys(hour.slots) as FeedType[]).filter((other) => other !== type);
  if (hour.reports === 0)
    return hour.isOpen || others.some((other) => hour.slots[other] > 0) || hour.framesOf[type] ? null : 'noSign';
  if ((hour.decoded[type] ?? 0) > 0) return 'noUpload';
  if (hour.framesOf[type]) return 'notDecoded';
  if (hour.frames === null) return null;
  // Frames are counted over all types: where another one was decoded they are its own.
  const isOfOthers = others.some((other) => (hour.decoded[other] ?? 0) > 0 || hour.framesOf[other]);
  return hour.frames > 0 && !isOfOthers ? 'notDecoded' : 'noFrames';
}

/**
 * How long a station is usually without a message: the average of the time between its fed slots. It is at least so long, as a slot may have many.
 * null = not heard. `fedSlots` of those between first and last.
 */
export function usualGapOf(
  { fedSlots, firstAt, lastAt }: { readonly fedSlots: number; readonly firstAt: number; readonly lastAt: number },
  slotMs: number,
): number | null {
  if (fedSlots <= 0) return null;
  const slots = Math.floor(lastAt / slotMs) - Math.floor(firstAt / slotMs) + 1;
  return Math.max(0, Math.round((slots / fedSlots - 1) * slotMs));
}

/** The middle one of the gaps between some instants, newest first; null = there are fewer than two. */
export function middleGapOf(times: readonly number[]): number | null {
  const gaps = times.slice(1).map((time, at) => (times[at] as number) - time);
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? null;
}
