/** What whoever meets an aircraft must know: its arrival, and what is new since its last stop (decision 47). */
import * as z from 'zod/mini';
import { instant, instantOrNull, nullableText } from '../kinds.ts';

const arrivalStates = ['landing', 'landed'] as const;
/** What states the arrival: a report (`on`, `in`), a receiver that hears it on the ground, a stated estimate, positions near the airport. */
export const arrivalBases = ['on', 'in', 'ground', 'eta', 'position'] as const;
const arrival = z.object({
  state: z.enum(arrivalStates),
  /** Of the landing, with `in` of the gate arrival. null = not known. */
  at: instantOrNull.schema,
  basis: z.enum(arrivalBases),
});
export type Arrival = z.output<typeof arrival>;

/** Reported in this leg. `isNew` = never before, or again after it was closed. */
const briefFault = z.object({
  identity: z.string(),
  chapter: nullableText,
  name: z.string(),
  isNew: z.boolean(),
  /** `open`, `deferred` or `closed`. */
  state: z.string(),
  /** Of its newest report. */
  at: instant.schema,
  isWarning: z.boolean(),
  messageId: nullableText,
});
export type BriefFault = z.output<typeof briefFault>;

/** A message of the dialogue with air traffic control without an answer. */
const openRequest = z.object({
  id: z.string(),
  at: instant.schema,
  /** `up` = air traffic control waits for the aircraft. */
  direction: z.enum(['up', 'down']),
  words: z.string(),
  ground: nullableText,
});
export type OpenRequest = z.output<typeof openRequest>;

/** At the gate, against the schedule. `isActual` false = `expected` is an estimate. Minutes below 0 = early. */
const delay = z.object({
  scheduled: instant.schema,
  expected: instant.schema,
  isActual: z.boolean(),
  minutes: z.number(),
});
export type Delay = z.output<typeof delay>;

export const briefing = z.object({
  asOf: instant.schema,
  registration: nullableText,
  address: nullableText,
  /** The newest flight. null = none is known. `to` = where it ends, also after a diversion. */
  leg: z.nullable(
    z.object({
      id: instant.schema,
      flight: nullableText,
      from: nullableText,
      to: nullableText,
      /** Of `to`. null = not known. */
      place: z.nullable(z.object({ lat: z.number(), lon: z.number() })),
    }),
  ),
  /** null = neither about to land nor landed. */
  arrival: z.nullable(arrival),
  /** What is new is new since then: the beginning of the flight. */
  since: instantOrNull.schema,
  /** Newest first. null = the caller has no fault ledger. */
  faults: z.nullable(z.array(briefFault)),
  /** Open faults of earlier flights, not reported in this one. */
  olderOpenFaults: z.number(),
  requests: z.array(openRequest),
  delay: z.nullable(delay),
  /** Of the flight. */
  messages: z.number(),
  /** One line: "D-ABCD lands at EDDF about 14:32 UTC: 2 new faults, 1 open request". */
  words: z.string(),
});
export type Briefing = z.output<typeof briefing>;
