/** Receivers of the server: settings and those added on the screen (decision 8). */
import * as z from 'zod/mini';
import { instant, nullableText } from '../kinds.ts';
import { receiverKinds } from '../receiver-kinds.ts';

export const receiverBody = z.object({
  kind: z.enum(receiverKinds),
  host: z.string().check(z.maxLength(300)),
  port: z.number(),
  /** Number of a station, or a receiver name that a station has claimed. Absent or blank = none. */
  station: z.optional(z.string().check(z.maxLength(200))),
  /** Of an aircraft.json. */
  path: z.optional(z.string().check(z.maxLength(300))),
});

/** `doubtful` frames are counted in other places as well. */
const countKind = z.enum(['refused', 'leftOut', 'repeated', 'dropped', 'thinned', 'doubtful']);

export const receiver = z.object({
  /** null = set by an environment variable, read-only. */
  id: z.nullable(z.number()),
  /** Name of that variable. */
  setting: nullableText,
  kind: z.enum(receiverKinds),
  /** null = its lines name their receivers, or it has none. */
  station: nullableText,
  /** As in settings, without the station. */
  address: z.string(),
  isEnabled: z.boolean(),
  /** Username. null = a setting, or the account no longer exists. */
  addedBy: nullableText,
  addedOn: z.nullable(instant.schema),
  /** 'waiting' = no connection yet, or a port without connections. */
  state: z.enum(['connected', 'waiting', 'failed', 'paused']),
  /** Of this state. null = unknown. */
  since: z.nullable(instant.schema),
  connections: z.number(),
  /** Reason of 'failed'. */
  error: nullableText,
  lastReceived: z.nullable(instant.schema),
  /** Frames, messages or files since the start of the server, or since it was added. */
  received: z.number(),
  lastMinute: z.number(),
  counts: z.array(z.object({ kind: countKind, reason: z.string(), count: z.number() })),
});
export type Receiver = z.output<typeof receiver>;

/** A destination of what is received (setting FORWARD). taken = sent + repeated + too long + dropped + waiting. */
export const forwardDestination = z.object({
  address: z.string(),
  /** Open now: 0 or 1, or many of a port that serves. */
  connections: z.number(),
  /** Of this state. */
  since: instant.schema,
  lastSent: z.nullable(instant.schema),
  /** Why there is no connection, or why datagrams fail. */
  error: z.nullable(z.string()),
  /** Lines or frames for this destination. A port that serves counts them for each connection. */
  taken: z.number(),
  sent: z.number(),
  /** The same message of another station (option dedupe), or a frame that came back. */
  repeated: z.number(),
  /** Lines of more than 60,000 bytes are not sent by UDP, and not cut. */
  tooLong: z.number(),
  /** The oldest of a full queue, and what a lost connection did not take. */
  dropped: z.number(),
  waiting: z.number(),
});
export type ForwardDestination = z.output<typeof forwardDestination>;

export const receivers = z.object({
  asOf: instant.schema,
  /** Start of the counts. */
  since: instant.schema,
  receivers: z.array(receiver),
  /** UDP and TCP ports for decoders that are open, and the address on which they listen. */
  decoderPorts: z.array(z.object({ host: z.string(), port: z.number() })),
  /** Host of the server for other machines. null = unknown. Absent in copies of earlier versions. */
  serverHost: z.optional(nullableText),
  /** The same for the app and its API. null = they accept this machine only. */
  appHost: z.optional(nullableText),
  /** In the order of the setting. Absent in copies of earlier versions. */
  forward: z.optional(z.array(forwardDestination)),
});
export type Receivers = z.output<typeof receivers>;

/** Nothing is stored, and only counts of the content are returned. */
export const receiverTest = z.object({
  /** Connected. For a listener: the port is free. */
  isReachable: z.boolean(),
  /** Why not. */
  reason: nullableText,
  /** By the first bytes. null = nothing was received, or an unknown protocol. */
  format: z.nullable(z.enum(['beast', 'avr', 'sbs', 'json', 'aircraft.json'])),
  bytes: z.number(),
  /** Frames, messages or aircraft. */
  count: z.number(),
});
export type ReceiverTest = z.output<typeof receiverTest>;
