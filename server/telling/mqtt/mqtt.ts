/**
 * What Downlink publishes by MQTT. Each server publishes the messages that it stores; one of them, with the post of notices, all the rest: its
 * state, stations, aircraft, notices and the documents of Home Assistant.
 */
import { hourMs, minuteMs } from '../../../contract/durations.ts';
import { writeInstant } from '../../../contract/params.ts';
import { clock, every, type Stop } from '../../base/clock.ts';
import type { Conditions } from '../../base/conditions.ts';
import type { Query } from '../../database/pool.ts';
import type { Logger } from '../../http/guard.ts';
import { type Positions, viewOfAll } from '../../map/positions.ts';
import { lastReceptionsSince } from '../../stations/last-receptions.ts';
import { silenceLimits } from '../../stations/silence-rules.ts';
import { retryNow } from '../ways/deliveries.ts';
import type { Outgoing, Sender } from '../ways/sender.ts';
import { ownFormat } from '../ways/webhook-templates.ts';
import { nodeOf, noticesEntity, type Site, stationEntities } from './home-assistant.ts';
import { MessageFeed } from './message-feed.ts';
import type { MqttConfig } from './mqtt-config.ts';
import { MqttLine, type Publication, type RetryLimits } from './mqtt-line.ts';

const stationsEveryMs = minuteMs;
const noticesEveryMs = 10_000;
const aircraftEveryMs = 1000;
/** In one publication. */
const aircraftAtOnce = 500;
/** Counted as new. */
const noticeDays = 7;
const slotMs = 10 * minuteMs;

export type MqttParts = {
  readonly db: Query;
  readonly positions: Positions;
  readonly conditions: Conditions;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly version: string;
  /** Address of the app, without a trailing slash. */
  readonly appUrl: () => string;
  readonly retries?: RetryLimits;
};
type Rows = Parameters<MessageFeed['take']>[0];
type Connection = 'messages' | 'rest';

export class Mqtt {
  readonly #config: MqttConfig;
  readonly #parts: MqttParts;
  readonly #away = new Map<Connection, string>();
  #feed: MessageFeed | null = null;
  #post: Post | null = null;

  constructor(config: MqttConfig, parts: MqttParts) {
    this.#config = config;
    this.#parts = parts;
  }

  /** Of the queue of messages. */
  get state(): { readonly waiting: number; readonly sent: number; readonly dropped: number } {
    const { waiting = 0, sent = 0, dropped = 0 } = this.#feed ?? {};
    return { waiting, sent, dropped };
  }

  /** Connects, and publishes what `take` gets from now on. */
  startFeed(): Stop {
    const { retries } = this.#parts;
    const feed = new MessageFeed({
      config: this.#config,
      onState: (reason) => this.#note('messages', reason),
      ...(retries ? { retries } : {}),
    });
    this.#feed = feed;
    return async () => {
      this.#feed = null;
      await feed.stop();
      this.#ended('messages');
    };
  }

  /** Rows of a committed batch. */
  take(rows: Rows): void {
    this.#feed?.take(rows);
  }

  startPost(): Stop {
    const post = new Post(this.#config, this.#parts, (reason) => this.#note('rest', reason));
    this.#post = post;
    return async () => {
      this.#post = null;
      await post.stop();
      this.#ended('rest');
    };
  }

  /** A notice that was sent may arrive twice if the connection breaks: its id stays the same. */
  readonly send: Sender = (outgoing, signal) =>
    this.#post?.send(outgoing, signal) ?? Promise.resolve({ kind: 'retry', reason: 'The broker is not connected.' });

  #note(which: Connection, reason: string | null): void {
    const { log } = this.#parts;
    const { dropped } = this.state;
    if (reason === null && this.#away.delete(which))
      log.info({ connection: which, dropped }, 'the MQTT broker is back');
    if (reason !== null) {
      if (!this.#away.has(which)) log.warn({ connection: which, reason }, 'the MQTT broker is unreachable');
      this.#away.set(which, reason);
    }
    this.#report();
  }

  #ended(which: Connection): void {
    this.#away.delete(which);
    this.#report();
  }

  #report(): void {
    const [reason] = this.#away.values();
    const { dropped } = this.state;
    const lost = dropped > 0 ? ` ${dropped.toLocaleString('en')} older messages were dropped.` : '';
    this.#parts.conditions.report(
      'mqtt',
      reason === undefined
        ? null
        : `The MQTT broker is unreachable: ${reason}. The newest 10,000 messages and the notices of six hours wait.${lost}`,
    );
  }
}

// ---- What one server publishes for all

class Post {
  readonly #config: MqttConfig;
  readonly #parts: MqttParts;
  readonly #line: MqttLine;
  readonly #statusTopic: string;
  readonly #ended = new AbortController();
  readonly #stops: Stop[];
  /** What the broker keeps, by topic. Published with each connection, and after each change. */
  readonly #kept = new Map<string, string>();
  /** Topics of removed stations: what an earlier start left at the broker is removed once all stations are known. */
  #isComplete = false;
  /** By address: what was published. */
  #aircraft = new Map<string, number>();
  #isSendingAircraft = false;

