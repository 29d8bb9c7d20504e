/** The fault ledger: what aircraft reported, per aircraft and leg, and the state that maintenance gives a fault (decision 44). */
import * as z from 'zod/mini';
import { entityOf, type Fields, fields } from '../fields.ts';
import { between, contains, equals, isOfChapters, range } from '../filters.ts';
import {
  code,
  codeOrNull,
  flag,
  instant,
  instantOrNull,
  nullableText,
  number,
  requestInstant,
  text,
  textOrNull,
} from '../kinds.ts';

export const faultStates = ['open', 'deferred', 'closed'] as const;
export type FaultStateName = (typeof faultStates)[number];

/** Legs of the strip. */
export const stripLegs = 10;
/** A character per leg of the strip, oldest first. */
export const stripSigns = {
  warning: 'w',
  hard: 'h',
  intermittent: 'i',
  /** Reported, without hard or intermittent. */
  reported: 'r',
  /** Messages received, the fault not reported. */
  flown: '.',
  /** No message received. */
  silent: '-',
} as const;

export const faultLimits = { note: 500, identity: 500, tail: 20, tailEvents: 2000 } as const;

/** One fault of one aircraft: all its events. `last` and `first` = when it happened, else when it was received. */
export const fault = fields({
  state: { kind: code, label: 'State', filter: equals('state') },
  tail: { kind: code, label: 'Tail', filter: equals('tail') },
  chapter: { kind: codeOrNull, label: 'ATA', filter: isOfChapters('chapter'), meaning: 'ATA chapter' },
  ata: { kind: codeOrNull, label: 'ATA reference', filter: equals('ata') },
  name: { kind: text, label: 'Fault', filter: contains('name'), isMono: true },
  source: { kind: codeOrNull, label: 'Source', filter: equals('source'), meaning: 'Reporting system or part' },
  strip: { kind: code, label: 'Last 10 legs' },
  legs: {
    kind: number,
    label: 'Legs',
    filter: range('legs'),
    meaning: 'Legs of which a report of the fault was received',
  },
  first: { kind: instant, label: 'First' },
  last: { kind: instant, label: 'Last', filter: between('last', 'start', 'end') },
  stations: { kind: number, label: 'Stations', meaning: 'Stations that received it' },
  receptions: { kind: number, label: 'Receptions' },
  persistence: {
    kind: codeOrNull,
    label: 'Persistence',
    filter: equals('persistence'),
    meaning: 'Of the newest report',
  },
  what: { kind: code, label: 'Kind', filter: equals('what') },
  /** The newest values. */
  class: { kind: codeOrNull, label: 'Class', meaning: 'As in the text' },
  severity: { kind: codeOrNull, label: 'Severity' },
  phase: { kind: codeOrNull, label: 'Phase' },
  inferred: { kind: textOrNull, label: 'Inferred', meaning: 'Values that the format does not document', isMono: false },
  note: { kind: textOrNull, label: 'Note', isMono: false },
  setBy: { kind: codeOrNull, label: 'State set by' },
  setAt: { kind: instantOrNull, label: 'State set at' },
  /** Received again after it was closed: `state` is open. */
  isAgain: { kind: flag, label: 'Again after closing' },
  /** With the tail it names the fault. */
  identity: { kind: code },
} satisfies Fields);
export const faultRow = entityOf(fault);

/** What the state of a fault was set to. `version` counts changes: 0 = never set. */
export const faultState = z.object({
  state: z.enum(faultStates),
  note: z.string(),
  by: z.string(),
  at: instant.schema,
  version: z.number(),
});
export type FaultState = z.output<typeof faultState>;

/** `version` = of the state that the change replaces. `at` = when it was set, perhaps without a network. */
export const faultStateBody = z.object({
  tail: z.string().check(z.minLength(1), z.maxLength(faultLimits.tail)),
  identity: z.string().check(z.minLength(1), z.maxLength(faultLimits.identity)),
  state: z.enum(faultStates),
  note: z.string().check(z.maxLength(faultLimits.note)),
  at: requestInstant,
  version: z.int().check(z.minimum(0)),
});

/** `isStored` false: another change came first, and nothing was changed. `state` = as on the server now. */
export const faultStateResult = z.object({ isStored: z.boolean(), state: z.nullable(faultState) });

/** One report of a fault. Receptions of it are counted. */
const faultEvent = z.object({
  at: instant.schema,
  /** False: the text has no time of the fault, `at` is the reception. */
  isTimed: z.boolean(),
  flight: nullableText,
  what: z.string(),
  persistence: nullableText,
  phase: nullableText,
  class: nullableText,
  severity: nullableText,
  inferred: z.array(z.string()),
  impacted: z.array(z.string()),
  stations: z.number(),
  receptions: z.number(),
  firstReceived: instant.schema,
  lastReceived: instant.schema,
  /** The first message that reports it. */
  messageId: nullableText,
});
export type FaultEvent = z.output<typeof faultEvent>;

const tailFault = z.object({
  identity: z.string(),
  chapter: nullableText,
  ata: nullableText,
  name: z.string(),
  source: nullableText,
  state: z.nullable(faultState),
  /** Different stations of all events. */
  stations: z.number(),
  /** Newest first. */
  events: z.array(faultEvent),
});
export type LedgerFault = z.output<typeof tailFault>;

/** Faults of one aircraft, newest first. Its legs are those of the aircraft page. */
export const faultLedger = z.object({
  asOf: instant.schema,
  /** As in its messages. null = no faults of such an aircraft. */
  tail: nullableText,
  faults: z.array(tailFault),
  /** Older events that are not in the response. */
  olderEvents: z.number(),
});
export type FaultLedger = z.output<typeof faultLedger>;

/** What the chips and bars above the list count: faults of the window without other filters. */
export const faultCounts = z.object({
  asOf: instant.schema,
  aircraft: z.number(),
  states: z.object({ open: z.number(), deferred: z.number(), closed: z.number() }),
  /** Of three legs or more. */
  threeLegs: z.number(),
  hard: z.number(),
  warnings: z.number(),
  chapters: z.array(z.object({ chapter: z.string(), faults: z.number() })),
});
export type FaultCounts = z.output<typeof faultCounts>;
