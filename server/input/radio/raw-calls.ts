/** The call for a trail from packed minutes, and their decoding. */

import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { Api } from '../../../contract/api.ts';
import type { Handlers } from '../../../contract/endpoint.ts';
import type { TrailPoint } from '../../../contract/entities/map.ts';
import type { AdsbMessage } from '../../../contract/entities/messages.ts';
import { foldCase } from '../../../contract/filters.ts';
import { writeInstant } from '../../../contract/params.ts';
import type { Database, Query } from '../../database/pool.ts';
import { HttpError } from '../../http/api-error.ts';
import type { Context } from '../../http/guard.ts';
import { altitudeFtOf } from '../../map/frame-report.ts';
import { ofOneTransmitter } from '../../map/two-places.ts';
import { ModeSDecoder } from '../mode-s/decode.ts';
import type { Place } from '../mode-s/geometry.ts';
import { type RawFrame, unpackFrames } from '../mode-s/raw-minute.ts';
import { rowOf } from '../mode-s/row.ts';
import type { RadioConfig } from './radio-config.ts';
import { receiverPlaces } from './receiver-places.ts';

/** An hour of 1,000 frames/s takes seconds of the server's time: one request at a time. */
export function makeRawHandlers({
  db,
  config,
}: {
  readonly db: Database;
  readonly config: { readonly radio: RadioConfig };
}): Handlers<Pick<Api['map'], 'rawTrail'>, Context> {
  let isBusy = false;
  return {
    rawTrail: async ({ query }) => {
      if (isBusy) throw new HttpError(429, 'Another trail is being decoded. Try again in a few seconds.');
      isBusy = true;
      try {
        const { icao = '', from = Number.NaN, to = Number.NaN } = query;
        return { trail: await rawTrail(db, { icao, fromMs: from, toMs: to, repairs: config.radio.repairs }) };
      } finally {
        isBusy = false;
      }
    },
  };
}

// ---- Decodes packed minutes again: every frame of any aircraft and window, also those that are no rows.

type RawWindow = {
  /** Name of the receiver. */
  readonly station: string;
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
};
type RawQuery = RawWindow & {
  /** 6 hexadecimal digits in lower case. null = all aircraft. */
  readonly icao: string | null;
  /** Position of the receiver, as when the frames were received. */
  readonly place: Place | null;
  readonly repairs: boolean;
};

/** Replies need an address that was proven up to 2 minutes before, and positions their other half. */
const warmUpMs = 120_000;
/** A frame can be in the minute after its own. */
const lateMs = 60_000;
const rowsAtOnce = 20;
const maxMinuteBytes = 16_777_216;
const inflate = promisify(inflateRaw);

/** Rows as ADSB_KEEP=all stores them, in the order of reception. Minutes that cannot be read are left out. */
export async function* decodeRaw(db: Query, query: RawQuery): AsyncGenerator<AdsbMessage> {
  const { fromMs, toMs, station, icao, place, repairs } = query;
  const decoder = new ModeSDecoder({ station: place, repairs });
  const address = icao === null ? null : Number.parseInt(icao, 16);
  for await (const frames of rawMinutes(db, { station, fromMs: fromMs - warmUpMs, toMs })) {
    for (const { bytes, timeMs, signal } of frames) {
      const decoded = decoder.decode(bytes, timeMs, signal);
      if (typeof decoded === 'string' || timeMs < fromMs || timeMs >= toMs) continue;
      if (address === null || decoded.address === address) yield rowOf(decoded, station);
    }
  }
}

/** In the order of reception. */
async function* rawMinutes(db: Query, { station, fromMs, toMs }: RawWindow): AsyncGenerator<RawFrame[]> {
  let after: [number, number] = [fromMs / 1000 - 60, 0];
  for (;;) {
    const rows = await db.query<{ minute: number; begins: number; bytes: Buffer }>(
      `select extract(epoch from minute)::float8 as minute, extract(epoch from begins_at)::float8 as begins, bytes
       from adsb_raw where receiver = $1 and minute < to_timestamp($2) and (minute, begins_at) > (to_timestamp($3), to_timestamp($4))
       order by minute, begins_at limit ${rowsAtOnce}`,
      [foldCase(station), (toMs + lateMs) / 1000, ...after],
    );
    for (const { minute, begins, bytes } of rows) {
      after = [minute, begins];
      yield await framesOf(minute * 1000, bytes);
    }
    if (rows.length < rowsAtOnce) return;
  }
}

async function framesOf(minuteMs: number, bytes: Buffer): Promise<RawFrame[]> {
  try {
    return unpackFrames(minuteMs, await inflate(bytes, { maxOutputLength: maxMinuteBytes }));
  } catch {
    return [];
  }
}

// ---- The trail of one aircraft with every second, decoded from packed minutes of all receivers.

const longestMs = 3_600_000;

type RawTrailRequest = {
  readonly icao: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly repairs: boolean;
};

/** Oldest first: the first position of each second. All frames of all receivers in this range are decoded. @throws HttpError 400 */
export async function rawTrail(db: Query, request: RawTrailRequest): Promise<TrailPoint[]> {
  const { fromMs, toMs, repairs } = request;
  const icao = request.icao.trim().toLowerCase();
  if (!/^[0-9a-f]{6}$/.test(icao)) throw new HttpError(400, 'Enter an address of 6 hexadecimal digits.');
  if (!(toMs > fromMs && toMs - fromMs <= longestMs))
    throw new HttpError(400, 'A trail of all frames must not exceed 1 hour.');
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

async function receiversOf(db: Query, fromMs: number, toMs: number): Promise<string[]> {
  const rows = await db.query<{ receiver: string }>(
    `select distinct receiver from adsb_raw where minute >= to_timestamp($1) and minute < to_timestamp($2) order by 1`,
    [(fromMs - lateMs) / 1000, (toMs + lateMs) / 1000],
  );
  return rows.map(({ receiver }) => receiver);
}
