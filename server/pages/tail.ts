/** The page of one aircraft (decision 16): facts, position, last days. Its scope is that of the caller's raw list. */

import { tailKey } from '../../contract/airline-code.ts';
import type { Api } from '../../contract/api.ts';
import { dayMs, minuteMs } from '../../contract/durations.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { acarsMeaning } from '../../contract/entities/messages.ts';
import { type Tail, type TailPoint, tailDays, tailSlotMs } from '../../contract/entities/tail.ts';
import { foldCase } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import { deriveFlights } from '../../decoder/derive-flights.ts';
import type { DialogueMessage } from '../../decoder/dialogue.ts';
import { joinReceptions } from '../../decoder/join-receptions.ts';
import { placeOf } from '../../decoder/sightings.ts';
import { type LegEnds, sightingsOf, type TailFrames, type TailReception, tailParts } from '../../decoder/tail-parts.ts';
import { clock } from '../base/clock.ts';
import { ShortCache } from '../base/short-cache.ts';
import type { Database, Query } from '../database/pool.ts';
import { companyOfMessages } from '../http/company-scope.ts';
import type { Context } from '../http/guard.ts';
import type { AircraftState } from '../map/aircraft-state.ts';
import { CompanyRules } from '../map/company-view.ts';
import type { Positions } from '../map/positions.ts';
import { ofOneTransmitter } from '../map/two-places.ts';
import { acarsColumns } from '../messages/acars-columns.ts';
import { tailKeySql } from '../messages/aircraft-match-sql.ts';
import { type CompanyMarks, companyMarks, companySql } from '../messages/company-sql.ts';
import { linkOfAircraft } from '../messages/link-events.ts';
import { kindsAndWords } from '../messages/meanings/row-meanings.ts';
import { fieldsSql } from '../messages/message-page.ts';
import { Values } from '../query/filter-sql.ts';
import { acarsTable, adsbTable } from '../query/message-tables.ts';
import { endsOf } from '../reference/flights/flight-facts.ts';
import { altitudeFtSql, type FlightAirport, findAirports, groundSql } from '../reference/flights/flights.ts';
import { allStationNames } from '../statistics/station-query.ts';

export function makeTailHandlers({
  db,
  positions,
}: {
  readonly db: Database;
  readonly positions: Positions;
}): Pick<Handlers<Api['tail'], Context>, 'one'> {
  const rules = new CompanyRules(db);
  const cached = new ShortCache<Tail>({ maxAgeMs: 30_000, max: 100 });
  return {
    one: async ({ path, query, ...context }) => {
      const request = { key: idKey(path.id), days: query.days ?? 1, company: companyOfMessages(context) };
      return cached.respond(JSON.stringify(request), () =>
        readTail({ db, positions, rules }, { ...request, nowMs: clock.now() }),
      );
    },
  };
}

export type TailSources = { readonly db: Database; readonly positions: Positions; readonly rules: CompanyRules };
type TailRequest = {
  /** idKey of the id. */
  readonly key: string;
  readonly days: number;
  /** null = all messages. */
  readonly company: string | null;
  readonly nowMs: number;
};

const noLink = { events: [], total: 0 };
/** Clocks of receivers differ. */
const aheadMs = 60_000;

