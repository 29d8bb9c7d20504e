/** Decodes packed minutes again: every frame of any aircraft and window, also those that are no rows. */
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { AdsbMessage } from '../../../contract/entities/messages.ts';
import { foldCase } from '../../../contract/filters.ts';
import type { Database } from '../../database/pool.ts';
import { ModeSDecoder } from '../../mode-s/decode.ts';
import type { Place } from '../../mode-s/geometry.ts';
import { type RawFrame, unpackFrames } from '../../mode-s/raw-minute.ts';
import { rowOf } from '../../mode-s/row.ts';

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
export const lateMs = 60_000;
const rowsAtOnce = 20;
const maxMinuteBytes = 16_777_216;
const inflate = promisify(inflateRaw);

/** Rows as ADSB_KEEP=all stores them, in the order of reception. Minutes that cannot be read are left out. */
export async function* decodeRaw(db: Pick<Database, 'query'>, query: RawQuery): AsyncGenerator<AdsbMessage> {
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
async function* rawMinutes(
  db: Pick<Database, 'query'>,
  { station, fromMs, toMs }: RawWindow,
): AsyncGenerator<RawFrame[]> {
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
