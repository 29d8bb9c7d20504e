/**
 * What was received, counted in the transaction that stores it: hours of receivers, and the farthest place of each direction (migration 0019).
 * Must not: know a table of messages, or count a duplicate (its caller has left those out).
 */
import { foldCase } from '../../../contract/filters.ts';
import type { Database, Transaction } from '../../database/pool.ts';

export type MessageType = 'ACARS' | 'VDLM2' | 'HFDL' | 'ADSB';
/** `receiver` = as it was sent, '' = no name. `at` = a written instant, UTC. */
export type Reception = {
  readonly receiver: string;
  readonly at: string;
  readonly messageType: MessageType;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly isDemo: boolean;
};

/** What the link of an ACARS message counts as. */
export const messageTypeOf = (link: string | null): MessageType =>
  link === 'VDLM2' || link === 'HFDL' ? link : 'ACARS';

type Hour = {
  readonly receiver: string;
  readonly hour: string;
  readonly messageType: MessageType;
  readonly isDemo: boolean;
  spelling: string;
  messages: number;
  /** Bit n = its slot n of ten minutes. */
  slots: number;
  lastAt: string;
};
/** Places that were heard of, by the position of their hour in the list of hours. */
type Heard = { readonly hour: number[]; readonly lat: number[]; readonly lon: number[] };

/** Few hours a batch; its last statements, since others that hear the same receivers wait for their end. */
export async function countReceptions(tx: Transaction, receptions: Iterable<Reception>): Promise<void> {
  const { hours, heard } = hoursOf(receptions);
  if (hours.length === 0) return;
  // Whoever counts again (recount_receptions) is not in between.
  for (const isDemo of new Set(hours.map((hour) => hour.isDemo)))
    await tx.query(`select pg_advisory_xact_lock_shared(hashtext('receptions are counted'), $1)`, [Number(isDemo)]);
  await addCounts(tx, hours, heard);
}

/** Plain loops over texts: this runs for each of thousands of messages. */
function hoursOf(receptions: Iterable<Reception>): { hours: Hour[]; heard: Heard } {
  const places = new Map<string, number>();
  const hours: Hour[] = [];
  const heard: Heard = { hour: [], lat: [], lon: [] };
  for (const { receiver, at, messageType, lat, lon, isDemo } of receptions) {
    const hourText = at.slice(0, 13);
    const key = `${messageType} ${hourText} ${isDemo} ${receiver}`;
    let place = places.get(key);
    if (place === undefined) {
      place = hours.length;
      places.set(key, place);
      const hour = `${hourText.replace(' ', 'T')}:00:00Z`;
      const blank = { spelling: receiver, messages: 0, slots: 0, lastAt: at };
      hours.push({ receiver: foldCase(receiver), hour, messageType, isDemo, ...blank });
    }
    const one = hours[place] as Hour;
    one.messages++;
    one.slots |= 1 << Number(at[14]);
    if (at > one.lastAt) one.lastAt = at;
    if (lat === null || lon === null || messageType === 'HFDL') continue;
    heard.hour.push(place + 1);
    heard.lat.push(lat);
    heard.lon.push(lon);
  }
  return { hours, heard };
}

/**
 * Hours and ranges in one statement. In the order of their keys, as every writer: nobody waits in a circle. Two spellings of one receiver are one
 * row. Most places are nearer than one that is known: those write nothing.
 */