export async function readTail(sources: TailSources, { key, days, company, nowMs }: TailRequest): Promise<Tail> {
  const { db, positions, rules } = sources;
  const [which, marks, view, names] = await Promise.all([
    whichAircraft(db, key),
    companyMarks(db, company),
    rules.viewOf(company),
    allStationNames(db, company),
  ]);
  const stationOf = new Map(names.flatMap(({ stationId, receivers }) => receivers.map((name) => [name, stationId])));
  const fromMs = Math.floor((nowMs - days * dayMs) / tailSlotMs) * tailSlotMs;
  const toMs = nowMs + aheadMs;
  const receptions = await readMessages(db, { of: which, marks, fromMs: nowMs - tailDays * dayMs, toMs });
  const address = which.address ?? addressIn(receptions);
  const [frames, link] =
    address === null
      ? [[], noLink]
      : await Promise.all([
          readFrames(db, { address, marks, fromMs, toMs }),
          linkOfAircraft(db, { address, marks, fromMs, toMs }),
        ]);
  const tracked = address === null ? null : positions.of(address);
  const state = tracked && view(tracked);
  const isSeen = receptions.length > 0 || frames.length > 0 || link.total > 0 || state !== null;
  // A company without any message of an aircraft gets nothing of it.
  const known = company === null || isSeen ? which.known : null;
  const sightings = [...sightingsOf(receptions), ...frames.map(({ sighting }) => sighting)];
  const flights = deriveFlights(sightings.sort((a, b) => a.atMs - b.atMs));
  const airports = await findAirports(
    db,
    flights,
    which.known?.operatorIata ?? null,
    which.known?.operatorIcao ?? null,
  );
  const ends = flights.map((flight, at): LegEnds => {
    const found = airports[at];
    if (!found) return flight;
    const { from, to, divertedTo } = endsOf(found, flight.hasLanded);
    return {
      from: codeOf(from) ?? flight.from,
      to: codeOf(to) ?? flight.to,
      endedAt: divertedTo === null ? null : (codeOf(divertedTo) ?? flight.endedAt),
    };
  });
  const parts = tailParts({ receptions, frames, flights, ends, stationOf, fromMs, nowMs });
  return {
    asOf: writeInstant(nowMs),
    days,
    registration: known?.registration ?? receptions.find(({ tail }) => tail)?.tail ?? null,
    address: known || isSeen ? (address?.toUpperCase() ?? null) : null,
    aircraft: known && factsOf(known),
    now: state?.placed ? JSON.parse(state.toJson()) : null,
    from: writeInstant(fromMs),
    adsb: slotsOf(frames, fromMs, nowMs),
    link,
    ...parts,
    track: oneTrack(parts.track, state),
  };
}

const codeOf = (airport: FlightAirport | null): string | null => airport?.airportIcao ?? airport?.airportIata ?? null;

const addressIn = (receptions: readonly Reception[]): string | null =>
  receptions.find(({ icao }) => /^[0-9a-f]{6}$/i.test(icao ?? ''))?.icao?.toLowerCase() ?? null;

function factsOf(known: NonNullable<WhichAircraft['known']>): Tail['aircraft'] {
  const { aircraftId, typeCode, aircraftType, serialNumber, manufactureDate } = known;
  const { airlineName, airlineIata, airlineIcao } = known;
  return {
    ...{ aircraftId, typeCode, aircraftType, serialNumber, manufactureDate },
    ...{ airlineName, airlineIata, airlineIcao },
  };
}

/** 1 = a frame in the slot. */
function slotsOf(frames: readonly TailFrames[], fromMs: number, nowMs: number): string {
  const receivedSlots = new Set<number>();
  for (const { sighting } of frames)
    for (const ms of [sighting.atMs, sighting.untilMs]) receivedSlots.add(Math.floor((ms - fromMs) / tailSlotMs));
  const slots = Math.ceil((nowMs - fromMs) / tailSlotMs);
  return Array.from({ length: slots }, (_, slot) => (receivedSlots.has(slot) ? '1' : '0')).join('');
}

// ---- The path of one aircraft without the positions of another transmitter with its address.

/** Altitudes without a position stay. `state` = current position, null = none. */
function oneTrack(track: readonly TailPoint[], state: AircraftState | null): TailPoint[] {
  const placed = track.flatMap((point) => {
    const [atS, , lat, lon] = point;
    return lat === null || lon === null ? [] : [{ lat, lon, atMs: atS * 1000, point }];
  });
  const now = state?.placed ? { ...state.placed, atMs: state.placedAtMs ?? 0 } : null;
  const own = new Set(ofOneTransmitter(placed, now, state?.isDoubtful).map(({ point }) => point));
  return track.filter((point) => own.has(point) || point[2] === null || point[3] === null);
}

// ---- ADS-B frames of one aircraft, a few of each slot: the whole axis is covered, however many receivers there are.

/** Limit of one response. */
export const maxFrames = 20_000;

type FramesRequest = {
  /** In lower case. */
  readonly address: string;
  readonly marks: CompanyMarks | null;
  readonly fromMs: number;
  readonly toMs: number;
};

type FrameRow = {
  readonly first: number;
  readonly last: number;
  readonly ground: boolean | null;
  readonly identification: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly alt: number | null;
  readonly stations: readonly string[];
};

/** Shorter slots on a short axis: takeoff and landing are two minutes precise. */
const slotMsOf = (spanMs: number): number => (spanMs <= 1.1 * dayMs ? 2 * minuteMs : 10 * minuteMs);

