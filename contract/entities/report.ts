/** A day or a week in one page: messages, faults, stations, own aircraft (decision 46). */
import * as z from 'zod/mini';
import { instant, nullableNumber, nullableText, shortText } from '../kinds.ts';
import { faultStates } from './faults.ts';
import { meaningKinds } from './meaning.ts';

export const reportPeriods = ['day', 'week'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];
export const reportLimits = { tails: 50, tailLength: 20, faults: 100, aircraft: 50 } as const;

/** Whole UTC days, from `from` to before `to`. */
export const report = z.object({
  asOf: instant.schema,
  period: z.enum(reportPeriods),
  from: instant.schema,
  to: instant.schema,
  /** As in the lists, a message received by three stations counts three times. */
  messages: z.object({
    total: z.number(),
    /** Of as many days before. */
    before: z.number(),
    aircraft: z.number(),
    notDecoded: z.number(),
    /** The most frequent first. */
    kinds: z.array(z.object({ kind: z.enum(meaningKinds), messages: z.number() })),
    /** Each day of the period. */
    days: z.array(z.object({ day: z.string(), messages: z.number() })),
  }),
  /** Reported in the period, newest first. null = the caller reads no faults. */
  faults: z.nullable(
    z.object({
      total: z.number(),
      open: z.number(),
      rows: z.array(
        z.object({
          tail: z.string(),
          state: z.enum(faultStates),
          ata: nullableText,
          name: z.string(),
          legs: z.number(),
          last: instant.schema,
        }),
      ),
    }),
  ),
  /** `fedPercent` = share of the period in which it fed. */
  stations: z.array(
    z.object({ stationId: z.string(), messages: z.number(), before: z.number(), fedPercent: nullableNumber }),
  ),
  /** The requested aircraft, or those with the most messages. */
  aircraft: z.array(
    z.object({
      tail: z.string(),
      messages: z.number(),
      /** Different flight numbers of each day. */
      flights: z.number(),
      faults: z.number(),
      last: z.nullable(instant.schema),
    }),
  ),
});
export type Report = z.output<typeof report>;

const tails = z.array(shortText(reportLimits.tailLength)).check(z.maxLength(reportLimits.tails));
/** Which reports the caller receives by email, the day after. `tails` = of its aircraft, empty = those with the most messages. */
export const reportMail = z.object({ day: z.boolean(), week: z.boolean(), tails });
export type ReportMail = z.output<typeof reportMail>;
/** `canWork` false: this server sends no email, or the account has no address. */
export const reportMailState = z.extend(reportMail, { canWork: z.boolean(), reason: nullableText });
