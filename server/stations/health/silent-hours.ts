/** Notes why stations were silent, hour by hour (`silent_hour`): status reports go with their retention, the calendar stays. */
import { hourMs } from '../../../contract/durations.ts';
import { feedTypes } from '../../../contract/entities/station-health.ts';
import type { Database } from '../../database/pool.ts';
import { slotsOfServer } from '../../statistics/band.ts';
import * as store from './known-stations.ts';
import { byStation } from './known-stations.ts';
import { hoursSeen, weekFromOf } from './station-facts.ts';
import { hourReasonOf } from './station-reasons.ts';
import { periodsOf, reportedHours } from './station-week.ts';

const slotMs = 600_000;
/** Messages and reports of these hours may still arrive. */
const openHours = 3;
/** Stations judged at once. */
const atOnce = 50;
/** A type that a station fed within this time is usual. */
const usualForMs = 30 * 24 * hourMs;

type SilentHour = { readonly id: number; readonly hour: number; readonly type: string; readonly reason: string };
type Hours = { readonly from: number; readonly to: number; readonly now: number };

/** Records and messages of earlier hours may be imported. */
const weekEveryMs = 6 * hourMs;

/** To be called every few minutes. The first two calls judge the last week (a demo is filled meanwhile), later ones mostly the newest hours. */
export class SilentHours {
  readonly #db: Database;
  #notedTo = 0;
  #weekDueAt = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  async note(now: number, ending?: AbortSignal): Promise<void> {
    const to = Math.floor(now / hourMs) * hourMs;
    const week = weekFromOf(now);
    const isWeek = now >= this.#weekDueAt;
    const from = isWeek ? week : Math.max(week, this.#notedTo - openHours * hourMs);
    const stations = await store.knownStations(this.#db, { feederId: null, company: null, stationId: null });
    const server = await slotsOfServer(this.#db, { fromMs: from, toMs: to });
    const wasOff = (hour: number): boolean =>
      server.firstMs !== null &&
      hour > server.firstMs &&
      [0, 1, 2, 3, 4, 5].every((slot) => !server.ran.has(hour + slot * slotMs));
    for (let at = 0; at < stations.length; at += atOnce) {
      if (ending?.aborted) return;
      const some = stations.slice(at, at + atOnce);
      await this.#write(
        some.map(({ id }) => id),
        await this.#judge(some, { from, to, now }, wasOff),
        { from, to, now },
      );
    }
    if (isWeek) this.#weekDueAt = this.#notedTo === 0 ? now : now + weekEveryMs;
    this.#notedTo = to;
  }

  async #judge(
    stations: readonly store.KnownStation[],
    { from, to, now }: Hours,
    wasOff: (hour: number) => boolean,
  ): Promise<SilentHour[]> {
    const ids = stations.map(({ id }) => id);
    const [usual, fed, reports, sizes, signs] = await Promise.all([
      store.typesSince(this.#db, ids, { from: now - usualForMs, to: now }),
      store.fedHours(this.#db, ids, from),
      store.reportsSince(this.#db, ids, from),
      store.frameSizeHours(this.#db, ids, from),
      store.lastSigns(this.#db, ids),
    ]);
    const [usualOf, fedOf, reportsOf, sizesOf] = [
      byStation(usual),
      byStation(fed),
      byStation(reports),
      byStation(sizes),
    ];
    const silent: SilentHour[] = [];
    for (const { id } of stations) {
      const types = usualOf.get(id) ?? [];
      if (types.length === 0) continue;
      const reported = reportsOf.get(id) ?? [];
      const keyLostAt = signs.find((one) => one.id === id)?.keyLostAt ?? null;
      const read = { fed: fedOf.get(id) ?? [], sizes: sizesOf.get(id) ?? [], keyLostAt };
      const seenAt = hoursSeen(read, reportedHours(periodsOf(reported)), () => false);
      for (let hour = from; hour < to; hour += hourMs) {
        const seen = seenAt(hour);
        for (const { type, firstAt } of types) {
          if (hour < firstAt || !feedTypes.includes(type) || seen.slots[type] > 0) continue;
          const reason = wasOff(hour) ? 'serverOff' : hourReasonOf(seen, type, reported.length > 0);
          if (reason !== null) silent.push({ id, hour, type, reason });
        }
      }
    }
    return silent;
  }

  #write(ids: readonly number[], silent: readonly SilentHour[], { from, to }: Hours): Promise<void> {
    return this.#db.transaction(async (tx) => {
      await tx.query('delete from silent_hour where station_record_id = any($1) and hour >= $2 and hour < $3', [
        ids,
        new Date(from),
        new Date(to),
      ]);
      await tx.query(
        `insert into silent_hour (station_record_id, hour, message_type, reason)
         select s.* from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[]) as s (id, hour, message_type, reason)
         join stations on stations.id = s.id on conflict do nothing`,
        [
          silent.map(({ id }) => id),
          silent.map(({ hour }) => new Date(hour)),
          silent.map(({ type }) => type),
          silent.map(({ reason }) => reason),
        ],
      );
    });
  }
}
