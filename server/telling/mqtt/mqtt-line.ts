/** A connection to the broker, opened again until it is stopped. Own file: the only place that knows the library, which is loaded on demand. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { MqttClient } from 'mqtt';
import { connectSecurelyTo, connectTo, reasonOf } from '../../base/outgoing-address.ts';
import type { MqttConfig } from './mqtt-config.ts';

/** `isKept` = retained by the broker for later subscribers; an empty payload removes it. `isSure` = repeated until the broker has it (QoS 1). */
export type Publication = {
  readonly topic: string;
  readonly payload: string | Buffer;
  readonly isKept?: boolean;
  readonly isSure: boolean;
};
type Events = {
  /** Also after each later connection. */
  readonly onOpen: () => void;
  /** After a connection, or an attempt that failed. `reason` = in words, without an address. */
  readonly onClosed: (reason: string) => void;
  readonly onMessage?: (topic: string, isEmpty: boolean) => void;
};
/** Published by the broker when this connection breaks. */
type LastWill = Pick<Publication, 'topic' | 'payload'>;
export type RetryLimits = {
  readonly connectMs: number;
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
};
const usualRetries: RetryLimits = { connectMs: 10_000, firstRetryMs: 1000, longestRetryMs: 30_000 };
/** A broker that is silent for one and a half of these is gone. */
const keepaliveS = 30;
const endMs = 500;

/** The connection was lost: the broker may have the publication. */
class ConnectionLost extends Error {}

export class MqttLine {
  readonly #config: MqttConfig;
  readonly #events: Events;
  readonly #will: LastWill | undefined;
  readonly #limits: RetryLimits;
  readonly #ended = new AbortController();
  readonly #running: Promise<void>;
  /** While it is connected. */
  #client: MqttClient | null = null;
  readonly #unsettled = new Set<(error: Error) => void>();

  constructor(config: MqttConfig, events: Events, will?: LastWill, limits: RetryLimits = usualRetries) {
    this.#config = config;
    this.#events = events;
    this.#will = will;
    this.#limits = limits;
    this.#running = this.#run();
  }

  get isOpen(): boolean {
    return this.#client !== null;
  }

  /** Resolves when it was sent, or with `isSure` when the broker has it. @throws ConnectionLost */
  publish({ topic, payload, isKept = false, isSure }: Publication): Promise<void> {
    const client = this.#client;
    if (!client) return Promise.reject(new ConnectionLost());
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        this.#unsettled.delete(fail);
        reject(error);
      };
      this.#unsettled.add(fail);
      client.publish(topic, payload, { qos: isSure ? 1 : 0, retain: isKept }, (error) => {
        this.#unsettled.delete(fail);
        if (error) reject(new ConnectionLost());
        else resolve();
      });
    });
  }

  /** A broker may refuse it: then nothing is received. */
  subscribe(topics: readonly string[]): void {
    this.#client?.subscribe([...topics], { qos: 0 }, () => {});
  }

  unsubscribe(topics: readonly string[]): void {
    this.#client?.unsubscribe([...topics], () => {});
  }

  /** Ends it in order, so that the broker publishes no last will. */
  async stop(): Promise<void> {
    this.#ended.abort();
    const client = this.#client;
    if (client) {
      const isClosed = new Promise<void>((resolve) => void client.end(false, {}, () => resolve()));
      await Promise.race([isClosed, pause(endMs, null, { ref: false })]);
      // A second `end` would do nothing while the first one waits.
      client.stream.destroy();
    }
    await this.#running;
  }

  async #run(): Promise<void> {
    const { firstRetryMs, longestRetryMs } = this.#limits;
    let retryMs = firstRetryMs;
    while (!this.#ended.signal.aborted) {
      const beganMs = performance.now();
      const wasOpen = await this.#connectOnce();
      // A broker that accepts and closes at once is not called all the time.
      const wasUseful = wasOpen && performance.now() - beganMs >= longestRetryMs;
      const waitMs = wasUseful ? firstRetryMs : retryMs;
      retryMs = Math.min(waitMs * 2, longestRetryMs);
      // At random: servers that restart are not called by all at once.
      const spreadMs = waitMs * (0.75 + Math.random() / 2);
      await pause(spreadMs, null, { ref: false, signal: this.#ended.signal }).catch(() => {});
    }
  }

  /** Resolves when it is closed, to whether it was open. The library opens it once: the order of what is sent again is decided here. */
  async #connectOnce(): Promise<boolean> {
    const { MqttClient } = await import('mqtt');
    const { isSecure, host, port, username, password } = this.#config;
    const client = new MqttClient(() => (isSecure ? connectSecurelyTo : connectTo)({ host, port }), {
      protocolVersion: 4,
      clientId: `downlink-${randomBytes(6).toString('hex')}`,
      keepalive: keepaliveS,
      connectTimeout: this.#limits.connectMs,
      reconnectPeriod: 0,
      queueQoSZero: false,
      ...(username === null ? {} : { username }),
      ...(password === null ? {} : { password }),
      ...(this.#will
        ? { will: { ...this.#will, payload: Buffer.from(this.#will.payload), qos: 1, retain: true } }
        : {}),
    });
    let reason = 'the broker closed the connection';
    let wasOpen = false;
    const onAbort = (): void => {
      if (!wasOpen) client.end(true);
    };
    this.#ended.signal.addEventListener('abort', onAbort, { once: true });
    client.on('error', (error) => {
      reason = reasonOfMqtt(error);
      // A broker that refused the connection may leave it open.
      if (!wasOpen) client.end(true);
    });
    client.on('connect', () => {
      wasOpen = true;
      this.#client = client;
      this.#events.onOpen();
    });
    client.on('message', (topic, payload) => this.#events.onMessage?.(topic, payload.length === 0));
    await new Promise<void>((resolve) => client.once('close', () => resolve()));
    this.#ended.signal.removeEventListener('abort', onAbort);
    this.#client = null;
    for (const fail of [...this.#unsettled]) fail(new ConnectionLost());
    // Ends its timers.
    client.end(true);
    if (!this.#ended.signal.aborted) this.#events.onClosed(reason);
    return wasOpen;
  }
}

/** Codes of CONNACK. */
const refusals: Readonly<Record<number, string>> = {
  1: 'the broker does not support MQTT 3.1.1',
  2: 'the broker refuses the client identifier',
  3: 'the broker is not ready',
  4: 'the user or the password is wrong',
  5: 'the user is not allowed to connect',
};

function reasonOfMqtt(error: Error & { readonly code?: unknown }): string {
  if (typeof error.code === 'number') return refusals[error.code] ?? 'the broker refuses the connection';
  return error.code === undefined ? 'no answer' : reasonOf(error);
}
