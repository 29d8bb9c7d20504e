/** Statistics at first sight: counts of the stations visible to the caller, in one response (decision 18). */
import * as z from 'zod/mini';
import { instant, instantOrNull, nullableNumber, nullableText } from '../kinds.ts';
import { feedTypes, silenceReasons } from './station-health.ts';

/** Ranges of the section, in days. */
export const sightDays = [1, 3, 7, 30] as const;
export type SightDays = (typeof sightDays)[number];
/** Hours of stations cover a week at most. */
export const maxHourDays = 7;
export const calendarDays = 30;
/** Stations shown in each chart, those that need attention first. */
export const shownInSight = { hours: 20, calendar: 8, ranges: 10 } as const;
export const sightSectorDeg = 5;
/** Radio horizon of an aircraft at 40,000 ft, seen from sea level: 1.23 times the root of its height in feet. */
export const horizonNmi = 246;
/** Fewer messages have no distribution. */
export const minLevels = 20;
const sightReasons = [...silenceReasons, 'serverOff'] as const;
export type SightReason = (typeof sightReasons)[number];

const counts = z.array(z.number());
const ofStation = { stationId: z.string(), city: nullableText };
/** `YYYY-MM-DD`, UTC. */
const day = z.string();

/** Hours of a station. `usual` = messages of that hour relative to the median of the seven days before. null = not known. */
const stationHours = z.object({
  ...ofStation,
  isSilent: z.boolean(),
  counts,
  usual: z.array(nullableNumber),
});
export type StationHours = z.output<typeof stationHours>;

/** Three or more neighbouring directions below 60 % of the month. `since` = first day without. */
const lostRange = z.object({
  fromDeg: z.number(),
  toDeg: z.number(),
  nowNmi: z.number(),
  monthNmi: z.number(),
  since: day,
});
export type LostRange = z.output<typeof lostRange>;
/** Farthest of each sector, nmi, 0 = nothing received: of 24 hours, and of 30 days. */
const stationRanges = z.object({
  ...ofStation,
  now: counts,
  month: counts,
  lost: z.array(lostRange),
});
export type StationRanges = z.output<typeof stationRanges>;

/** Days of a station and type. Shares 0 to 1, null = before its first message. `hours` = silent hours of the most frequent reason. */
const stationDays = z.object({
  ...ofStation,
  type: z.enum(feedTypes),
  shares: z.array(nullableNumber),
  reasons: z.array(z.nullable(z.object({ reason: z.enum(sightReasons), hours: z.number() }))),
});
export type StationDays = z.output<typeof stationDays>;

/** dB. Quantiles of 5, 25, 50, 75 and 95 %. */
const frequencyLevels = z.object({
  khz: z.number(),
  type: z.string(),
  messages: z.number(),
  quantiles: z.array(z.number()),
});
export type FrequencyLevels = z.output<typeof frequencyLevels>;
/** `title` = name of an airline. */
const named = z.object({ name: z.string(), title: nullableText, messages: z.number() });
export type NamedCount = z.output<typeof named>;

export const firstSight = z.object({
  asOf: instant.schema,
  /** Start of the first slot with a stored message. null = none. */
  countedSince: instantOrNull.schema,
  /** Number of these stations. */
  stations: z.number(),
  /** Messages per step by type. The last step is incomplete. */
  messages: z.object({
    from: instant.schema,
    stepS: z.number(),
    acars: counts,
    vdlm2: counts,
    hfdl: counts,
    adsb: counts,
    /** How many times longer than set the interval of stored frames was (ADSB_MAX_GB), at most. Absent in copies of earlier versions. */
    frameFactor: z.optional(z.number()),
  }),
  hours: z.object({ from: instant.schema, rows: z.array(stationHours) }),
  ranges: z.array(stationRanges),
  calendar: z.object({ from: day, rows: z.array(stationDays) }),
  levels: z.array(frequencyLevels),
  /** From a whole day on. */
  tops: z.object({ from: day, labels: z.array(named), aircraft: z.array(named), airlines: z.array(named) }),
});
export type FirstSight = z.output<typeof firstSight>;
