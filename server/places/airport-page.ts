/** The page of one airport, cached for a minute. */
import { type AirportPage, placeRows } from '../../contract/entities/places.ts';
import { writeInstant } from '../../contract/params.ts';
import { type Joined, joinReceptions } from '../../decoder/join-receptions.ts';
import { clock } from '../base/clock.ts';
import { distanceNmi } from '../base/geometry.ts';
import { ShortCache } from '../base/short-cache.ts';
import { HttpError } from '../http/api-error.ts';
import { CompanyRules } from '../map/company-view.ts';
import type { View } from '../map/positions.ts';
import { tailKeySql } from '../messages/aircraft-match-sql.ts';
import { wireRowOf } from '../overview/wire.ts';
import { type AirportFacts, airportByIcao } from '../reference/airports.ts';
import { type AirportReception, airportMessages } from './airport-messages.ts';
import { type Approaching, airportTraffic } from './airport-traffic.ts';
import { aircraftAround, type Near, wireAircraft } from './near-aircraft.ts';
import type { Sources } from './sources.ts';

const pageMs = 60_000;
const maxPages = 300;
/** Movements of a busy airport received in a day. */
const maxMovements = 60;
const presentNmi = 3;
const aroundNmi = 60;
const maxAround = 60;
/** Without a position, an announced aircraft is expected this long. */
const unseenMs = 4 * 3_600_000;
/** Slower, a distance does not determine the time. */
const leastKt = 100;
const hourMs = 3_600_000;

export class AirportPages {
  readonly #sources: Sources;
  readonly #rules: CompanyRules;
  readonly #pages = new ShortCache<AirportPage>({ maxAgeMs: pageMs, max: maxPages });

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#rules = new CompanyRules(sources.messages);
  }

  /** `company` = only its messages and aircraft. null = all. @throws HttpError 404 */
  async read(icao: string, company: string | null): Promise<AirportPage> {
    const airport = await airportByIcao(this.#sources.messages, icao.trim());
    if (!airport) throw new HttpError(404, 'This airport does not exist.');
    return this.#pages.respond(JSON.stringify([airport.icao, company]), () => this.#page(airport, company));
  }

  async #page(airport: AirportFacts, company: string | null): Promise<AirportPage> {
    const now = clock.now();
    const { messages, positions } = this.#sources;
    const { icao, iata } = airport;
    const [{ receptions, sinceMs }, view] = await Promise.all([
      airportMessages(messages, { icao, iata }, company, now),
      this.#rules.viewOf(company),
    ]);
    const joined = joinReceptions(receptions);
    const traffic = airportTraffic(joined.map(trafficMessage), [icao, ...(iata === null ? [] : [iata])], now);
    const near = aircraftAround(positions, { place: airport, withinNmi: aroundNmi, view, now });
    const isOnGround = ({ state }: Near): boolean => state.location().isOnGround === true;
    const present = near.filter((one) => isOnGround(one) && one.distanceNmi <= presentNmi);
    const airborne = near.filter((one) => !isOnGround(one));
    return {
      asOf: writeInstant(now),
      ...airport,
      arrived: traffic.arrived.slice(0, maxMovements),
      departed: traffic.departed.slice(0, maxMovements),
      approaching: await this.#approaching(traffic.approaching, { airport, view, now }),
      present: await wireAircraft(messages, present.slice(0, maxAround)),
      around: await wireAircraft(messages, airborne.slice(0, maxAround)),
      atis: atisOf(joined, icao),
      messages: eachOnce(joined).slice(0, placeRows).map(wireRowOf),
      since: sinceMs === null ? null : writeInstant(sinceMs),
    };
  }

  /** Announced aircraft with their positions. One on the ground here has arrived, one not seen for hours is unknown. */
  async #approaching(
    announced: readonly Approaching[],
    { airport, view, now }: { readonly airport: AirportFacts; readonly view: View; readonly now: number },
  ): Promise<AirportPage['approaching']> {
    const newest = announced.slice(0, 2 * placeRows);
    const addresses = await this.#addressesOf(newest);
    return newest
      .flatMap(({ tail, flight, from, reportedAt, ...one }): AirportPage['approaching'] => {
        const icao = one.icao ?? addresses.get(tail ?? '') ?? null;
        const tracked = icao === null ? null : this.#sources.positions.of(icao);
        const state = tracked && view(tracked);
        const common = { tail, flight, from, icao, reportedAt: writeInstant(reportedAt) };
        if (!state?.placed)
          return now - reportedAt < unseenMs ? [{ ...common, expectedAt: null, distanceNmi: null }] : [];
        const { isOnGround, groundSpeedKt } = state.location();
        const distance = distanceNmi(airport, state.placed);
        if (isOnGround === true && distance <= presentNmi) return [];
        const isMoving = groundSpeedKt !== null && groundSpeedKt >= leastKt;
        const expectedMs = isMoving ? (state.placedAtMs ?? now) + (distance / groundSpeedKt) * hourMs : null;
        return [
          {
            ...common,
            expectedAt: expectedMs === null ? null : writeInstant(Math.max(now, expectedMs)),
            distanceNmi: Math.round(distance),
          },
        ];
      })
      .sort((a, b) => (a.expectedAt ?? '9').localeCompare(b.expectedAt ?? '9'))
      .slice(0, placeRows);
  }

  /** 24-bit addresses by tail as written in the messages. */
  async #addressesOf(aircraft: readonly Approaching[]): Promise<ReadonlyMap<string, string>> {
    const tails = aircraft.flatMap(({ tail, icao }) => (icao === null && tail !== null ? [tail] : []));
    const rows = await this.#sources.messages.query<{ tail: string; icao: string | null }>(
      `select t.tail, (select b.mode_s from aircraft b where ${tailKeySql('b.registration')} = ${tailKeySql('t.tail')}
         order by b.aircraft_id desc limit 1) as icao from unnest($1::text[]) as t (tail)`,
      [tails],
    );
    return new Map(rows.flatMap(({ tail, icao }) => (icao === null ? [] : [[tail, icao] as const])));
  }
}

const trafficMessage = ({ newest, atMs: at }: Joined<AirportReception>) => ({
  ...newest,
  at,
  text: newest.aggregatedText ?? newest.text,
});

/** Blocks of one message have its whole text: the newest represents all. */
function eachOnce(joined: readonly Joined<AirportReception>[]): Joined<AirportReception>[] {
  const seen = new Set<string>();
  return joined.filter(({ newest: { tail, label, aggregatedText } }) => {
    if (aggregatedText === null) return true;
    const key = JSON.stringify([tail, label, aggregatedText]);
    return !seen.has(key) && seen.add(key);
  });
}

/** The newest ATIS of this airport: `/LROPYXD.TI2/LROP ARR ATIS T`. */
function atisOf(joined: readonly Joined<AirportReception>[], icao: string): AirportPage['atis'] {
  for (const { newest } of joined) {
    const text = newest.aggregatedText ?? newest.text ?? '';
    if (newest.label !== 'A9' || !text.includes(`.TI2/${icao}`)) continue;
    const [, letter = null] = /\bATIS (?:INFORMATION )?([A-Z])\b/.exec(text) ?? [];
    return { id: newest.id, at: newest.acarsDateTime, letter, text, stationId: newest.stationId };
  }
  return null;
}
