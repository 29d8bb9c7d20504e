/** Rules of all users, compiled, in the memory of this server: read again within 1 s after a change (decision 45). */
import { ruleContent } from '../../../contract/entities/rules.ts';
import type { Query } from '../../database/pool.ts';
import { Asked, type CompiledRule, compileRule, isLive, isPeriodic, type StoredRule } from './compiled-rule.ts';
import { ReferenceLookup } from './reference-values.ts';
import type { ReferenceValues, RuleEvent } from './rule-event.ts';
import { type Match, RuleIndex } from './rule-index.ts';

const checkEveryMs = 1000;
/** Claims of receiver names, which conditions on stations follow. */
const receiversEveryMs = 60_000;

type Loaded = {
  readonly version: number;
  readonly atMs: number;
  readonly messages: RuleIndex;
  readonly live: RuleIndex;
  readonly periodic: readonly CompiledRule[];
};
const nothing: Loaded = { version: 0, atMs: 0, messages: new RuleIndex([]), live: new RuleIndex([]), periodic: [] };

export class Rules {
  #loaded = nothing;
  #checkedMs = Number.NEGATIVE_INFINITY;
  readonly #lookup = new ReferenceLookup();
  /** Expressions that were not tried on a message, since the start: its time was over. */
  skipped = 0;

  /** Rules about messages, as of the last second. */
  async messages(db: Query): Promise<RuleIndex> {
    return (await this.#current(db)).messages;
  }
  /** Rules that a live position answers: with a squawk, an emergency or an area. */
  async live(db: Query): Promise<RuleIndex> {
    return (await this.#current(db)).live;
  }
  /** Rules with a silence, a count or an arrival. Their other conditions name what it is of. */
  async periodic(db: Query): Promise<readonly CompiledRule[]> {
    return (await this.#current(db)).periodic;
  }

  /**
   * What the events match, without conditions that the database answers (`isNewFault`, `firstReceived`). Reference data is read for
   * the few that ask for it.
   */
  async match<E extends RuleEvent>(
    db: Query,
    index: RuleIndex,
    events: readonly E[],
  ): Promise<(Match & { event: E })[]> {
    if (index.size === 0 || events.length === 0) return [];
    const references = index.needsReference ? await this.#lookup.of(db, events) : null;
    const found = events.flatMap((event, at) => {
      const reference = references?.[at] ?? null;
      const asked = new Asked(event, reference);
      const candidates = index.candidates(event, reference, asked);
      return candidates.size > 0 ? [{ event, asked, candidates }] : [];
    });
    const isMissing = ({ asked, candidates }: (typeof found)[number]): boolean =>
      asked.reference === null && [...candidates].some(({ needsReference }) => needsReference);
    const missing = found.filter(isMissing);
    const read = await this.#lookup.of(
      db,
      missing.map(({ event }) => event),
    );
    const later = new Map<RuleEvent, ReferenceValues | undefined>(missing.map(({ event }, at) => [event, read[at]]));
    return found.flatMap(({ event, asked: first, candidates }) => {
      const reference = later.get(event);
      const asked = reference ? new Asked(event, reference) : first;
      const matches = [...candidates].flatMap((rule) => {
        const faults = rule.match(asked);
        return faults ? [{ rule, event, faults }] : [];
      });
      this.skipped += asked.skipped;
      return matches;
    });
  }

  /** A rule was changed on this server: the next event is matched with it. */
  changed(): void {
    this.#checkedMs = Number.NEGATIVE_INFINITY;
  }

  async #current(db: Query): Promise<Loaded> {
    const nowMs = performance.now();
    if (nowMs - this.#checkedMs < checkEveryMs) return this.#loaded;
    const [row] = await db.query<{ version: number }>('select version from watch_rules_version');
    const version = row?.version ?? 0;
    if (version !== this.#loaded.version || nowMs - this.#loaded.atMs > receiversEveryMs)
      this.#loaded = await load(db, { version, atMs: nowMs });
    this.#checkedMs = nowMs;
    return this.#loaded;
  }
}

async function load(db: Query, at: Pick<Loaded, 'version' | 'atMs'>): Promise<Loaded> {
  // A rule of a user ends with the account.
  const stored = await db.query<StoredRule>(
    `select id::text as id, owner, user_id as "userId", company, name, body from watch_rules
     where is_enabled and paused_at is null and (owner <> 'user' or user_id is not null) order by id`,
  );
  // Another version of the program may have written conditions that this one does not know: they stop no message.
  const readable = stored.filter(({ body }) => ruleContent.safeParse(body).success);
  const receivers = await receiversOf(db, readable);
  const rules = readable.map((rule) => compileRule(rule, receivers));
  const onEvents = rules.filter(({ rule }) => !isPeriodic(rule.body));
  return {
    ...at,
    messages: new RuleIndex(onEvents),
    live: new RuleIndex(onEvents.filter(({ rule }) => isLive(rule.body))),
    periodic: rules.filter(({ rule }) => isPeriodic(rule.body)),
  };
}

/** Receiver names by number of the station that claimed them, of the stations that rules name. */
export async function receiversOf(
  db: Query,
  rules: readonly Pick<StoredRule, 'body'>[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const numbers = rules.flatMap(({ body }) =>
    [...body.all, ...body.not].flatMap((one) => (one.field === 'station' ? one.values : [])),
  );
  if (numbers.length === 0) return new Map();
  const rows = await db.query<{ number: string; names: string[] }>(
    `select s.station_id as number, array_agg(lower(n.receiver_name)) as names
     from stations s join station_receiver_names n on n.station_record_id = s.id where s.station_id = any($1::text[]) group by 1`,
    [[...new Set(numbers)]],
  );
  return new Map(rows.map(({ number, names }) => [number, names]));
}
