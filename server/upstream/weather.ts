/**
 * Weather of an airport, from a service that answers as AVWX does or with raw METARs.
 * Must not: ask it (airport-service.ts), or trust the shape of an answer.
 */
import type { Weather as Report } from '../../contract/entities/map.ts';
import { clock } from '../clock.ts';
import type { Asking } from './airport-service.ts';
import { metarOf, readMetar, unknownWeather } from './raw-metar.ts';
import { isRecord, jsonOf } from './service.ts';
import type { Service } from './upstream-config.ts';
import { UpstreamError } from './upstream-error.ts';

/** METARs come every half hour; an old one says how old it is, and is better than none. */
export const askingWeather = (service: Service | null): Asking<Report> => ({
  service,
  manner: { freshMs: 5 * 60_000, staleMs: 6 * 3_600_000, maxKeys: 2000 },
  nothing: unknownWeather,
  read: (text, icao) => readWeather(icao, text, clock.now()),
});

/** An object is taken as AVWX's, a list as aviationweather.gov's, anything else as lines of METARs. @throws UpstreamError */
export function readWeather(icao: string, text: string, nowMs: number): Report {
  const trimmed = text.trim();
  if (trimmed.startsWith('<')) throw new UpstreamError('wrong', 'the service sent a page and no report.');
  if (!/^[[{]/.test(trimmed)) return reportOf(icao, metarOf(icao, trimmed), nowMs);
  const json = jsonOf(trimmed);
  if (!Array.isArray(json)) return isRecord(json) ? readAvwx(icao, json) : unknownWeather(icao);
  const row = json.find((one) => isRecord(one) && one.icaoId === icao);
  return reportOf(icao, metarOf(icao, String(row?.rawOb ?? '')), nowMs);
}

function reportOf(icao: string, raw: string | null, nowMs: number): Report {
  return raw === null ? unknownWeather(icao) : readMetar(icao, raw, nowMs);
}

/** The whole body passes through (WX-01); what the app reads is put right or null. Some answers hold the report in `data`. */
function readAvwx(icao: string, body: Readonly<Record<string, unknown>>): Report {
  const report = isRecord(body.data) && !('temperature' in body) ? { ...body, ...body.data, data: undefined } : body;
  return {
    ...unknownWeather(icao),
    ...report,
    temperature: withNumber(report.temperature),
    visibility: withNumber(report.visibility),
    relative_humidity: fraction(report.relative_humidity),
    time: isRecord(report.time) ? { ...report.time, dt: textOrNull(report.time.dt) } : null,
    raw: textOrNull(report.raw),
    units: unitsOf(report),
  } as Report;
}

/** A number without its unit would be ten metres for ten miles: where the answer has no units, the METAR itself tells. */
function unitsOf({ units, raw }: Readonly<Record<string, unknown>>): Report['units'] {
  const said = isRecord(units) ? units : {};
  const ofRaw = typeof raw === 'string' ? { visibility: /\dSM\b/.test(raw) ? 'sm' : 'm' } : {};
  return { ...ofRaw, ...said };
}

function withNumber(value: unknown): { value: number | null } | null {
  return isRecord(value) ? { ...value, value: typeof value.value === 'number' ? value.value : null } : null;
}
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Air is never much more than saturated: a larger number is no fraction. */
function fraction(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1.1 ? Math.min(value, 1) : null;
}
