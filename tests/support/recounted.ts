/** Statistics calculated from the raw rows, without the server's rules, tables of counts, views or functions. */
import { hourMs } from '../../contract/durations.ts';
import type { Database } from '../../server/database/pool.ts';

export type Raw = {
  readonly name: string;
  readonly ms: number;
  readonly type: 'acars' | 'vdlm2' | 'adsb';
  readonly isHf: boolean;
  readonly lat: number | null;
  readonly lon: number | null;
};
type Station = { readonly stationId: string; readonly madeMs: number; readonly lat: number; readonly lon: number };
export type Span = { readonly fromMs: number; readonly toMs: number };
type Numbers = Record<string, number | string>;

const slotMs = 600_000;

export class Recounted {
  private constructor(
    private readonly raw: readonly Raw[],
    private readonly stations: readonly Station[],
    private readonly claims: ReadonlyMap<string, string>,
  ) {}

  static async read(db: Database): Promise<Recounted> {
    const raw = await db.query<Raw>(
      `select station_id as name, (extract(epoch from acars_date_time) * 1000)::float8 as ms,
         case when link = 'VDLM2' then 'vdlm2' else 'acars' end as type, link is not distinct from 'HFDL' as "isHf", lat, lon from acars
       union all
       select station_id, (extract(epoch from adsb_date_time) * 1000)::float8, 'adsb', false, lat, lon from adsb`,
    );
    const stations = await db.query<Station>(
      `select station_id as "stationId", (extract(epoch from created_at) * 1000)::float8 as "madeMs", latitude as lat, longitude as lon
       from stations`,
    );
    const claims = await db.query<{ name: string; stationId: string }>(
      `select n.receiver_name as name, s.station_id as "stationId" from station_receiver_names n
       join stations s on s.id = n.station_record_id`,
    );
    return new Recounted(raw, stations, new Map(claims.map(({ name, stationId }) => [name.toLowerCase(), stationId])));
  }

  /** In lower case, so that case variants of one receiver match. */
  private ownerOf({ name }: Raw): string {
    const small = name.toLowerCase();
    const own = this.stations.find(({ stationId }) => stationId === small);
    return this.claims.get(small) ?? own?.stationId ?? small;
  }

  /** Rows of the requested stations, in lower case; null = all. */
  private rowsOf(stationIds: readonly string[] | null): Map<string, Raw[]> {
    const rows = new Map<string, Raw[]>();
    for (const { stationId } of this.stations) if (stationIds?.includes(stationId) ?? true) rows.set(stationId, []);
    for (const one of this.raw) {
      const owner = this.ownerOf(one);
      if (stationIds && !stationIds.includes(owner)) continue;
      const list = rows.get(owner);
      if (list) list.push(one);
      else rows.set(owner, [one]);
    }
    return rows;
  }

  /** Stations are listed without receptions, receivers without a station only with one. */
  private isThere = (owner: string, heard: boolean): boolean =>
    heard || this.stations.some(({ stationId }) => stationId === owner);

  messages(span: Span, stationIds: readonly string[] | null = null): Numbers[] {
    const response: Numbers[] = [];
    for (const [owner, rows] of this.rowsOf(stationIds)) {
      const heard = rows.filter(({ ms }) => ms >= span.fromMs && ms <= span.toMs);
      if (!this.isThere(owner, heard.length > 0)) continue;
      const of = (type: Raw['type']): number => heard.filter((one) => one.type === type).length;
      response.push({
        stationId: owner,
        acars: of('acars'),
        vdlm2: of('vdlm2'),
        adsb: of('adsb'),
        total: heard.length,
      });
    }
    return inOrder(response);
  }

