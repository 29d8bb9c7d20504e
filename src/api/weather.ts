/** Tolerant reader of weather reports (WX-02, WX-04) and their texts. Pure. */
import { formatCount, formatNumber, noValue, oneLine } from '../lib/format.ts';
import { measureText, type Units } from '../lib/units.ts';

export type Weather = {
  /** `7 °C`, or a dash if missing, like the next two. */
  readonly temperature: string;
  readonly humidity: string;
  readonly visibility: string;
  /** Visibility as received, with its unit. null = missing. */
  readonly visibilityExactly: string | null;
  /** Epoch ms. null = missing. */
  readonly observedAt: number | null;
  /** Raw report. */
  readonly raw: string | null;
};

/** Older weather is greyed. */
export const staleWeatherMs = 2 * 3600_000;
const longestRaw = 600;
const minute = 60_000;
const day = 86_400_000;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Reads any body. `now` = epoch ms: a report contains day and minute, but no month. Aviation units are those of the report. */
export function readWeather(body: unknown, now: number, shown: Units): Weather {
  const outer = fieldsOf(body);
  // Some services wrap the report in an envelope.
  const report = 'temperature' in outer || !('data' in outer) ? outer : fieldsOf(outer.data);
  const units = fieldsOf(report.units);
  const raw = textOf(report.raw) ?? textOf(report.sanitized);
  return {
    temperature: temperatureText(report.temperature, units.temperature, shown),
    humidity: humidityText(report.relative_humidity),
    ...visibilityOf(fieldsOf(report.visibility), textOf(units.visibility), raw, shown),
    observedAt: observedAt(fieldsOf(report.time), raw, now),
    raw: raw && oneLine(raw.trim()).slice(0, longestRaw),
  };
}

function temperatureText(temperature: unknown, unit: unknown, shown: Units): string {
  const value = numberOf(fieldsOf(temperature).value);
  if (value === null) return noValue;
  const isFahrenheit = textOf(unit)?.toUpperCase() === 'F';
  if (shown.system !== 'aviation') return measureText(shown.temperature, isFahrenheit ? (value - 32) / 1.8 : value);
  return `${formatNumber(Math.round(value * 10) / 10)} °${isFahrenheit ? 'F' : 'C'}`;
}

/** A fraction on the wire. Values far above 1 are percent. */
function humidityText(humidity: unknown): string {
  const value = numberOf(humidity);
  if (value === null || value < 0 || value > 100) return noValue;
  const percent = value < 1.5 ? Math.min(value * 100, 100) : value;
  return `${formatNumber(percent, 0)} %`;
}

/** 9999 means 10 km or more. */
const tenKmCode = 9999;
const kmFromMetres = 5000;
const metresPer = { m: 1, km: 1000, SM: 1609.344 } as const;

function visibilityOf(
  visibility: Fields,
  unitText: string | null,
  raw: string | null,
  shown: Units,
): Pick<Weather, 'visibility' | 'visibilityExactly'> {
  const isGood = textOf(visibility.repr) === 'CAVOK' || (raw !== null && /\bCAVOK\b/.test(raw));
  const value = numberOf(visibility.value) ?? (isGood ? tenKmCode : null);
  if (value === null || value < 0) return { visibility: noValue, visibilityExactly: null };
  const unit = visibilityUnit(unitText, raw, value);
  const plain = unit === null ? formatNumber(value) : `${formatNumber(value)} ${unit}`;
  const metres = value === tenKmCode && unit === 'm' ? 10_000 : value * metresPer[unit ?? 'm'];
  if (unit !== null && (shown.system === 'imperial' || (shown.system === 'metric' && unit === 'SM')))
    return { visibility: measureText(shown.visibility, metres), visibilityExactly: plain };
  if (unit !== 'm') return { visibility: plain, visibilityExactly: plain };
  const km = value === tenKmCode ? 10 : Math.round(value / 100) / 10;
  return {
    visibility: value >= kmFromMetres ? `${formatNumber(km)} km` : `${formatCount(value)} m`,
    visibilityExactly: plain,
  };
}

/** Metres or statute miles. Without a unit, the raw report decides. Large numbers can only be metres. */
function visibilityUnit(unitText: string | null, raw: string | null, value: number): 'm' | 'km' | 'SM' | null {
  const unit = unitText?.trim().toLowerCase();
  if (unit === 'sm' || unit === 'mi') return 'SM';
  if (unit === 'm' || unit === 'km') return unit;
  if (raw !== null) return /\d ?SM\b/.test(raw) ? 'SM' : 'm';
  return value >= 100 ? 'm' : null;
}

function observedAt(time: Fields, raw: string | null, now: number): number | null {
  const at = Date.parse(textOf(time.dt) ?? '');
  // Observation times in 1970 are zeros.
  if (Number.isFinite(at) && at > day && at < now + day) return at;
  return dayTime(textOf(time.repr) ?? raw ?? '', now);
}

/** `170550Z`: the last 17th, 05:50, in a month that has this day. */
function dayTime(text: string, now: number): number | null {
  const [, dd, hh, mm] = /\b(\d\d)(\d\d)(\d\d)Z\b/.exec(text) ?? [];
  if (dd === undefined || Number(hh) > 23 || Number(mm) > 59) return null;
  const today = new Date(now);
  for (let monthsAgo = 0; monthsAgo < 3; monthsAgo++) {
    const at = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsAgo, Number(dd), Number(hh), Number(mm));
    // Allow for small clock differences. A missing day of the month became one of the next month.
    if (at <= now + 10 * minute && new Date(at).getUTCDate() === Number(dd)) return at;
  }
  return null;
}
