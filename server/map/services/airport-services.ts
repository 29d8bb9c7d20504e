/**
 * Services queried by airport (routes, weather), with responses shared by all callers. Send only the ICAO code of a known airport
 * and the service's key: the owner pays per request. Own file: formats of services that others define.
 */

import type { Weather as Report, Weather } from '../../../contract/entities/map.ts';
import { type Group, hasGroups, humidityOf, type Metar, readMetarText } from '../../../decoder/metar.ts';
import { clock } from '../../base/clock.ts';
import type { UpstreamClient } from '../../outgoing/fetch-upstream.ts';
import { isRecord, jsonOf, notConfigured, UpstreamError } from '../../outgoing/outgoing-line.ts';
import { type CachePolicy, ResponseCache } from '../../outgoing/response-cache.ts';
import type { Service } from './upstream-config.ts';

const timeoutMs = 3000;
const maxBytes = 2_000_000;

/** Whether an airport has this ICAO code. In upper case. */
export type IsAirport = (icao: string) => Promise<boolean>;

/** Request and reader of a service. `service` null = not configured. */
type AirportSource<T> = {
  readonly service: Service | null;
  readonly policy: CachePolicy;
  /** @throws UpstreamError for an unreadable response */
  readonly read: (text: string, icao: string) => T;
  /** Response for an airport without data. */
  readonly nothing: (icao: string) => T;
};

export class AirportService<T> {
  readonly #client: UpstreamClient;
  readonly #isAirport: IsAirport;
  readonly #source: AirportSource<T>;
  readonly #responses: ResponseCache<T>;

  constructor(client: UpstreamClient, isAirport: IsAirport, source: AirportSource<T>) {
    this.#client = client;
    this.#isAirport = isAirport;
    this.#source = source;
    this.#responses = new ResponseCache(source.policy);
  }

  /** `icao` = three or four upper case letters or digits. @throws UpstreamError */
  async of(icao: string): Promise<T> {
    const { service, read, nothing } = this.#source;
    if (!service) throw notConfigured();
    // Not cached: invented codes would evict paid responses.
    if (!(await this.#isAirport(icao))) return nothing(icao);
    return this.#responses.get(icao, async () => {
      const text = await textOf(this.#client, service, icao);
      return text === null ? nothing(icao) : read(text, icao);
    });
  }
}

/** Text of the response. null = no data for this airport. @throws UpstreamError */
async function textOf(client: UpstreamClient, service: Service, icao: string): Promise<string | null> {
  const url = new URL(service.template.replace('{icao}', icao));
  const headers = { accept: 'application/json, text/plain', ...service.headers };
  const { status, body } = await client.fetch({ url, headers, subject: icao, timeoutMs, maxBytes });
  if (status === 401 || status === 403) throw new UpstreamError('wrong', 'the service refuses the key of this server.');
  // Services report missing data in each of these ways.
  if (status === 204 || status === 400 || status === 404 || body.length === 0) return null;
  if (status !== 200) throw new UpstreamError('wrong', 'the service rejected the request.');
  return body.toString('utf8');
}

// ---- Routes of an airport, from a service like AeroDataBox.

const maxRoutes = 2000;

/** Objects of the service, unchanged. They are daily averages, and requests are expensive. */
export const routesSource = (service: Service | null): AirportSource<unknown[]> => ({
  service,
  policy: { freshMs: 24 * 3_600_000, staleMs: 30 * 24 * 3_600_000, maxKeys: 2000 },
  nothing: () => [],
  read: (text) => {
    const json = jsonOf(text);
    const routes = isRecord(json) && Array.isArray(json.routes) ? json.routes : [];
    return routes.filter(isRecord).slice(0, maxRoutes);
  },
});

// ---- A broadcast METAR in the shape of the weather service (AVWX). Never throws.

/** `statedMs` = when it was observed, as the service says beside it, epoch ms. */
type FoundMetar = { readonly raw: string; readonly statedMs: number | null };

/**
 * The first line of `icao` in a text of METARs. null = none. Longer lines are not METARs. Files of the US weather service have a line with
 * the date before each, and stay when an airport no longer reports.
 */
export function metarOf(icao: string, text: string): FoundMetar | null {
  const lines = text.split(/\r?\n|=/).map((line) => line.trim().replace(/\s+/g, ' '));
  const begins = new RegExp(`^((METAR|SPECI) )?(COR )?${icao} \\d{6}Z `);
  const at = lines.findIndex((line) => line.length <= 1000 && begins.test(line));
  const raw = lines[at];
  if (raw === undefined) return null;
  const [, date, time] = /^(\d{4}\/\d\d\/\d\d) (\d\d:\d\d)$/.exec(lines[at - 1] ?? '') ?? [];
  const statedMs = Date.parse(`${date?.replaceAll('/', '-')}T${time}Z`);
  return { raw, statedMs: Number.isNaN(statedMs) ? null : statedMs };
}

/** `nowMs` = epoch ms: a METAR contains only the day of the month. It is observed then or before. */
export function readMetar(icao: string, raw: string, nowMs: number): Weather {
  const metar = readMetarText(raw);
  const at = observedAt(metar.time, nowMs);
  return {
    station: icao,
    raw,
    time: at === null ? null : { dt: new Date(at).toISOString() },
    temperature: wireGroup(metar.temperature),
    dewpoint: wireGroup(metar.dewPoint),
    relative_humidity: humidityOf(metar),
    visibility: wireGroup(metar.visibility),
    altimeter: wireGroup(metar.altimeter),
    wind_direction: wireGroup(metar.windDirection),
    wind_speed: wireGroup(metar.windSpeed),
    wind_gust: wireGroup(metar.windGust),
    units: {
      temperature: 'C',
      visibility: metar.visibility?.unit ?? 'm',
      altimeter: metar.altimeter?.unit ?? null,
      wind_speed: metar.windUnit,
    },
  };
}

/** No weather data. */
function unknownWeather(icao: string): Weather {
  return { station: icao, raw: null, time: null, temperature: null, relative_humidity: null, visibility: null };
}

/** `repr` = as received: it states more and less than, and is what there is to show where `value` is null. */
const wireGroup = (group: Group | null): { value: number | null; repr: string } | null =>
  group && { value: group.value, repr: group.repr };

/** Clocks differ. */
const maxAheadMs = 3_600_000;

/** The latest such day that has come. */
function observedAt(time: Metar['time'], nowMs: number): number | null {
  if (time === null || time.hour > 23 || time.minute > 59) return null;
  const { day, hour, minute } = time;
  const now = new Date(nowMs);
  for (const monthsBack of [-1, 0, 1, 2]) {
    const at: Date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBack, day, hour, minute));
    if (at.getUTCDate() === day && at.getTime() <= nowMs + maxAheadMs) return at.getTime();
  }
  return null;
}

