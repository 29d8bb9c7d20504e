/**
 * Rules: what a user, a company or everyone is notified of (decision 45). A rule matches a message, a live position, a silence or a count: any value of a condition, all
 * conditions of `all`, none of `not`.
 */
import * as z from 'zod/mini';
import { instant, nullableNumber, nullableText } from '../kinds.ts';

export const ruleLimits = {
  name: 80,
  conditions: 20,
  values: 200,
  value: 200,
  points: 100,
  /** Of a minimum or a maximum, as many digits as the editor reads. */
  bound: 9_999_999,
  perUser: 100,
  perCompany: 200,
  expressionsPerCompany: 50,
  expressionsPerServer: 200,
  /** Characters of a literal that each expression contains. */
  literal: 3,
  /** Characters of a text that an expression reads. */
  read: 4096,
  /** Hits in an hour, beyond which a rule is paused. */
  hitsPerHour: 200,
  /** The newest rows that a trial reads. */
  trialRows: 100_000,
} as const;

/**
 * Conditions with values, compared without case. `words` = whole words or phrases of the text; `expression` = RE2 syntax; `tail` and `flight` may end in `*`;
 * `answer` = the answer that an uplink wants (`W/U`); `from` and `to` = airports of the flight; `station` = the number of a station or the name of a receiver.
 */
export const valueFields = [
  'words',
  'expression',
  'label',
  'sublabel',
  'kind',
  'element',
  'answer',
  'chapter',
  'class',
  'severity',
  'phase',
  'tail',
  'icao',
  'flight',
  'airline',
  'type',
  'operator',
  'from',
  'to',
  'squawk',
  'station',
] as const;
export type ValueField = (typeof valueFields)[number];

const values = z
  .array(z.string().check(z.minLength(1), z.maxLength(ruleLimits.value)))
  .check(z.minLength(1), z.maxLength(ruleLimits.values));
const minutes = z.int().check(z.minimum(1), z.maximum(7 * 24 * 60));
/** null = no bound. */
const bound = z.nullable(z.number().check(z.minimum(-ruleLimits.bound), z.maximum(ruleLimits.bound)));
const latLon = z.tuple([
  z.number().check(z.minimum(-90), z.maximum(90)),
  z.number().check(z.minimum(-180), z.maximum(180)),
]);

export const condition = z.discriminatedUnion('field', [
  z.object({ field: z.enum(valueFields), values }),
  /** Feet of a pressure altitude, knots. */
  z.object({ field: z.enum(['altitude', 'speed']), min: bound, max: bound }),
  /** A polygon of latitude and longitude. An edge over more than 180 degrees crosses the antimeridian. */
  z.object({ field: z.literal('area'), points: z.array(latLon).check(z.minLength(3), z.maxLength(ruleLimits.points)) }),
  /** 7500, 7600, 7700, an emergency state of ADS-B, an ADS-C emergency, a CPDLC MAYDAY or PAN. */
  z.object({ field: z.literal('emergency') }),
  /** A fault that this aircraft reported for the first time, or again after it was closed. */
  z.object({ field: z.literal('newFault') }),
  /** The aircraft was not received in the last `days`. null = never. */
  z.object({ field: z.literal('firstReceived'), days: z.nullable(z.int().check(z.minimum(1), z.maximum(365))) }),
  /**
   * Of the aircraft or the stations that the other conditions name. `minutes` null = as the status of the station says. A rule of a user
   * that names no station is about those that the user feeds.
   */
  z.object({ field: z.literal('silent'), of: z.enum(['tail', 'station']), minutes: z.nullable(minutes) }),
  /** Messages of each named aircraft, or of the named stations together. One that several stations received is one. */
  z.object({ field: z.literal('count'), atLeast: z.int().check(z.minimum(2), z.maximum(100_000)), minutes }),
  /** A watched aircraft is about to land, or has landed. */
  z.object({ field: z.literal('arrival') }),
]);
export type Condition = z.output<typeof condition>;
export type ConditionField = Condition['field'];

/** How often a rule gives a notice of one aircraft or station: for each event, or once a leg (flight and day), hour or day. */
export const ruleScopes = ['every', 'leg', 'hour', 'day'] as const;
export type RuleScope = (typeof ruleScopes)[number];
/** Who receives its notices: its user, the users of its company, everyone who may see the message. */
const ruleOwners = ['user', 'company', 'all'] as const;
export type RuleOwner = (typeof ruleOwners)[number];

