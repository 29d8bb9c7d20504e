/** The trail of one aircraft with every second, decoded from packed minutes of all receivers. */
import type { TrailPoint } from '../../contract/entities/map.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import { HttpError } from '../http/api-error.ts';
import { altitudeFtOf } from '../map/frame-report.ts';
import { ofOneTransmitter } from '../map/two-places.ts';
import { decodeRaw, lateMs } from './raw/read-raw.ts';
import { receiverPlaces } from './receiver-places.ts';

const longestMs = 3_600_000;

type RawTrailRequest = {
  readonly icao: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly repairs: boolean;
};

/** Oldest first: the first position of each second. All frames of all receivers in this range are decoded. @throws HttpError 400 */
export async function rawTrail(db: Pick<Database, 'query'>, request: RawTrailRequest): Promise<TrailPoint[]> {
  const { fromMs, toMs, repairs } = request;
  const icao = request.icao.trim().toLowerCase();
  if (!/^[0-9a-f]{6}$/.test(icao)) throw new HttpError(400, 'Enter an address of 6 hexadecimal digits.');
  if (!(toMs > fromMs && toMs - fromMs <= longestMs))
    throw new HttpError(400, 'A trail of all frames is up to 1 hour long.');
  const points = new Map<string, TrailPoint & { readonly atMs: number }>();
  const receivers = await receiversOf(db, fromMs, toMs);
  const places = await receiverPlaces(db, receivers);
  for (const station of receivers) {
    const place = places.get(station) ?? null;
    for await (const row of decodeRaw(db, { station, fromMs, toMs, icao, place, repairs })) {
      const { lat, lon, timestamp } = row;
      if (lat === null || lon === null || timestamp === null) continue;
      const at = writeInstant(timestamp * 1000);
      const known = points.get(at);
      if (known && known.atMs <= timestamp) continue;
      points.set(at, { lat, lon, at, altitudeFt: altitudeFtOf(row), atMs: timestamp });
    }
  }
  const inOrder = [...points.values()]
    .map((point) => ({ ...point, atMs: point.atMs * 1000 }))
    .sort((one, other) => one.atMs - other.atMs);
  return ofOneTransmitter(inOrder).map(({ lat, lon, at, altitudeFt }) => ({ lat, lon, at, altitudeFt }));
}

async function receiversOf(db: Pick<Database, 'query'>, fromMs: number, toMs: number): Promise<string[]> {
  const rows = await db.query<{ receiver: string }>(
    `select distinct receiver from adsb_raw where minute >= to_timestamp($1) and minute < to_timestamp($2) order by 1`,
    [(fromMs - lateMs) / 1000, (toMs + lateMs) / 1000],
  );
  return rows.map(({ receiver }) => receiver);
}
