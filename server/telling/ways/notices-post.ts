/** The post that gives hits to the ways and sends what is due: woken by the database, and once a second for what waited. */
import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryWay } from '../../../contract/entities/notices.ts';
import { clock, type Stop } from '../../base/clock.ts';
import { type ConnectionPlace, connectOnce, type Database } from '../../database/pool.ts';
import type { CompanyScope } from '../../http/company-scope.ts';
import type { Logger } from '../../http/guard.ts';
import { tellingChannel } from '../hits.ts';
import { countNew } from '../inbox/inbox.ts';
import { type Due, nobody, noteOutcome, readerOf, takeDue, visibleHits } from './deliveries.ts';
import { fanOut } from './fan-out.ts';
import type { Outcome, Outgoing, Sender } from './sender.ts';

const maxAtOnce = 20;
const maxPerHost = 4;
const everyMs = 1000;
/** Of one attempt. What has no answer by then is not known. */
const attemptMs = 60_000;
/** The whole shutdown has 5 s, and an email 2 s more than others. */
const endWithinMs = 1500;
const closeWithinMs = 500;

/** Of push, with the number of unseen notices. */
type PushSender = (outgoing: Outgoing, unseen: number) => Promise<Outcome>;
/** Ways that this server has. */
export type Senders = Readonly<Partial<Record<Exclude<DeliveryWay, 'push'>, Sender>>> & { readonly push?: PushSender };

type Work = {
  readonly db: Database;
  readonly senders: Senders;
  readonly companyScope: CompanyScope;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** A place for another message is free. */
  readonly onFree?: () => void;
};

export class NoticesWork {
  readonly #work: Work;
  readonly #ways: ReadonlySet<DeliveryWay>;
  readonly #underWay = new Map<Promise<void>, string>();

  constructor(work: Work) {
    this.#work = work;
    this.#ways = new Set(Object.keys(work.senders) as DeliveryWay[]);
  }

  /**
   * Gives waiting hits to their ways and begins to send what is due. Resolves when nothing more can begin now; `settled` when all of it
   * has ended.
   */
  async run(ending: AbortSignal): Promise<{ readonly settled: Promise<unknown> }> {
    const { db, companyScope } = this.#work;
    await fanOut({ db, companyScope, ways: this.#ways }, ending);
    while (!ending.aborted) {
      if (this.#underWay.size >= maxAtOnce) {
        await Promise.race(this.#underWay.keys());
        continue;
      }
      const due = await takeDue(db, this.#ways, this.#busyHosts());
      if (!due) break;
      const sending = this.#send(due, ending).finally(() => {
        this.#underWay.delete(sending);
        this.#work.onFree?.();
      });
      this.#underWay.set(sending, due.host);
    }
    return { settled: this.settled() };
  }

  settled(): Promise<unknown> {
    return Promise.all(this.#underWay.keys());
  }

  #busyHosts(): string[] {
    const counts = new Map<string, number>();
    for (const host of this.#underWay.values()) counts.set(host, (counts.get(host) ?? 0) + 1);
    return [...counts].flatMap(([host, count]) => (count >= maxPerHost ? host : []));
  }

  /** Never rejects: what has begun stays marked. */
  async #send(due: Due, ending: AbortSignal): Promise<void> {
    const { db, log } = this.#work;
    try {
      const ready = await this.#prepare(due).catch((): Outcome => notPrepared);
      const outcome =
        'kind' in ready ? ready : await ready.send(AbortSignal.any([ending, AbortSignal.timeout(attemptMs)]));
      if (outcome.kind !== 'sent' && outcome !== nobody)
        log.warn(
          { delivery: due.id, way: due.way, attempt: due.attempts, reason: outcome.reason },
          'a notice was not sent',
        );
      await noteOutcome(db, due, outcome);
    } catch (error) {
      log.error({ delivery: due.id, way: due.way, attempt: due.attempts, err: error }, 'a notice was not sent');
    }
  }

  /** Asks again who may see what. Nothing has left when this fails. */
  async #prepare(due: Due): Promise<Outcome | { readonly send: (ending: AbortSignal) => Promise<Outcome> }> {
    const { db, senders, companyScope } = this.#work;
    const reader = await readerOf(db, due);
    if (reader === null) return nobody;
    const { hits, total } = await visibleHits(db, reader, due.hitIds, companyScope);
    if (total === 0) return nobody;
    const { id, way, userId, isEmergency, attempts } = due;
    const targetId = due.deviceId ?? due.webhookId;
    const outgoing: Outgoing = { id, way, userId, targetId, hits, total, isEmergency, attempt: attempts };
    if (way !== 'push') return { send: (ending) => (senders[way] as Sender)(outgoing, ending) };
    const unseen = reader === 'everyone' ? 0 : (await countNew(db, reader, companyScope, clock.now())).new;
    return { send: () => (senders.push as PushSender)(outgoing, unseen) };
  }
}

const notPrepared: Outcome = { kind: 'retry', reason: 'The database could not be read.' };

/** Resolves to what ends it and waits for messages in transit. */
export async function startNotices(place: ConnectionPlace, work: Work): Promise<Stop> {
  const ending = new AbortController();
  let wake = new AbortController();
  const notices = new NoticesWork({ ...work, onFree: () => wake.abort() });
  const listener = new Listener(place, () => wake.abort());
  const running = (async () => {
    while (!ending.signal.aborted) {
      wake = new AbortController();
      await listener.open();
      await notices.run(ending.signal).catch((error: Error) => {
        work.log.error({ err: error }, 'notices could not be sent now');
      });
      await pause(everyMs, null, { ref: false, signal: wake.signal }).catch(() => {});
    }
  })();
  return async () => {
    ending.abort();
    wake.abort();
    // A database that is away answers later.
    const ended = running.then(() => notices.settled());
    await Promise.race([ended, pause(endWithinMs, null, { ref: false })]);
    await listener.close();
  };
}

/** A connection on which the database reports new hits. While it is lost, the second of the post remains. */
class Listener {
  readonly #place: ConnectionPlace;
  readonly #onMessage: () => void;
  #client: Awaited<ReturnType<typeof connectOnce>> | null = null;

  constructor(place: ConnectionPlace, onMessage: () => void) {
    this.#place = place;
    this.#onMessage = onMessage;
  }

  async open(): Promise<void> {
    if (this.#client) return;
    try {
      const client = await connectOnce(this.#place);
      this.#client = client;
      client.once('end', () => {
        this.#client = null;
      });
      client.on('notification', this.#onMessage);
      await client.query(`listen ${tellingChannel}`);
    } catch {
      await this.close();
    }
  }

  async close(): Promise<void> {
    const ended = this.#client?.end().catch(() => {});
    this.#client = null;
    // A lost connection is not waited for.
    await Promise.race([ended, pause(closeWithinMs, null, { ref: false })]);
  }
}