/** Receivers write the address in upper or lower case. */
export function framesSql({ address, marks, fromMs, toMs }: FramesRequest): { sql: string; values: unknown[] } {
  const { name, time } = adsbTable;
  const slotMs = slotMsOf(toMs - fromMs);
  const perSlot = Math.floor(maxFrames / Math.ceil((toMs - fromMs) / slotMs));
  const endMs = fromMs + (Math.floor((toMs - fromMs) / slotMs) + 1) * slotMs;
  const values = new Values();
  const from = values.add(writeInstant(fromMs), 'timestamptz');
  const window = `${time} >= ${from} and ${time} < ${values.add(writeInstant(endMs), 'timestamptz')}`;
  const isItsAddress = `icao = any(${values.add([address.toUpperCase(), address], 'text[]')})`;
  const own = [isItsAddress, ...companySql(marks, name, values)].join(' and ');
  const slot = `floor(extract(epoch from ${time} - ${from}) / ${slotMs / 1000})`;
  return {
    sql: `with frames as materialized (
        select * from (
          select extract(epoch from ${time})::float8 as at, id, ${groundSql} as ground, station_id,
            upper(trim(identification)) as identification, lat, lon, ${altitudeFtSql} as alt_ft,
            row_number() over (partition by ${slot} order by ${time}, id) as place
          from ${name} where ${window} and ${own}) numbered
        where place <= ${perSlot})
      select min(at) as first, max(at) as last, ground, max(identification) as identification,
        ${['lat', 'lon', 'alt_ft'].map((field) => `(array_agg(${field} order by at, id) filter (where ${isPlaced}))[1] as ${field.replace('_ft', '')}`).join(', ')},
        array(select distinct unnest(array_agg(lower(station_id)) filter (where station_id <> ''))) as stations
      from frames group by floor(at / 60), ground`,
    values: values.list,
  };
}
const isPlaced = 'lat is not null and lon is not null';

export async function readFrames(db: Query, request: FramesRequest): Promise<TailFrames[]> {
  const { sql, values } = framesSql(request);
  const rows = await db.query<FrameRow>(sql, values);
  return rows.map((row) => ({
    sighting: {
      atMs: row.first * 1000,
      untilMs: row.last * 1000,
      flight: null,
      callSign: row.identification === '' ? null : row.identification,
      isOnGround: row.ground,
      place: placeOf(row.lat, row.lon, row.alt, row.ground === true),
      reported: null,
    },
    stations: row.stations,
  }));
}

// ---- Which aircraft the id of a page means: a registration, otherwise a 24-bit address.

type KnownFacts = {
  readonly aircraftId: number;
  readonly registration: string | null;
  readonly address: string | null;
  readonly typeCode: string | null;
  readonly aircraftType: string | null;
  readonly serialNumber: string | null;
  readonly manufactureDate: string | null;
  readonly airlineName: string | null;
  readonly airlineIata: string | null;
  readonly airlineIcao: string | null;
  readonly operatorIata: string | null;
  readonly operatorIcao: string | null;
};
type WhichAircraft = {
  /** In lower case. The forms of the registration that messages contain. */
  readonly tails: readonly string[];
  /** In lower case. null = unknown. */
  readonly address: string | null;
  /** null = not on record. */
  readonly known: KnownFacts | null;
};

/** The key of an id: equal ids are one aircraft. */
export const idKey = (id: string): string => foldCase(id.trim()).replace(/^\.+/, '');
const isAddress = (key: string): boolean => /^[0-9a-f]{6}$/.test(key);

const facts = `a.aircraft_id::float8 as "aircraftId", nullif(a.registration, '') as registration, a.mode_s as address,
  a.type_code as "typeCode", a.aircraft_type as "aircraftType", a.serial_number as "serialNumber",
  to_char(a.manufacture_date, 'YYYY-MM-DD') as "manufactureDate",
  coalesce(l.airline_name, a.operator_name) as "airlineName", coalesce(l.iata, a.operator_iata) as "airlineIata",
  coalesce(l.icao, a.operator_icao) as "airlineIcao", a.operator_iata as "operatorIata", a.operator_icao as "operatorIcao"`;

/** `key` = idKey of the id. */
async function whichAircraft(db: Query, key: string): Promise<WhichAircraft> {
  const find = async (condition: string, value: string): Promise<KnownFacts | null> => {
    const [found] = await db.query<KnownFacts>(
      `select ${facts} from aircraft a left join airlines l on l.airline_id = a.airline_id
       where ${condition} = $1 collate "C" order by a.aircraft_id desc limit 1`,
      [value],
    );
    return found ?? null;
  };
  const byTail = await find(tailKeySql('a.registration'), tailKey(key) ?? '');
  const known = byTail ?? (isAddress(key) ? await find('lower(a.mode_s)', key) : null);
  const registration = foldCase(known?.registration ?? '');
  const forms = [key, registration].flatMap((tail) => [tail, tail.replaceAll('-', '')]);
  return {
    tails: [...new Set(forms)].filter((tail) => tail !== ''),
    address: known?.address ? foldCase(known.address) : !byTail && isAddress(key) ? key : null,
    known,
  };
}

