/**
 * The weather of an airport as the services tell it (WX-02, WX-04), read tolerantly and said in words. Pure.
 * Must not: ask for it, or read the clock.
 */
import { formatCount, formatNumber, noValue, oneLine } from '../../../lib/format.ts';

export type Weather = {
  /** `7 °C`; the dash where it is not told, as for the two below. */
  readonly temperature: string;
  readonly humidity: string;
  readonly visibility: string;
  /** Visibility as it came, with its unit; null = not told. */
  readonly visibilityExactly: string | null;
  /** Epoch ms; null = not told. */
  readonly observedAt: number | null;
  /** The report itself. */
  readonly raw: string | null;
};

/** Weather older than this says little of now: it is greyed. */
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

/** Reads any body. `now` = epoch ms: a report tells day and minute, but no month. */
export function readWeather(body: unknown, now: number): Weather {
  const outer = fieldsOf(body);
  // Some services put the report into an envelope.
  const report = 'temperature' in outer || !('data' in outer) ? outer : fieldsOf(outer.data);
  const units = fieldsOf(report.units);
  const raw = textOf(report.raw) ?? textOf(report.sanitized);
  return {
    temperature: temperatureText(report.temperature, units.temperature),
    humidity: humidityText(report.relative_humidity),
    ...visibilityOf(fieldsOf(report.visibility), textOf(units.visibility), raw),
    observedAt: observedAt(fieldsOf(report.time), raw, now),
    raw: raw && oneLine(raw.trim()).slice(0, longestRaw),
  };
}

function temperatureText(temperature: unknown, unit: unknown): string {
  const value = numberOf(fieldsOf(temperature).value);
  if (value === null) return noValue;
  return `${formatNumber(Math.round(value * 10) / 10)} °${textOf(unit)?.toUpperCase() === 'F' ? 'F' : 'C'}`;
}

/** A fraction on the wire. What is far above 1 was sent in percent by somebody else. */
function humidityText(humidity: unknown): string {
  const value = numberOf(humidity);
  if (value === null || value < 0 || value > 100) return noValue;
  const percent = value < 1.5 ? Math.min(value * 100, 100) : value;
  return `${formatNumber(percent, 0)} %`;
}

/** A report says 9999 for 10 km and more. */
const tenKmCode = 9999;
const kmFromMetres = 5000;

function visibilityOf(
  visibility: Fields,
  told: string | null,
  raw: string | null,
): Pick<Weather, 'visibility' | 'visibilityExactly'> {
  const isGood = textOf(visibility.repr) === 'CAVOK' || (raw !== null && /\bCAVOK\b/.test(raw));
  const value = numberOf(visibility.value) ?? (isGood ? tenKmCode : null);
  if (value === null || value < 0) return { visibility: noValue, visibilityExactly: null };
  const unit = visibilityUnit(told, raw, value);
  const plain = unit === null ? formatNumber(value) : `${formatNumber(value)} ${unit}`;
  if (unit !== 'm') return { visibility: plain, visibilityExactly: plain };
  const km = value === tenKmCode ? 10 : Math.round(value / 100) / 10;
  return {
    visibility: value >= kmFromMetres ? `${formatNumber(km)} km` : `${formatCount(value)} m`,
    visibilityExactly: plain,
  };
}

/** Metres or statute miles. Where the answer does not say, the report's own notation does; a large number can be metres only. */
function visibilityUnit(told: string | null, raw: string | null, value: number): 'm' | 'km' | 'SM' | null {
  const unit = told?.trim().toLowerCase();
  if (unit === 'sm' || unit === 'mi') return 'SM';
  if (unit === 'm' || unit === 'km') return unit;
  if (raw !== null) return /\d ?SM\b/.test(raw) ? 'SM' : 'm';
  return value >= 100 ? 'm' : null;
}

function observedAt(time: Fields, raw: string | null, now: number): number | null {
  const told = Date.parse(textOf(time.dt) ?? '');
  // Nobody observed anything in 1970 (a zero that somebody wrote as an instant).
  if (Number.isFinite(told) && told > day && told < now + day) return told;
  return dayTime(textOf(time.repr) ?? raw ?? '', now);
}

/** `170550Z`: the last time that the 17th, 05:50 was, in months that have such a day. */
function dayTime(text: string, now: number): number | null {
  const [, dd, hh, mm] = /\b(\d\d)(\d\d)(\d\d)Z\b/.exec(text) ?? [];
  if (dd === undefined || Number(hh) > 23 || Number(mm) > 59) return null;
  const today = new Date(now);
  for (let monthsAgo = 0; monthsAgo < 3; monthsAgo++) {
    const at = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsAgo, Number(dd), Number(hh), Number(mm));
    // Clocks differ a little; a day that the month lacks became one of the next.
    if (at <= now + 10 * minute && new Date(at).getUTCDate() === Number(dd)) return at;
  }
  return null;
}