  constructor(config: MqttConfig, parts: MqttParts, onState: (reason: string | null) => void) {
    this.#config = config;
    this.#parts = parts;
    this.#statusTopic = `${config.topic}/status`;
    const events = {
      onOpen: () => {
        onState(null);
        this.#open();
      },
      onClosed: onState,
      onMessage: (topic: string, isEmpty: boolean) => this.#removeUnknown(topic, isEmpty),
    };
    this.#line = new MqttLine(config, events, { topic: this.#statusTopic, payload: 'offline' }, parts.retries);
    this.#stops = [
      every(stationsEveryMs, () => this.#readStations()),
      every(noticesEveryMs, () => this.#readNotices()),
      every(aircraftEveryMs, () => this.#sendAircraft()),
    ];
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    for (const stop of this.#stops) stop();
    // In order: the last will is for servers that die.
    if (this.#line.isOpen)
      void this.#publish({ topic: this.#statusTopic, payload: 'offline', isKept: true, isSure: true });
    await this.#line.stop();
  }

  async send({ id, isEmergency, hits, total }: Outgoing, signal: AbortSignal): ReturnType<Sender> {
    if (!this.#line.isOpen) return { kind: 'retry', reason: 'The broker is not connected.' };
    const sentAt = writeInstant(clock.now());
    const payload = JSON.stringify(ownFormat({ id, sentAt, isEmergency, hits, total, appUrl: this.#parts.appUrl() }));
    const isSent = await Promise.race([
      this.#line.publish({ topic: `${this.#config.topic}/notices`, payload, isSure: true }).then(
        () => true,
        () => false,
      ),
      aborted(signal),
    ]);
    await this.#readNotices().catch(() => {});
    return isSent ? { kind: 'sent' } : { kind: 'unknown', reason: 'The connection to the broker broke.' };
  }

  #open(): void {
    void this.#publish({ topic: this.#statusTopic, payload: 'online', isKept: true, isSure: true });
    for (const [topic, payload] of this.#kept) void this.#publish({ topic, payload, isKept: true, isSure: true });
    this.#aircraft.clear();
    if (this.#isComplete) this.#askForKept();
    // The database may be away: then they are sent when they are due.
    void retryNow(this.#parts.db, 'mqtt').catch(() => {});
  }

  #publish(publication: Publication): Promise<void> {
    // With the next connection all of it is published again.
    return this.#line.publish(publication).catch(() => {});
  }

  #keep(topic: string, payload: string): void {
    if (this.#kept.get(topic) === payload) return;
    this.#kept.set(topic, payload);
    void this.#publish({ topic, payload, isKept: true, isSure: true });
  }

  #remove(topic: string): void {
    this.#kept.delete(topic);
    void this.#publish({ topic, payload: '', isKept: true, isSure: true });
  }

  /** Retained topics of this installation that no station has: of stations that were removed while it did not run. */
  #askForKept(): void {
    const { topic, discovery } = this.#config;
    const ofDiscovery = discovery === null ? [] : [`${discovery}/+/${nodeOf(topic)}/+/config`];
    this.#line.subscribe([`${topic}/stations/+`, ...ofDiscovery]);
  }

  #removeUnknown(topic: string, isEmpty: boolean): void {
    if (!isEmpty && !this.#kept.has(topic)) this.#remove(topic);
  }

  async #readStations(): Promise<void> {
    const stations = await stationStates(this.#parts.db, clock.now());
    if (this.#ended.signal.aborted) return;
    const known = new Set<string>();
    const keep = (topic: string, payload: object): void => {
      known.add(topic);
      this.#keep(topic, JSON.stringify(payload));
    };
    const site = this.#site();
    const noticesTopic = this.#noticesTopic();
    known.add(noticesTopic);
    this.#keepEntities(keep, [noticesEntity(site, noticesTopic)]);
    for (const { station, place, ...state } of stations) {
      const topic = `${this.#config.topic}/stations/${station}`;
      keep(topic, { station, place, ...state });
      this.#keepEntities(keep, stationEntities(site, station, place, topic));
    }
    for (const topic of [...this.#kept.keys()]) if (!known.has(topic)) this.#remove(topic);
    if (this.#isComplete) return;
    this.#isComplete = true;
    this.#askForKept();
  }

  #keepEntities(keep: (topic: string, payload: object) => void, entities: ReturnType<typeof stationEntities>): void {
    const { discovery } = this.#config;
    if (discovery !== null) for (const { topic, config } of entities) keep(`${discovery}/${topic}`, config);
  }

  #site(): Site {
    const { version, appUrl } = this.#parts;
    return { node: nodeOf(this.#config.topic), statusTopic: this.#statusTopic, version, appUrl: appUrl() };
  }

  #noticesTopic(): string {
    return `${this.#config.topic}/notices/new`;
  }

  async #readNotices(): Promise<void> {
    const state = await newNotices(this.#parts.db, clock.now());
    if (!this.#ended.signal.aborted) this.#keep(this.#noticesTopic(), JSON.stringify(state));
  }

  /** Those that changed, and none again while the broker is slow: they are of use at once only. */
  async #sendAircraft(): Promise<void> {
    if (!this.#line.isOpen || this.#isSendingAircraft) return;
    this.#isSendingAircraft = true;
    try {
      const seen = new Map<string, number>();
      const changed: string[] = [];
      for (const tracked of this.#parts.positions.trackedIn(everywhere, viewOfAll)) {
        const mark = tracked.all.mark();
        seen.set(tracked.icao, mark);
        if (this.#aircraft.get(tracked.icao) !== mark) changed.push(tracked.all.toJson());
      }
      this.#aircraft = seen;
      const at = writeInstant(clock.now());
      for (let from = 0; from < changed.length; from += aircraftAtOnce) {
        const payload = `{"at":"${at}","aircraft":[${changed.slice(from, from + aircraftAtOnce).join(',')}]}`;
        await this.#publish({ topic: `${this.#config.topic}/aircraft`, payload, isSure: false });
      }
    } finally {
      this.#isSendingAircraft = false;
    }
  }
}

const everywhere = { south: -90, north: 90, spans: [[-180, 180]] } as const;

const aborted = (signal: AbortSignal): Promise<false> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(false);
    else signal.addEventListener('abort', () => resolve(false), { once: true });
  });

// ---- SQL

type StationState = {
  readonly station: string;
  readonly place: string | null;
  readonly state: 'feeding' | 'silent' | 'never';
  readonly isFeeding: boolean;
  readonly lastReception: string | null;
  /** ACARS, VDL2, HFDL and satellite messages of the last six whole slots of ten minutes. */
  readonly messagesPerHour: number;
};

async function stationStates(db: Query, nowMs: number): Promise<StationState[]> {
  const toMs = Math.floor(nowMs / slotMs) * slotMs;
  const rows = await db.query<{
    recordId: number;
    station: string;
    place: string | null;
    state: 'feeding' | 'silent' | null;
    knownAt: Date | null;
    messages: number;
  }>(
    `select s.id::float8 as "recordId", s.station_id as station, nullif(concat_ws(', ', s.city, s.country), '') as place, w.state,
       w.heard_at as "knownAt", coalesce(h.messages, 0)::float8 as messages
     from stations s left join station_watch w on w.station_record_id = s.id left join (
       select r.station_record_id, sum(n) as messages from rx_hour h join receiver_station r using (receiver),
         unnest(array[m0, m1, m2, m3, m4, m5]) with ordinality as of_slot (n, slot)
       where h.message_type <> 'ADSB' and h.hour >= $1::timestamptz - interval '1 hour' and h.hour < $2
         and h.hour + (slot - 1) * interval '10 minutes' >= $1 and h.hour + (slot - 1) * interval '10 minutes' < $2
       group by 1) h on h.station_record_id = s.id
     order by s.id`,
    [new Date(toMs - hourMs), new Date(toMs)],
  );
  const receptions = await lastReceptionsSince(db, nowMs - 2 * hourMs, nowMs);
  return rows.map(({ recordId, station, place, state, knownAt, messages }) => {
    const lastMs = Math.max(knownAt?.getTime() ?? 0, receptions.get(recordId) ?? 0);
    const shown = state ?? unwatched(lastMs, nowMs);
    return {
      station,
      place,
      state: shown,
      isFeeding: shown === 'feeding',
      lastReception: lastMs === 0 ? null : writeInstant(lastMs),
      messagesPerHour: messages,
    };
  });
}

/** A station is watched within a minute of its first reception. */
function unwatched(lastMs: number, nowMs: number): StationState['state'] {
  if (lastMs === 0) return 'never';
  return nowMs - lastMs < silenceLimits.shortestPauseMs ? 'feeding' : 'silent';
}

type NewNotices = { readonly new: number; readonly title: string | null; readonly at: string | null };

/** Of rules with MQTT, from the last days, that no one has taken or done. The newest as an example. */
async function newNotices(db: Query, nowMs: number): Promise<NewNotices> {
  const [row] = await db.query<{ count: number; title: string | null; at: Date | null }>(
    `select count(*)::int as count, (array_agg(h.title order by h.at desc, h.id desc))[1] as title, max(h.at) as at
     from watch_hits h join watch_rules r on r.id = h.rule_id
     where (r.body -> 'ways' ->> 'mqtt')::boolean and h.taken_by is null and h.done_by is null and h.at > $1`,
    [new Date(nowMs - noticeDays * 24 * hourMs)],
  );
  return { new: row?.count ?? 0, title: row?.title ?? null, at: row?.at ? writeInstant(row.at.getTime()) : null };
}
