/**
 * Publishes the messages that this server stores. Storing never waits for it: while the broker is away, the newest wait in memory. Own file: the
 * queue in front of the broker.
 */
import type { AcarsMessage } from '../../../contract/entities/messages.ts';
import { clock } from '../../base/clock.ts';
import type { MqttConfig } from './mqtt-config.ts';
import { MqttLine, type RetryLimits } from './mqtt-line.ts';

const limits = { items: 10_000, bytes: 4_194_304 } as const;
/** Not confirmed by the broker yet. */
const maxInFlight = 100;
/** Older ones are imported, or were received long ago. */
const maxAgeSeconds = 3600;

type Item = { readonly topic: string; readonly payload: Buffer };
type Parts = {
  readonly config: MqttConfig;
  /** After each connection (null) and each end of one. */
  readonly onState: (reason: string | null) => void;
  readonly retries?: RetryLimits;
};

export class MessageFeed {
  readonly #topic: string;
  readonly #line: MqttLine;
  /** In order. The first ones are in flight. */
  readonly #items = new Map<number, Item>();
  #bytes = 0;
  #added = 0;
  /** Number of the next one to send. */
  #next = 0;
  #inFlight = 0;
  /** Of the connection: results of an earlier one change nothing. */
  #round = 0;
  sent = 0;
  dropped = 0;

  constructor({ config, onState, retries }: Parts) {
    this.#topic = `${config.topic}/messages`;
    const events = {
      onOpen: () => {
        this.#round++;
        this.#inFlight = 0;
        this.#next = this.#first();
        onState(null);
        this.#send();
      },
      onClosed: onState,
    };
    this.#line = new MqttLine(config, events, undefined, retries);
  }

  get waiting(): number {
    return this.#items.size;
  }

  take(rows: readonly AcarsMessage[]): void {
    const since = clock.now() / 1000 - maxAgeSeconds;
    for (const row of rows) if ((row.timestamp ?? 0) >= since) this.#add(row);
    this.#send();
  }

  stop(): Promise<void> {
    return this.#line.stop();
  }

  #add(row: AcarsMessage): void {
    const item = { topic: `${this.#topic}/${levelOf(row.stationId)}`, payload: Buffer.from(jsonOf(row)) };
    this.#items.set(this.#added++, item);
    this.#bytes += item.payload.length;
    while (this.#items.size > limits.items || this.#bytes > limits.bytes) {
      this.#remove(this.#first());
      this.dropped++;
    }
  }

  #first(): number {
    const { value } = this.#items.keys().next();
    return value ?? this.#added;
  }

  #remove(at: number): boolean {
    this.#bytes -= this.#items.get(at)?.payload.length ?? 0;
    return this.#items.delete(at);
  }

  #send(): void {
    while (this.#line.isOpen && this.#inFlight < maxInFlight && this.#next < this.#added) {
      const at = this.#next++;
      const item = this.#items.get(at);
      if (!item) continue;
      const round = this.#round;
      this.#inFlight++;
      this.#line.publish({ ...item, isSure: true }).then(
        () => {
          if (this.#remove(at)) this.sent++;
          if (round !== this.#round) return;
          this.#inFlight--;
          this.#send();
        },
        // Sent again with the next connection.
        () => {},
      );
    }
  }
}

/** A part of a topic. Names of receivers are any text: wildcards and separators are escaped. */
export const levelOf = (name: string | null): string =>
  name ? encodeURIComponent(name.replaceAll(/\p{Cs}/gu, '\uFFFD')) : 'unknown';

/** Without fields that are empty. */
const jsonOf = (row: AcarsMessage): string =>
  JSON.stringify(row, (_name, value: unknown) => (value === null ? undefined : value));
