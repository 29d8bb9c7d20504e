/** One aircraft: facts, position, last days. */
import { type Tail, tailDays, tailSlotMs } from '../../contract/entities/tail.ts';
import { writeInstant } from '../../contract/params.ts';
import { deriveFlights } from '../../decoder/derive-flights.ts';
import { type LegEnds, sightingsOf, type TailFrames, tailParts } from '../../decoder/tail-parts.ts';
import type { Database } from '../database/pool.ts';
import type { CompanyRules } from '../map/company-view.ts';
import type { Positions } from '../map/positions.ts';
import { companyMarks } from '../messages/company-sql.ts';
import { linkOfAircraft } from '../messages/count-link-events.ts';
import { type FlightAirport, findAirports } from '../reference/flights/flight-airports.ts';
import { endsOf } from '../reference/flights/flight-facts.ts';
import { allStationNames } from '../statistics/station-names.ts';
import { oneTrack } from './one-track.ts';
import { readFrames } from './read-frames.ts';
import { type Reception, readMessages } from './read-messages.ts';
import { type WhichAircraft, whichAircraft } from './which-aircraft.ts';

type TailSources = { readonly db: Database; readonly positions: Positions; readonly rules: CompanyRules };
type TailRequest = {
  /** idKey of the id. */
  readonly key: string;
  readonly days: number;
  /** null = all messages. */
  readonly company: string | null;
  readonly nowMs: number;
};

const dayMs = 24 * 3_600_000;
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
