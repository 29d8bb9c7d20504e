/** Notices: one event that a rule is about, for everyone whom the rule tells; and the ways on which they leave the product (decision 45). */
import * as z from 'zod/mini';
import { entityOf, type Fields, fields } from '../fields.ts';
import { between, equals } from '../filters.ts';
import {
  code,
  codeOrNull,
  flag,
  instant,
  instantOrNull,
  nullableText,
  number,
  objectOrNull,
  shortText,
  text,
  textOrNull,
} from '../kinds.ts';
import { emailWays, quietHours } from './rules.ts';

/** `seen` is of each user. `taken` and `done` are visible to all who received the notice. */
export const noticeStates = ['new', 'seen', 'taken', 'done'] as const;
export type NoticeState = (typeof noticeStates)[number];
/** What a notice is about. */
export const noticeKinds = ['message', 'fault', 'emergency', 'area', 'silent', 'count', 'arrival', 'rule'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const deliveryWays = ['push', 'email', 'webhook', 'mqtt'] as const;
export type DeliveryWay = (typeof deliveryWays)[number];
/** `waiting` = until `at`: quiet hours, a digest or the next attempt. `unknown` = begun, and the answer never came. */
const deliveryStates = ['waiting', 'sent', 'failed', 'unknown'] as const;
const delivery = z.object({
  way: z.enum(deliveryWays),
  state: z.enum(deliveryStates),
  at: instant.schema,
  /** Why it waits or failed; the name of the device or webhook. */
  reason: nullableText,
  to: nullableText,
});
export type Delivery = z.output<typeof delivery>;
const history = z.object({ what: z.enum(noticeStates), by: z.string(), at: instant.schema });

export const notice = fields({
  id: { kind: code },
  at: { kind: instant, label: 'Time', filter: between('at', 'start', 'end') },
  state: { kind: code, label: 'State', filter: equals('state') },
  /** What happened. */
  kind: { kind: code, label: 'Kind', filter: equals('kind') },
  isEmergency: { kind: flag, label: 'Emergency' },
  /** What and which aircraft: "3 new faults of D-ABCD". */
  title: { kind: text, label: 'Notice', isMono: false },
  /** Place, time in UTC, what the message says. */
  words: { kind: text, label: 'Details', isMono: false },
  tail: { kind: codeOrNull, label: 'Tail', filter: equals('tail') },
  icao: { kind: codeOrNull, label: 'ICAO' },
  flight: { kind: codeOrNull, label: 'Flight' },
  stationId: { kind: codeOrNull, label: 'Station' },
  /** Address inside the app that shows the event. */
  path: { kind: text },
  rule: { kind: textOrNull, label: 'Rule', isMono: false },
  ruleId: { kind: codeOrNull, filter: equals('ruleId') },
  /** More than one: several events became one notice. */
  hits: { kind: number, label: 'Events' },
  /** Stored later than an hour after the event: in the inbox only. */
  isLate: { kind: flag, label: 'Stored late' },
  takenBy: { kind: codeOrNull, label: 'Taken by' },
  changedAt: { kind: instantOrNull, label: 'Changed' },
  /** Of the caller's own devices and addresses. */
  deliveries: { kind: objectOrNull(z.array(delivery)) },
  history: { kind: objectOrNull(z.array(history)) },
} satisfies Fields);
export const noticeRow = entityOf(notice);

export const noticeCount = z.object({ new: z.number(), emergencies: z.number() });
/** `release` = taken no more. */
export const noticeActions = ['seen', 'take', 'release', 'done', 'reopen'] as const;
export const noticeChange = z.object({
  ids: z.array(z.string()).check(z.minLength(1), z.maxLength(500)),
  action: z.enum(noticeActions),
});

/** How this user is told. Quiet hours are local: `zone` is an IANA name. */
export const noticeSettings = z.object({
  zone: z.string().check(z.maxLength(60)),
  quiet: z.nullable(quietHours),
  /** Of station notices and ready-made rules. */
  email: z.enum(emailWays),
});
export type NoticeSettings = z.output<typeof noticeSettings>;

// ---- Devices

export const pushSubscription = z.object({
  endpoint: z.string().check(z.maxLength(1000)),
  p256dh: z.string().check(z.maxLength(200)),
  auth: z.string().check(z.maxLength(100)),
  /** Of the device, as its user knows it. */
  name: z.string().check(z.maxLength(80)),
});
const device = z.object({
  id: z.string(),
  name: z.string(),
  /** Host of the push service. */
  service: z.string(),
  addedAt: instant.schema,
  lastAt: z.nullable(instant.schema),
  /** `sent`, or why the last one was not. */
  lastResult: nullableText,
});
export const pushState = z.object({
  canWork: z.boolean(),
  reason: nullableText,
  publicKey: nullableText,
  devices: z.array(device),
});
export type PushState = z.output<typeof pushState>;
/** What the worker receives, encrypted: at most 3,000 bytes. `user` = whose store may keep it. */
export const pushPayload = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  path: z.string(),
  at: z.string(),
  isEmergency: z.boolean(),
  /** Unseen notices of the user, for the badge. */
  new: z.number(),
  user: z.string(),
});
export type PushPayload = z.output<typeof pushPayload>;

// ---- Webhooks

export const webhookLimits = { perOwner: 20 } as const;
export const webhookTemplates = ['json', 'ntfy', 'discord', 'slack', 'telegram'] as const;
export const webhookBody = z.object({
  name: shortText(80),
  url: shortText(1000),
  template: z.enum(webhookTemplates),
  owner: z.enum(['user', 'company', 'all']),
});
/** The address without its secret parts. `pausedBecause` = 20 failures in a row. */
export const webhook = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  template: z.enum(webhookTemplates),
  owner: z.enum(['user', 'company', 'all']),
  lastAt: z.nullable(instant.schema),
  lastResult: nullableText,
  pausedBecause: nullableText,
});
export type Webhook = z.output<typeof webhook>;
/** The secret of the signature, shown once. */
export const newWebhook = z.object({ webhook, secret: z.string() });
/** What a test of a way gave: `sent`, or why not. */
export const wayTest = z.object({ isSent: z.boolean(), result: z.string() });
