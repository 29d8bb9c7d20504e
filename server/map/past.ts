/** Aircraft of a past range, from stored ADS-B positions: some of each, read by time and bounded. Own file: the replay has its own limits (decision 19). */
import type { PastAircraft, PositionKind } from '../../contract/entities/map.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Box } from '../base/geometry.ts';
import type { Query } from '../database/pool.ts';
import { HttpError } from '../http/api-error.ts';
import { type CompanyMarks, companyMarks, companySql } from '../messages/company-sql.ts';
import { Values } from '../query/filter-sql.ts';
import { altitudeFtOf, icaoOfRow, kindOf } from './frame-report.ts';
import { placeOf, rounded } from './report.ts';
import { ofOneTransmitter } from './two-places.ts';

const longestPastMs = 6 * 3_600_000;
/** Positions of an aircraft: one per step. */
const steps = 32;
/** Rows read of a step: the newest, in which each aircraft in range occurs. */
const maxRowsOfStep = 3000;
const maxAircraft = 1500;
const maxNames = 20_000;

type PastRequest = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly box: Box;
  /** null = all messages. */
  readonly company: string | null;
};
type Row = {
  readonly icao: string;
  readonly atMs: number;
  readonly lat: number;
  readonly lon: number;
  readonly altitude: number | null;
  readonly altUnit: string | null;
  readonly altInfo: string | null;
  readonly controlField: string | null;
};

/** Newest position last, as in a trail. @throws HttpError 400 */
export async function pastOf(db: Query, request: PastRequest): Promise<PastAircraft[]> {
  const { fromMs, toMs, box } = request;
  if (!(toMs > fromMs && toMs - fromMs <= longestPastMs))
    throw new HttpError(400, 'A past range of the map must not exceed 6 hours.');
  const marks = await companyMarks(db, request.company);
  const stepMs = Math.ceil((toMs - fromMs) / steps);
  const placed = new Values();
  const number = (value: number): string => placed.add(value, 'double precision');
  const within = [
    'icao is not null and lat is not null and lon is not null',
    `lat between ${number(box.south)} and ${number(box.north)}`,
    `(${box.spans.map(([west, east]) => `lon between ${number(west)} and ${number(east)}`).join(' or ')})`,
    ...companySql(marks, 'adsb', placed),
  ];
  // A select for each step: a limit within a join is refused by a distributed database (decision 3).
  const bound = (ms: number): string => placed.add(writeInstant(Math.min(ms, toMs)), 'timestamptz');
  const ofStep = (n: number): string => `
    (select ${n} as step, upper(icao) as icao, adsb_date_time as at, id, lat, lon, altitude, alt_unit, alt_info, control_field
     from adsb where adsb_date_time >= ${bound(fromMs + n * stepMs)} and adsb_date_time < ${bound(fromMs + (n + 1) * stepMs)}
       and ${within.join(' and ')}
     order by adsb_date_time desc, id desc limit ${maxRowsOfStep})`;
  const rows = await db.query<Row>(
    `select distinct on (step, icao) icao, extract(epoch from at)::float8 * 1000 as "atMs", lat, lon,
       altitude, alt_unit as "altUnit", alt_info as "altInfo", control_field as "controlField"
     from (${Array.from({ length: steps }, (_, n) => ofStep(n)).join(' union all ')}) newest
     order by step, icao, at desc, id desc`,
    placed.list,
  );
  const byIcao = new Map<string, PastAircraft['points']>();
  /** Of the newest position. */
  const kinds = new Map<string, PositionKind>();
  for (const row of rows) {
    const place = placeOf(row.lat, row.lon);
    if (!place) continue;
    const points = byIcao.get(row.icao) ?? [];
    points.push([rounded(place.lat, 4), rounded(place.lon, 4), Math.round(row.atMs / 1000), altitudeFtOf(row)]);
    byIcao.set(row.icao, points);
    kinds.set(row.icao, kindOf(row));
  }
  const newest = (points: PastAircraft['points']): number => points.at(-1)?.[2] ?? 0;
  const shown = [...byIcao].sort(([, a], [, b]) => newest(b) - newest(a)).slice(0, maxAircraft);
  for (const track of shown) track[1] = pointsOfOne(track[1]);
  const names = await callsignsOf(
    db,
    request,
    marks,
    shown.map(([icao]) => icao),
  );
  return shown.map(([icao, points]) => ({
    icao: icaoOfRow(icao) ?? icao,
    callsign: names.get(icao) ?? null,
    positionKind: kinds.get(icao) ?? null,
    points,
  }));
}

function pointsOfOne(points: PastAircraft['points']): PastAircraft['points'] {
  return ofOneTransmitter(points.map((point) => ({ lat: point[0], lon: point[1], atMs: point[2] * 1000, point }))).map(
    ({ point }) => point,
  );
}

/** Newest callsign of the range. */
async function callsignsOf(
  db: Query,
  { fromMs, toMs }: PastRequest,
  marks: CompanyMarks | null,
  shown: readonly string[],
): Promise<Map<string, string>> {
  const values = new Values();
  const conditions = [
    `adsb_date_time >= ${values.add(writeInstant(fromMs), 'timestamptz')}`,
    `adsb_date_time < ${values.add(writeInstant(toMs), 'timestamptz')}`,
    'identification is not null and icao is not null',
    ...companySql(marks, 'adsb', values),
  ];
  const rows = await db.query<{ icao: string; name: string }>(
    `select distinct on (icao) icao, name from (
       select upper(icao) as icao, trim(identification) as name, adsb_date_time as at, id from adsb
       where ${conditions.join(' and ')}
       order by adsb_date_time desc, id desc limit ${maxNames}) named
     where icao = any(${values.add(shown, 'text[]')}) and name <> '' order by icao, at desc, id desc`,
    values.list,
  );
  return new Map(rows.map(({ icao, name }) => [icao, name]));
}