  feeding(span: Span, nowMs: number, stationIds: readonly string[] | null = null): Numbers[] {
    const endMs = Math.min(span.toMs, Math.floor(nowMs / 1000) * 1000);
    const response: Numbers[] = [];
    for (const [owner, rows] of this.rowsOf(stationIds)) {
      const seconds = (some: readonly Raw[]): number => {
        const slots = new Set(some.map(({ ms }) => Math.floor(ms / slotMs) * slotMs));
        const parts = [...slots].map((at) => Math.min(at + slotMs, endMs) - Math.max(at, span.fromMs));
        return parts.filter((part) => part > 0).reduce((sum, part) => sum + part, 0) / 1000;
      };
      const firstMs = rows.reduce(
        (first, { ms }) => Math.min(first, Math.floor(ms / slotMs) * slotMs),
        Number.POSITIVE_INFINITY,
      );
      const madeMs = this.stations.find(({ stationId }) => stationId === owner)?.madeMs ?? Number.POSITIVE_INFINITY;
      const beginMs = Math.max(span.fromMs, Math.min(firstMs, madeMs));
      const total = seconds(rows);
      // A receiver without a station is listed if one of its hours overlaps the period.
      const touches = rows.some(
        ({ ms }) =>
          Math.floor(ms / hourMs) >= Math.floor(span.fromMs / hourMs) &&
          Math.floor(ms / hourMs) <= Math.floor((endMs - 1) / hourMs),
      );
      if (!this.isThere(owner, touches)) continue;
      const of = (type: Raw['type']): number => seconds(rows.filter((one) => one.type === type));
      const engagement = Math.max(0, Math.floor((endMs - beginMs) / 1000));
      response.push({ stationId: owner, total, engagement, adsb: of('adsb'), acars: of('acars'), vdlm2: of('vdlm2') });
    }
    return inOrder(response);
  }

  /** Messages of each whole slot that the span touches, by type. */
  band(span: Span, stationIds: readonly string[] | null = null): Record<'acars' | 'vdlm2' | 'hfdl' | 'adsb', number[]> {
    const begin = Math.floor(span.fromMs / slotMs) * slotMs;
    const length = Math.ceil((span.toMs - begin) / slotMs);
    const rows = [...this.rowsOf(stationIds).values()].flat();
    const of = (isOf: (one: Raw) => boolean): number[] =>
      Array.from(
        { length },
        (_, slot) => rows.filter((one) => isOf(one) && Math.floor((one.ms - begin) / slotMs) === slot).length,
      );
    return {
      acars: of(({ type, isHf }) => type === 'acars' && !isHf),
      vdlm2: of(({ type }) => type === 'vdlm2'),
      hfdl: of(({ isHf }) => isHf),
      adsb: of(({ type }) => type === 'adsb'),
    };
  }

  /** Farthest nmi by the whole degree of the direction, of the hours that the span touches. */
  ranges(span: Span, stationIds: readonly string[] | null = null): Map<number, number> {
    const [first, last] = [Math.floor(span.fromMs / hourMs), Math.floor(span.toMs / hourMs)];
    const farthest = new Map<number, number>();
    for (const [owner, rows] of this.rowsOf(stationIds)) {
      const station = this.stations.find(({ stationId }) => stationId === owner);
      if (!station) continue;
      for (const { ms, lat, lon, isHf } of rows) {
        const hour = Math.floor(ms / hourMs);
        if (isHf || lat === null || lon === null || hour < first || hour > last) continue;
        const { nmi, degrees } = wayTo(station, { lat, lon });
        if (nmi <= 600) farthest.set(Math.floor(degrees), Math.max(farthest.get(Math.floor(degrees)) ?? 0, nmi));
      }
    }
    return farthest;
  }

  active(nowMs: number, stationIds: readonly string[] | null = null): number {
    const rows = [...this.rowsOf(stationIds)].filter(([owner]) => this.isThere(owner, false));
    const isRecent = (ms: number): boolean => ms >= nowMs - 4 * hourMs && ms - (ms % hourMs) <= nowMs;
    return rows.filter(([, heard]) => heard.some(({ ms }) => isRecent(ms))).length;
  }
}

/** By vectors, where the server uses angles. */
function wayTo(from: { lat: number; lon: number }, to: { lat: number; lon: number }): { nmi: number; degrees: number } {
  const vector = ({ lat, lon }: { lat: number; lon: number }): [number, number, number] => {
    const [a, b] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
    return [Math.cos(a) * Math.cos(b), Math.cos(a) * Math.sin(b), Math.sin(a)];
  };
  const [a, b] = [vector(from), vector(to)];
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, one, i) => sum + one * (y[i] ?? 0), 0);
  const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const nmi = 3440.065 * Math.atan2(Math.hypot(...cross), dot(a, b));
  const [lat, lon] = [(from.lat * Math.PI) / 180, (from.lon * Math.PI) / 180];
  const east = [-Math.sin(lon), Math.cos(lon), 0];
  const north = [-Math.sin(lat) * Math.cos(lon), -Math.sin(lat) * Math.sin(lon), Math.cos(lat)];
  return { nmi, degrees: ((Math.atan2(dot(b, east), dot(b, north)) * 180) / Math.PI + 360) % 360 };
}

const collator = new Intl.Collator('en', { numeric: true });
export const inOrder = (rows: readonly Numbers[]): Numbers[] =>
  [...rows].sort((a, b) => collator.compare(String(a.stationId), String(b.stationId)));