// ---- ACARS messages of one aircraft, newest first.

/** Receptions of 15 days of one aircraft at busy receivers. */
const maxReceptions = 5000;
/** Longest text that is described. */
const textStart = 4000;

const { acarsDateTime, stationId, tail, flight, error, label, msgno, blockId, dsta } = acarsColumns;
const { lat, lon, alt, isOnground, type, icao } = acarsColumns;
const columns = {
  ...{ acarsDateTime, stationId, tail, flight, error, label, msgno, blockId, dsta, lat, lon, alt, isOnground },
  ...{ type, icao },
};
type Reception = TailReception & { readonly icao: string | null };

type MessagesRequest = {
  readonly of: Pick<WhichAircraft, 'tails' | 'address'>;
  readonly marks: CompanyMarks | null;
  readonly fromMs: number;
  readonly toMs: number;
  /** With the facts of meanings: of few messages. */
  readonly hasFacts?: true;
};

/**
 * One index for the registration, one for the address. Not limited where it filters: with a limit the planner may read every
 * message in order of time, in search of few.
 */
export function messagesSql({ of, marks, fromMs, toMs, hasFacts }: MessagesRequest): {
  sql: string;
  values: unknown[];
} {
  const { name, time } = acarsTable;
  const values = new Values();
  const own = [
    `${time} >= ${values.add(writeInstant(fromMs), 'timestamptz')}`,
    `${time} <= ${values.add(writeInstant(toMs), 'timestamptz')}`,
    ...companySql(marks, name, values),
  ].join(' and ');
  const rowsBy = (isIt: string): string =>
    `select ${time} as found_time, ${name}.id as found_id, ${name}.id::text as id, ${fieldsSql(columns)},
       left(text, ${textStart}) as text, left(aggregated_text, ${textStart}) as "aggregatedText",
       ${hasFacts ? 'meaning' : `meaning - 'facts' || '{"facts":{}}' as meaning`}
     from ${name} where ${isIt} and ${own}`;
  const isTail = `lower(tail) = any(${values.add(of.tails, 'text[]')})`;
  const isAddress =
    of.address === null
      ? null
      : `lower(icao) = ${values.add(of.address, 'text')} collate "C" and (${isTail}) is not true`;
  const names = ['id', ...Object.keys(columns), 'text', 'aggregatedText', 'meaning'].map((field) => `"${field}"`);
  return {
    sql: `with found as materialized (${[isTail, isAddress]
      .flatMap((isIt) => isIt ?? [])
      .map(rowsBy)
      .join(' union all ')})
      select ${names.join(', ')} from found order by found_time desc, found_id desc limit ${maxReceptions}`,
    values: values.list,
  };
}

async function readMessages(db: Query, request: MessagesRequest): Promise<Reception[]> {
  const { sql, values } = messagesSql(request);
  const rows = await db.query<Reception>(sql, values);
  const read = await kindsAndWords(rows);
  return rows.map((row, at) => ({ ...row, meaning: read[at] ?? null }));
}

type FactsRequest = Omit<MessagesRequest, 'of' | 'hasFacts'> & {
  /** idKey of the id. */
  readonly key: string;
  /** As the page has it: an aircraft that is not on record has that of its messages. */
  readonly address: string | null;
};

/** What its messages state, newest first. Damaged ones and those that are not decoded yet are left out. */
export async function readFacts(db: Query, { key, address, ...request }: FactsRequest): Promise<DialogueMessage[]> {
  const which = await whichAircraft(db, key);
  const of = { tails: which.tails, address: which.address ?? address?.toLowerCase() ?? null };
  const { sql, values } = messagesSql({ ...request, of, hasFacts: true });
  const rows = await db.query<Omit<Reception, 'meaning'> & { readonly meaning: unknown }>(sql, values);
  return joinReceptions(rows).flatMap(({ newest, atMs, receivers }) => {
    const meaning = acarsMeaning.meaning.tolerant(newest.meaning);
    if (!meaning || meaning.facts.isDamaged || (newest.error ?? 0) > 0) return [];
    return { id: newest.id, atMs, words: meaning.words, facts: meaning.facts, heardBy: receivers.size };
  });
}
