/** Weather of an airport, from a service like AVWX or from raw METARs. */
import type { Weather as Report } from '../../contract/entities/map.ts';
import { clock } from '../base/clock.ts';
import type { AirportSource } from './airport-service.ts';
import { metarOf, readMetar, unknownWeather } from './raw-metar.ts';
import { isRecord, jsonOf } from './service.ts';
import type { Service } from './upstream-config.ts';
import { UpstreamError } from './upstream-error.ts';

/** METARs are issued every half hour. An old one shows its age, and is better than none. */
export const weatherSource = (service: Service | null): AirportSource<Report> => ({
  service,
  policy: { freshMs: 5 * 60_000, staleMs: 6 * 3_600_000, maxKeys: 2000 },
  nothing: unknownWeather,
  read: (text, icao) => readWeather(icao, text, clock.now()),
});

/** An object is AVWX's, a list aviationweather.gov's, anything else lines of METARs. @throws UpstreamError */
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

/** The whole body passes through (WX-01). Fields used by the app are normalised or null. Some responses wrap the report in `data`. */
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

/** A number without a unit could be ten metres instead of ten miles: without units the METAR decides. */
function unitsOf({ units, raw }: Readonly<Record<string, unknown>>): Report['units'] {
  const reported = isRecord(units) ? units : {};
  const ofRaw = typeof raw === 'string' ? { visibility: /\dSM\b/.test(raw) ? 'sm' : 'm' } : {};
  return { ...ofRaw, ...reported };
}

function withNumber(value: unknown): { value: number | null } | null {
  return isRecord(value) ? { ...value, value: typeof value.value === 'number' ? value.value : null } : null;
}
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Air is never much more than saturated: a larger number is not a fraction. */
function fraction(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1.1 ? Math.min(value, 1) : null;
}