// ---- Weather of an airport, from a service like AVWX or from raw METARs.

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
  if (trimmed.startsWith('<')) throw new UpstreamError('wrong', 'the response of the service is not a report.');
  if (!/^[[{]/.test(trimmed)) return reportOf(icao, metarOf(icao, trimmed), nowMs);
  const json = jsonOf(trimmed);
  if (!Array.isArray(json)) return isRecord(json) ? readAvwx(icao, json, nowMs) : unknownWeather(icao);
  const row = json.find((one) => isRecord(one) && one.icaoId === icao);
  const found = metarOf(icao, String(row?.rawOb ?? ''));
  const statedMs = typeof row?.obsTime === 'number' ? row.obsTime * 1000 : null;
  return reportOf(icao, found && { ...found, statedMs }, nowMs);
}

function reportOf(icao: string, found: FoundMetar | null, nowMs: number): Report {
  return found ? readMetar(icao, found.raw, Math.min(nowMs, found.statedMs ?? nowMs)) : unknownWeather(icao);
}

/**
 * The whole body passes through (WX-01). Fields used by the app are normalised or null. Some responses wrap the report in `data`.
 * A value that disagrees with its group of the METAR is replaced: services append older reports and mix their remarks into the values.
 */
function readAvwx(icao: string, body: Readonly<Record<string, unknown>>, nowMs: number): Report {
  const report = isRecord(body.data) && !('temperature' in body) ? { ...body, ...body.data, data: undefined } : body;
  const raw = textOrNull(report.raw);
  const checked = {
    ...unknownWeather(icao),
    ...report,
    temperature: withNumber(report.temperature),
    visibility: withNumber(report.visibility),
    relative_humidity: fraction(report.relative_humidity),
    time: timeOf(report.time),
    raw,
    units: unitsOf(report),
  } as Report;
  return raw !== null && hasGroups(readMetarText(raw)) ? withGroups(checked, readMetar(icao, raw, nowMs)) : checked;
}

const groupNames = ['temperature', 'dewpoint', 'visibility', 'altimeter', 'wind_direction', 'wind_speed', 'wind_gust'];
/** Two roundings of one humidity. */
const sameHumidity = 0.015;

/** The value of a group, with the letter of more or less than. */
const statedOf = (group: unknown): string =>
  isRecord(group) ? `${/^[PM]/.exec(String(group.repr))?.[0] ?? ''} ${group.value}` : ' null';

/** Of the fields of the response, those that disagree with the METAR are replaced. */
function withGroups(report: Report, metar: Report): Report {
  const units = recordOf(report.units);
  const isFahrenheit = String(units.temperature).toUpperCase() === 'F';
  const changed = groupNames.filter((name) => {
    const [reported, read] = [report[name], metar[name]].map(statedOf);
    return name in report && reported !== read && !(isFahrenheit && /^(temperature|dewpoint)$/.test(name));
  });
  const [humid, read] = [report.relative_humidity ?? null, metar.relative_humidity ?? null];
  const isHumid = humid !== null && read !== null && Math.abs(humid - read) <= sameHumidity;
  return {
    ...report,
    ...Object.fromEntries(changed.map((name) => [name, metar[name] ?? null])),
    relative_humidity: isHumid ? humid : read,
    units: { ...report.units, ...(changed.includes('visibility') ? { visibility: metar.units?.visibility } : {}) },
  } as Report;
}

/** A number without a unit could be ten metres instead of ten miles: without units the METAR decides. */
function unitsOf({ units, raw }: Readonly<Record<string, unknown>>): Report['units'] {
  const reported = recordOf(units);
  const ofRaw = typeof raw === 'string' ? { visibility: /\dSM\b/.test(raw) ? 'sm' : 'm' } : {};
  return { ...ofRaw, ...reported };
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
const timeOf = (time: unknown): Report['time'] => (isRecord(time) ? { ...time, dt: textOrNull(time.dt) } : null);

function withNumber(value: unknown): { value: number | null } | null {
  return isRecord(value) ? { ...value, value: typeof value.value === 'number' ? value.value : null } : null;
}
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Air is never much more than saturated: a larger number is not a fraction. */
function fraction(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1.1 ? Math.min(value, 1) : null;
}
