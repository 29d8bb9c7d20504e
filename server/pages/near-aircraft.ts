/** Current aircraft by their distance from a place, as visible to the caller. */
import type { NearAircraft } from '../../contract/entities/places.ts';
import { writeInstant } from '../../contract/params.ts';
import { boxOf, distanceNmi, type Place } from '../base/geometry.ts';
import type { Query } from '../database/pool.ts';
import type { AircraftState } from '../map/aircraft-state.ts';
import type { Positions, View } from '../map/positions.ts';
import type { Messages } from '../messages/messages.ts';

/** A position older than this is not current. */
const liveMs = 60_000;
const nmiPerDegree = 60;

export type Near = { readonly state: AircraftState; readonly distanceNmi: number };
type Around = { readonly place: Place; readonly withinNmi: number | null; readonly view: View; readonly now: number };

/** Nearest first. `withinNmi` null = at any distance. */
export function aircraftAround(positions: Positions, { place, withinNmi, view, now }: Around): Near[] {
  return positions
    .trackedIn(withinNmi === null ? boxOf({}) : boxAround(place, withinNmi), view)
    .flatMap((tracked): Near[] => {
      const state = view(tracked);
      if (!state?.placed || now - (state.placedAtMs ?? 0) > liveMs) return [];
      const distance = distanceNmi(place, state.placed);
      return withinNmi !== null && distance > withinNmi ? [] : [{ state, distanceNmi: distance }];
    })
    .sort((a, b) => a.distanceNmi - b.distanceNmi);
}

function boxAround({ lat, lon }: Place, nmi: number) {
  const high = nmi / nmiPerDegree;
  const wide = Math.min(180, high / Math.max(0.01, Math.cos((Math.min(89, Math.abs(lat) + high) * Math.PI) / 180)));
  return boxOf({ lat1: lat - high, lat2: lat + high, lon1: lon - wide, lon2: lon + wide });
}

/** With their registrations, where known. */
export async function wireAircraft(db: Query, near: readonly Near[]): Promise<NearAircraft[]> {
  const addresses = near.map(({ state }) => state.identity.icao.toLowerCase());
  const known = await db.query<{ address: string; tail: string }>(
    'select lower(mode_s) as address, registration as tail from aircraft where lower(mode_s) = any($1::text[])',
    [addresses],
  );
  const tails = new Map(known.map(({ address, tail }) => [address, tail]));
  return near.map(({ state, distanceNmi: distance }) => {
    const { icao, callsign, lat, lon, angle, altitudeFt, isOnGround } = state.location();
    return {
      icao,
      tail: tails.get(icao.toLowerCase()) ?? null,
      callsign,
      lat,
      lon,
      angle,
      altitudeFt,
      isOnGround,
      seenAt: writeInstant(state.placedAtMs ?? 0),
      distanceNmi: Math.round(distance * 10) / 10,
    };
  });
}

/** What the pages read. */
export type Sources = { readonly messages: Messages; readonly positions: Positions };