/** Minutes of the local day. `to` before `from` = over midnight. Days: 0 = Sunday, the day on which the time begins. */
const minuteOfDay = z.int().check(z.minimum(0), z.maximum(24 * 60 - 1));
export const quietHours = z.object({
  from: minuteOfDay,
  to: minuteOfDay,
  days: z.array(z.int().check(z.minimum(0), z.maximum(6))).check(z.maxLength(7)),
  /** Emergencies are sent at once. */
  passEmergencies: z.boolean(),
});
export type QuietHours = z.output<typeof quietHours>;

/** `none` = not by email. `each` = one per notice. */
export const emailWays = ['none', 'each', 'hour', 'day'] as const;
export type EmailWay = (typeof emailWays)[number];

/** Ways beside the inbox, which each notice reaches. */
const ruleWays = z.object({
  push: z.boolean(),
  email: z.enum(emailWays),
  /** Ids of webhooks of the owner. */
  webhooks: z.array(z.string()).check(z.maxLength(10)),
  mqtt: z.boolean(),
});
export type RuleWays = z.output<typeof ruleWays>;

const conditions = z.array(condition).check(z.maxLength(ruleLimits.conditions));
export const ruleBody = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(ruleLimits.name)),
  owner: z.enum(ruleOwners),
  isEnabled: z.boolean(),
  all: conditions,
  not: conditions,
  scope: z.enum(ruleScopes),
  /** null = the quiet hours of each user. `none` = no quiet hours for this rule. */
  quiet: z.nullable(z.union([quietHours, z.literal('none')])),
  ways: ruleWays,
});
export type RuleBody = z.output<typeof ruleBody>;
/** What a rule says, apart from its name and owner. */
export const ruleContent = z.pick(ruleBody, { all: true, not: true, scope: true, quiet: true, ways: true });

/** `version` counts changes: a change names the one that it replaces. `pausedBecause` = too many hits, or who owned it left. */
export const rule = z.extend(ruleBody, {
  id: z.string(),
  version: z.number(),
  /** Whether the caller may change it. */
  isOwn: z.boolean(),
  by: z.string(),
  pausedAt: z.nullable(instant.schema),
  pausedBecause: nullableText,
  /** Hits of the last 7 days that the caller may see. */
  hits: z.number(),
  lastHitAt: z.nullable(instant.schema),
});
export type Rule = z.output<typeof rule>;
export const ruleChange = z.extend(ruleBody, { version: z.int().check(z.minimum(0)) });

/**
 * Why a rule cannot be stored. `at` = index in `all` or `not`, null = the rule as a whole. A refused `addRule` or `changeRule` has them as `errors`, named
 * `all.0`, `not.2` or `rule`.
 */
const ruleFault = z.object({ part: z.enum(['all', 'not', 'rule']), at: nullableNumber, reason: z.string() });
export type RuleFault = z.output<typeof ruleFault>;

/** A trial on the newest stored rows of the caller. `faults` = refused: nothing was counted. */
export const trial = z.object({
  faults: z.array(ruleFault),
  rows: z.number(),
  /** The oldest row read. */
  since: z.nullable(instant.schema),
  /** False: the time of 10 s ended first. */
  isWhole: z.boolean(),
  hits: z.number(),
  /** Notices after scope and coalescing. */
  notices: z.number(),
  days: z.array(z.object({ day: z.string(), hits: z.number() })),
  first: z.array(
    z.object({
      at: instant.schema,
      tail: nullableText,
      flight: nullableText,
      words: z.string(),
      /** End of the quiet hours in which it falls. */
      heldUntil: z.nullable(instant.schema),
    }),
  ),
  /** Conditions that stored rows cannot answer, such as a silence: stated beside the count. */
  untried: z.array(z.string()),
});
export type Trial = z.output<typeof trial>;

/** Whether a way can work on this server, and what to use instead. */
const wayState = z.object({ canWork: z.boolean(), reason: nullableText });
export const waysState = z.object({ push: wayState, email: wayState, webhook: wayState, mqtt: wayState });
export type WaysState = z.output<typeof waysState>;