async function addCounts(tx: Transaction, hours: readonly Hour[], { hour, lat, lon }: Heard): Promise<void> {
  await tx.query(
    `with hour as materialized (
       select * from unnest($1::text[], $2::timestamptz[], $3::text[], $4::boolean[], $5::text[], $6::int[], $7::smallint[], $8::timestamptz[])
         with ordinality as h (receiver, hour, message_type, is_demo, spelling, messages, slots, last_at, at)),
     counted as (
       insert into rx_hour (receiver, hour, message_type, is_demo, spelling, messages, slots, last_at)
       select receiver, hour, message_type, is_demo, max(spelling), sum(messages), bit_or(slots), max(last_at)
       from hour group by 1, 2, 3, 4 order by receiver collate "C", hour, message_type collate "C", is_demo
       on conflict (receiver, hour, message_type, is_demo) do update set spelling = excluded.spelling,
         messages = rx_hour.messages + excluded.messages, slots = rx_hour.slots | excluded.slots,
         last_at = greatest(rx_hour.last_at, excluded.last_at)),
     place as materialized (
       select h.*, p.latitude, p.longitude
       from hour h join receiver_station r on r.receiver = h.receiver collate "C", station_place_at(r.station_record_id, h.hour) p),
     heard as (
       select p.receiver, p.hour, p.message_type, p.is_demo, bearing_deg(p.latitude, p.longitude, s.lat, s.lon) as bearing_deg,
         great_circle_nmi(p.latitude, p.longitude, s.lat, s.lon) as nmi
       from unnest($9::int[], $10::float8[], $11::float8[]) as s (at, lat, lon) join place p using (at)),
     farthest as (
       select receiver, hour, message_type, is_demo, bearing_deg, max(nmi) as nmi
       from heard where nmi <= farthest_possible_nmi() group by 1, 2, 3, 4, 5)
     insert into range_hour (receiver, hour, message_type, is_demo, bearing_deg, farthest_nmi)
     select f.* from farthest f where not exists (
       select from range_hour k where k.receiver = f.receiver collate "C" and k.hour = f.hour and k.message_type = f.message_type collate "C"
         and k.is_demo = f.is_demo and k.bearing_deg = f.bearing_deg and k.farthest_nmi >= f.nmi)
     order by f.receiver collate "C", f.hour, f.message_type collate "C", f.is_demo, f.bearing_deg
     on conflict (receiver, hour, message_type, is_demo, bearing_deg)
       do update set farthest_nmi = greatest(range_hour.farthest_nmi, excluded.farthest_nmi)`,
    [
      hours.map(({ receiver }) => receiver),
      hours.map(({ hour }) => hour),
      hours.map(({ messageType }) => messageType),
      hours.map(({ isDemo }) => isDemo),
      hours.map(({ spelling }) => spelling),
      hours.map(({ messages }) => messages),
      hours.map(({ slots }) => slots),
      hours.map(({ lastAt }) => lastAt),
      numbers(hour),
      numbers(lat),
      numbers(lon),
    ],
  );
}

/** The driver would look at each for characters that need quotes. */
const numbers = (values: readonly number[]): string => `{${values.join(',')}}`;

/**
 * Counts the hours from one instant to another again, out of the messages that are there now: where some were taken away.
 * `receivers` = names in small letters, null = all.
 */
export async function recountReceptions(
  db: Pick<Database, 'query'>,
  span: { readonly from: string; readonly to: string; readonly isDemo: boolean },
  receivers: readonly string[] | null = null,
): Promise<void> {
  await db.query('select recount_receptions($1, $2, $3, $4)', [span.from, span.to, span.isDemo, receivers]);
}

/**
 * Of names whose station was moved, or that belong to another one now: what they heard, measured from where their station stands
 * (docs/decisions/0026). Letter case does not matter. A day in a transaction of its own, so that nobody waits long; done again it comes to the same.
 */
export async function recountReceivers(db: Database, names: readonly string[]): Promise<void> {
  const receivers = names.map(foldCase);
  const days = await db.query<{ day: string; isDemo: boolean }>(
    `select distinct to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, is_demo as "isDemo" from rx_hour
     where receiver = any($1) order by 1, 2`,
    [receivers],
  );
  for (const { day, isDemo } of days)
    await db.transaction(async (tx) => {
      await tx.query('set local statement_timeout = 0');
      const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();
      await recountReceptions(tx, { from: `${day}T00:00:00Z`, to: next, isDemo }, receivers);
    });
}
