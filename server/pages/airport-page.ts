/** The page of one airport, cached for a minute (decision 16). */
import type { Api } from '../../contract/api.ts';
import { dayMs, hourMs } from '../../contract/durations.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { type AirportPage, placeRows } from '../../contract/entities/places.ts';
import { writeInstant } from '../../contract/params.ts';
import { type Joined, joinReceptions } from '../../decoder/join-receptions.ts';
import { movementLabels } from '../../decoder/movement-texts.ts';
import { clock } from '../base/clock.ts';
import { distanceNmi } from '../base/geometry.ts';
import { ShortCache } from '../base/short-cache.ts';
import type { Query } from '../database/pool.ts';
import { HttpError } from '../http/api-error.ts';
import { companyOfMessages } from '../http/company-scope.ts';
import type { Context } from '../http/guard.ts';
import { CompanyRules } from '../map/company-view.ts';
import type { View } from '../map/positions.ts';
import { acarsColumns } from '../messages/acars-columns.ts';
import { tailKeySql } from '../messages/aircraft-match-sql.ts';
import { companyMarks, companySql } from '../messages/company-sql.ts';
import { fieldsSql } from '../messages/message-page.ts';
import { Values } from '../query/filter-sql.ts';
import { acarsTable } from '../query/message-tables.ts';
import { type AirportFacts, airportByIcao } from '../reference/airports.ts';
import { type Approaching, airportTraffic } from './airport-traffic.ts';
import { aircraftAround, type Near, type Sources, wireAircraft } from './near-aircraft.ts';
import { type Reception, wireRowsOf } from './overview.ts';

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
const minKt = 100;

export function makeAirportPageHandler(sources: Sources): Handlers<Api['places'], Context>['airport'] {
  const pages = new AirportPages(sources);
  return ({ path, ...context }) => pages.read(path.icao, companyOfMessages(context));
}

class AirportPages {
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
      messages: await wireRowsOf(eachOnce(joined).slice(0, placeRows)),
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
        const isMoving = groundSpeedKt !== null && groundSpeedKt >= minKt;
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

// ---- Messages of 24 hours that name an airport: labels that can, by the index of the labels, then their texts.

/** Labels with a movement, a destination, an ATIS or a weather request. */
const labels = [...new Set([...movementLabels, 'A9', 'B9', '5U'])].filter((one) => one !== 'H1');
/** Labels whose texts name airports by their IATA code. Three letters occur in other texts by chance. */
const iataLabels = ['4T', 'RA'];
const { time } = acarsTable;
/** Messages whose text is read, the newest. H1 is frequent and names airports in flight plans only, which matter for hours. */
const maxTexts = 20_000;
const maxPlans = 5000;
const maxFound = 2000;

type AirportReception = Reception & { readonly icao: string | null };
type AirportMessages = {
  readonly receptions: readonly AirportReception[];
  /** Epoch ms: the oldest text read. null = all of 24 hours. */
  readonly sinceMs: number | null;
};

const { acarsDateTime, stationId, tail, flight, label, msgno, blockId, text, aggregatedText, icao, meaning } =
  acarsColumns;
const fields = fieldsSql({
  acarsDateTime,
  stationId,
  tail,
  flight,
  label,
  msgno,
  blockId,
  text,
  aggregatedText,
  icao,
  meaning,
});

/** Newest first. `company` = only its messages. null = all. */
async function airportMessages(
  db: Query,
  codes: { readonly icao: string; readonly iata: string | null },
  company: string | null,
  now: number,
): Promise<AirportMessages> {
  const values = new Values();
  const own = companySql(await companyMarks(db, company), 'acars', values);
  const [from, to] = [now - dayMs, now].map((ms) => values.add(new Date(ms), 'timestamptz'));
  const window = `${time} >= ${from} and ${time} <= ${to}`;
  const whole = `coalesce("aggregatedText", text)`;
  const named = [
    `strpos(${whole}, ${values.add(codes.icao, 'text')}) > 0`,
    ...(codes.iata === null
      ? []
      : [
          `label = any(${values.add(iataLabels, 'text[]')}) and strpos(${whole}, ${values.add(codes.iata, 'text')}) > 0`,
        ]),
  ];
  const newest = (ofLabel: string, limit: number): string =>
    `select ${fields}, id::text as id, ${time} as page_time, id as page_id from acars
     where ${[window, ofLabel, ...own].join(' and ')} order by ${time} desc, acars.id desc limit ${limit}`;
  const [row] = await db.query<{ found: AirportReception[]; since: Date | null }>(
    `with movements as materialized (${newest(`label = any(${values.add(labels, 'text[]')})`, maxTexts)}),
     plans as materialized (${newest(`label = 'H1'`, maxPlans)})
     select (select min(page_time) from movements having count(*) = ${maxTexts}) as since,
       coalesce((select json_agg(r) from (
         select * from (select * from movements union all select * from plans) t
         where ${named.join(' or ')} order by page_time desc, page_id desc limit ${maxFound}) r), '[]') as found`,
    values.list,
  );
  return { receptions: row?.found ?? [], sinceMs: row?.since?.getTime() ?? null };
}
