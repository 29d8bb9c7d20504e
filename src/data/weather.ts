/** Tolerant reader of weather reports (WX-02, WX-04) and their texts. Pure. */
import { type Bound, hasGroups, humidityOf, readMetarText } from '../../decoder/metar.ts';
import { formatCount, formatNumber, measured, noValue, oneLine } from '../lib/format.ts';
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
const longestRaw = 2000;
const minute = 60_000;
const day = 86_400_000;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/**
 * Reads any body. With a raw report, values are those of its groups. `now` = epoch ms: a report contains day and minute, but no month.
 * Aviation units are those of the report.
 */
export function readWeather(body: unknown, now: number, shown: Units): Weather {
  const outer = fieldsOf(body);
  // Some services wrap the report in an envelope.
  const report = 'temperature' in outer || !('data' in outer) ? outer : fieldsOf(outer.data);
  const units = fieldsOf(report.units);
  const raw = textOf(report.raw) ?? textOf(report.sanitized);
  const read = raw === null ? null : readMetarText(raw);
  const metar = read && hasGroups(read) ? read : null;
  const line = raw && oneLine(raw.trim());
  return {
    temperature: metar
      ? temperatureText(metar.temperature, 'C', shown)
      : temperatureText(report.temperature, units.temperature, shown),
    humidity: humidityText(metar ? humidityOf(metar) : report.relative_humidity),
    ...visibilityTexts(metar ? metar.visibility : visibilityOf(report, units, raw), shown),
    observedAt: observedAt(fieldsOf(report.time), raw, now),
    raw: line && line.length > longestRaw ? `${line.slice(0, longestRaw)} …` : line,
  };
}

/** As received, where a group states no value of its format. Slashes and XX are sensors without a value. */
const asReceived = (repr: unknown): string => {
  const text = textOf(repr);
  return text === null || /^[/X ]+$/.test(text) ? noValue : oneLine(text);
};

function temperatureText(temperature: unknown, unit: unknown, shown: Units): string {
  const { value: read, repr } = fieldsOf(temperature);
  const value = numberOf(read);
  if (value === null) return asReceived(repr);
  const isFahrenheit = textOf(unit)?.toUpperCase() === 'F';
  if (shown.system !== 'aviation') return measureText(shown.temperature, isFahrenheit ? (value - 32) / 1.8 : value);
  return measured(formatNumber(Math.round(value * 10) / 10), isFahrenheit ? '°F' : '°C');
}

/** A fraction on the wire. Values far above 1 are percent. */
function humidityText(humidity: unknown): string {
  const value = numberOf(humidity);
  if (value === null || value < 0 || value > 100) return noValue;
  const percent = value < 1.5 ? Math.min(value * 100, 100) : value;
  return measured(formatNumber(percent, 0), '%');
}

/** 9999 means 10 km or more, 0000 less than 50 m. */
const tenKmCode = 9999;
const kmFromMetres = 5000;
const metresPer = { m: 1, km: 1000, SM: 1609.344 } as const;

type Seen = {
  readonly value: number | null;
  readonly unit: keyof typeof metresPer | 'sm' | null;
  readonly repr: string;
  readonly bound: Bound;
};

/** Of a response without a raw report. */
function visibilityOf({ visibility }: Fields, { visibility: unit }: Fields, raw: string | null): Seen | null {
  const { value: read, repr: received } = fieldsOf(visibility);
  const repr = textOf(received)?.trim() ?? '';
  const isGood = repr === 'CAVOK' || (raw !== null && /\bCAVOK\b/.test(raw));
  const value = numberOf(read) ?? (isGood ? tenKmCode : null);
  if ((value === null && repr === '') || (value !== null && value < 0)) return null;
  const bound = value === tenKmCode || repr.startsWith('P') ? 'more' : repr.startsWith('M') ? 'less' : null;
  return { value, unit: value === null ? null : visibilityUnit(textOf(unit), raw, value), repr, bound };
}

const signs = { more: '> ', less: '< ' } as const;
/** A tenth of a mile: less has no decimals to be shown. */
const minMilesM = 160;

function visibilityTexts(seen: Seen | null, shown: Units): Pick<Weather, 'visibility' | 'visibilityExactly'> {
  if (seen === null) return { visibility: noValue, visibilityExactly: null };
  if (seen.value === null) return { visibility: asReceived(seen.repr), visibilityExactly: null };
  const { value, unit, sign, exactly } = stated(seen, seen.value);
  const metres = value * metresPer[unit ?? 'm'];
  const visibility = `${sign}${lengthText(metres, unit, shown) ?? exactly.replace(sign, '')}`;
  return { visibility, visibilityExactly: exactly };
}

/** The value and its unit, more or less than it, and both as the group states them. */
function stated(seen: Seen, value: number) {
  const unit = seen.unit === 'sm' ? 'SM' : seen.unit;
  if (unit === 'm' && value === tenKmCode)
    return { value: 10_000, unit, sign: '≥ ', exactly: `${measured(10, 'km')} or more` };
  if (unit === 'm' && value === 0) return { value: 50, unit, sign: '< ', exactly: `less than ${measured(50, 'm')}` };
  const sign = seen.bound === null ? '' : signs[seen.bound];
  // 3/16 as received: its decimals are longer.
  const number = unit === 'SM' && seen.repr.includes('/') ? seen.repr.replace(/^[PM]/, '') : formatNumber(value);
  return { value, unit, sign, exactly: sign + (unit === null ? number : measured(number, unit)) };
}

/** null = as the group states it. */
function lengthText(metres: number, unit: keyof typeof metresPer | null, shown: Units): string | null {
  const isConverted = shown.system === 'imperial' ? metres >= minMilesM : shown.system === 'metric' && unit === 'SM';
  if (unit !== null && isConverted) return measureText(shown.visibility, metres);
  if (unit !== 'm') return null;
  return metres >= kmFromMetres
    ? measured(formatNumber(Math.round(metres / 100) / 10), 'km')
    : measured(formatCount(metres), 'm');
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
