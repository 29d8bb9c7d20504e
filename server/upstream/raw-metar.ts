/** Parses a broadcast METAR into the shape of the weather service (AVWX). Never throws. Unreadable values are null. */
import { type IMetar, parseMetar, ValueIndicator } from 'metar-taf-parser';
import type { Weather } from '../../contract/entities/map.ts';

/** The first line of `icao` in a text of METARs. null = none. Longer lines are not METARs. */
export function metarOf(icao: string, text: string): string | null {
  const lines = text.split(/\r?\n|=/).map((line) => line.trim().replace(/\s+/g, ' '));
  const begins = new RegExp(`^((METAR|SPECI) )?(COR )?${icao} \\d{6}Z `);
  return lines.find((line) => line.length <= 1000 && begins.test(line)) ?? null;
}

/** `nowMs` = epoch ms: a METAR contains only the day of the month. */
export function readMetar(icao: string, raw: string, nowMs: number): Weather {
  const parsed = parsedOrNull(raw);
  const { temperature = null, dewPoint = null } = parsed ?? {};
  const at = parsed ? observedAt(parsed, nowMs) : null;
  return {
    station: icao,
    raw,
    time: at === null ? null : { dt: new Date(at).toISOString() },
    temperature: valueOrNull(temperature),
    dewpoint: valueOrNull(dewPoint),
    relative_humidity: humidity(temperature, dewPoint),
    visibility: visibilityOf(parsed),
    altimeter: valueOrNull(parsed?.altimeter?.value ?? null),
    wind_direction: valueOrNull(parsed?.wind?.degrees ?? null),
    wind_speed: valueOrNull(parsed?.wind?.speed ?? null),
    wind_gust: valueOrNull(parsed?.wind?.gust ?? null),
    units: {
      temperature: 'C',
      visibility: parsed?.visibility?.unit === 'SM' ? 'sm' : 'm',
      altimeter: parsed?.altimeter?.unit ?? null,
      wind_speed: parsed?.wind?.unit.toLowerCase() ?? null,
    },
  };
}

/** No weather data. */
export function unknownWeather(icao: string): Weather {
  return { station: icao, raw: null, time: null, temperature: null, relative_humidity: null, visibility: null };
}

/** The parser fails on unknown groups. */
function parsedOrNull(raw: string): IMetar | null {
  try {
    return parseMetar(raw);
  } catch {
    return null;
  }
}

function valueOrNull(value: number | null): { value: number } | null {
  return value !== null && Number.isFinite(value) ? { value } : null;
}

/** `repr` marks bounds (more or less than). */
function visibilityOf(parsed: IMetar | null): Weather['visibility'] {
  const { value, indicator } = parsed?.visibility ?? {};
  if (value === undefined || !Number.isFinite(value)) return null;
  const sign = indicator === ValueIndicator.GreaterThan ? 'P' : indicator === ValueIndicator.LessThan ? 'M' : '';
  return { value, repr: parsed?.cavok ? 'CAVOK' : `${sign}${value}` };
}

/** Fraction 0 to 1 from temperature and dew point in degrees Celsius: Magnus formula, constants of Alduchov and Eskridge. */
export function humidity(temperature: number | null, dewPoint: number | null): number | null {
  if (temperature === null || dewPoint === null) return null;
  const pressure = (celsius: number): number => Math.exp((17.625 * celsius) / (243.04 + celsius));
  const fraction = pressure(dewPoint) / pressure(temperature);
  return Number.isFinite(fraction) ? Math.min(Math.max(fraction, 0), 1) : null;
}

/** The latest such day, at most a day ahead: clocks differ. */
function observedAt({ day, hour, minute }: IMetar, nowMs: number): number | null {
  if (day === undefined || hour === undefined || minute === undefined || hour > 23 || minute > 59) return null;
  const now = new Date(nowMs);
  for (const monthsBack of [-1, 0, 1, 2]) {
    const at: Date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBack, day, hour, minute));
    if (at.getUTCDate() === day && at.getTime() <= nowMs + 24 * 3_600_000) return at.getTime();
  }
  return null;
}
