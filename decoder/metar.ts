/** Reads the groups of a METAR or SPECI (WMO FM 15, and FMH-1 of the United States). A value that its group does not state is null. Never throws. */

/** `repr` = the group as received, without its unit. `value` null = the group states none, or not one that the format has. */
export type Group = { readonly value: number | null; readonly repr: string };
/** More or less than the value: P6SM, M1/4SM, 9999, 0000. */
export type Bound = 'more' | 'less' | null;
export type Visibility = Group & { readonly unit: 'm' | 'sm'; readonly bound: Bound };

/** null = the report has no such group. */
export type Metar = {
  /** The report alone: some services append older ones. */
  readonly raw: string;
  readonly time: { readonly day: number; readonly hour: number; readonly minute: number } | null;
  /** Degrees. VRB has no value. */
  readonly windDirection: Group | null;
  readonly windSpeed: Group | null;
  readonly windGust: Group | null;
  readonly windUnit: 'kt' | 'mps' | 'kmh' | null;
  readonly visibility: Visibility | null;
  /** Degrees Celsius. */
  readonly temperature: Group | null;
  readonly dewPoint: Group | null;
  /** To a tenth of a degree, from remarks that agree with the groups above. */
  readonly tenths: { readonly temperature: number; readonly dewPoint: number } | null;
  readonly altimeter: (Group & { readonly unit: 'inHg' | 'hPa' }) | null;
};

/** The order in which groups follow each other: a later one of an earlier kind is something else. */
const order = ['wind', 'visibility', 'temperature', 'altimeter'] as const;
type Kind = (typeof order)[number];
type Found = Partial<Pick<Metar, 'windDirection' | 'windSpeed' | 'windGust' | 'windUnit' | 'visibility'>> &
  Partial<Pick<Metar, 'temperature' | 'dewPoint' | 'altimeter'>>;
type Read = { readonly found: Found; readonly tokens: number };

const time = /^(\d\d)(\d\d)(\d\d)Z$/;
/** What follows is a forecast or a remark. */
const endOfReport = /^(RMK|NOSIG|TEMPO|BECMG|INTER|PROB\d*|FCST|NIL)$/;
const none: Omit<Metar, 'raw' | 'time'> = {
  windDirection: null,
  windSpeed: null,
  windGust: null,
  windUnit: null,
  visibility: null,
  temperature: null,
  dewPoint: null,
  tenths: null,
  altimeter: null,
};

export function readMetarText(text: string): Metar {
  const tokens = firstReport(text.split(/\s+/).filter((token) => token !== ''));
  const at = tokens.findIndex((token) => time.test(token));
  const body = tokens.slice(at + 1);
  const end = body.findIndex((token) => endOfReport.test(token));
  const found = groupsOf(end < 0 ? body : body.slice(0, end));
  const groups = { ...none, ...found };
  return { raw: tokens.join(' '), time: timeOf(tokens[at]), ...groups, tenths: tenthsOf(body, groups) };
}

/** Until = or the time of a next report, without its name. */
function firstReport(tokens: readonly string[]): string[] {
  const end = tokens.findIndex((token) => token.endsWith('='));
  const one = end < 0 ? [...tokens] : [...tokens.slice(0, end), (tokens[end] ?? '').slice(0, -1)].filter(Boolean);
  const first = one.findIndex((token) => time.test(token));
  const next = one.findIndex((token, at) => first >= 0 && at > first && time.test(token));
  if (next < 0) return one;
  const isName = (token: string | undefined): boolean => /^([A-Z][A-Z0-9]{3}|METAR|SPECI|COR)$/.test(token ?? '');
  let before = next;
  while (before > first + 1 && isName(one[before - 1])) before--;
  return one.slice(0, before);
}

function timeOf(token: string | undefined): Metar['time'] {
  const [, day, hour, minute] = (time.exec(token ?? '') ?? []).map(Number);
  return day === undefined || hour === undefined || minute === undefined ? null : { day, hour, minute };
}

function groupsOf(tokens: readonly string[]): Found {
  let found: Found = {};
  let stage = 0;
  for (let at = 0; at < tokens.length; ) {
    const kind = order.slice(stage).find((one) => readers[one](tokens, at) !== null);
    const read = kind ? readers[kind](tokens, at) : null;
    if (kind && read) {
      found = { ...found, ...read.found };
      stage = order.indexOf(kind) + 1;
    }
    at += read?.tokens ?? 1;
  }
  return found;
}

const readers: Readonly<Record<Kind, (tokens: readonly string[], at: number) => Read | null>> = {
  wind: (tokens, at) => readWind(tokens[at] ?? ''),
  visibility: readVisibility,
  temperature: (tokens, at) => readTemperature(tokens[at] ?? ''),
  altimeter: (tokens, at) => readAltimeter(tokens[at] ?? ''),
};

/** 24015G25KT, VRB03KT, 090105G140KT, 240P49MPS, /////KT. */
function readWind(token: string): Read | null {
  const parts = /^(\d{3}|VRB|\/\/\/)(P?\d{2,3}|\/\/)(?:G(P?\d{2,3}|\/\/))?(KT|MPS|KMH)$/.exec(token);
  if (!parts) return null;
  const [, direction = '', speed = '', gust, unit = ''] = parts;
  const degrees = /^\d/.test(direction) ? Number(direction) : null;
  const speedOf = (repr: string): Group => ({ value: repr === '//' ? null : Number(repr.replace('P', '')), repr });
  return {
    found: {
      windDirection: { value: degrees !== null && degrees <= 360 ? degrees : null, repr: direction },
      windSpeed: speedOf(speed),
      windGust: gust === undefined ? null : speedOf(gust),
      windUnit: unit.toLowerCase() as Metar['windUnit'],
    },
    tokens: 1,
  };
}

const signs: Readonly<Record<string, Bound>> = { P: 'more', M: 'less' };

function readVisibility(tokens: readonly string[], at: number): Read | null {
  const token = tokens[at] ?? '';
  const seen = (visibility: Visibility, count = 1): Read => ({ found: { visibility }, tokens: count });
  if (token === 'CAVOK') return seen({ value: 9999, repr: 'CAVOK', unit: 'm', bound: 'more' });
  const [, metres] = /^(\d{4}|\/\/\/\/)(?:NDV)?$/.exec(token) ?? [];
  if (metres === '////') return seen({ value: null, repr: metres, unit: 'm', bound: null });
  if (metres !== undefined) {
    const bound = metres === '9999' ? 'more' : metres === '0000' ? 'less' : null;
    return seen({ value: Number(metres), repr: metres, unit: 'm', bound });
  }
  // 20KM, of New Zealand.
  const [, kilometres] = /^(\d{1,2})KM$/.exec(token) ?? [];
  if (kilometres !== undefined) return seen({ value: Number(kilometres) * 1000, repr: token, unit: 'm', bound: null });
  const [, whole] = /^([PM]?\d{1,3})$/.exec(token) ?? [];
  const next = /^\d{1,2}\/\d{1,2}SM$/.test(tokens[at + 1] ?? '') ? tokens[at + 1] : undefined;
  const isWhole = whole !== undefined && next !== undefined;
  const repr = (isWhole ? `${whole} ${next}` : token).replace(/SM$/, '');
  if (!isWhole && !/^[PM]?(\d{1,3}|\d{1,2}\/\d{1,2}|\/{2,4})SM$/.test(token)) return null;
  // A sign or a number that stands alone belongs to it, in a way that the format does not have.
  const isCut = /^(P|M|\d{1,2})$/.test(tokens[at - 1] ?? '');
  const value = isCut ? null : milesOf(repr.replace(/^[PM]/, ''));
  const group = isCut ? `${tokens[at - 1]} ${repr}` : repr;
  return seen({ value, repr: group, unit: 'sm', bound: signs[repr[0] ?? ''] ?? null }, isWhole ? 2 : 1);
}

/** `10`, `3/16`, `1 5/16`. 11/2 is 1 1/2 or 5.5: null. */
function milesOf(text: string): number | null {
  const [, whole = '0', above, below] = /^(?:(\d{1,3})(?: |$))?(?:(\d{1,2})\/(\d{1,2}))?$/.exec(text) ?? [];
  if (text === '' || !/^\d/.test(text)) return null;
  if (above === undefined || below === undefined) return Number(whole);
  return Number(below) > 0 && Number(above) < Number(below) ? Number(whole) + Number(above) / Number(below) : null;
}

/** 12/M03, 12/, M00/M01, /////. */
function readTemperature(token: string): Read | null {
  const parts = /^(M?\d{2}|\/\/|XX)?\/(M?\d{2}|\/\/|XX)?$/.exec(token);
  if (!parts || (!/\d/.test(token) && token !== '/////')) return null;
  const degrees = (repr = ''): Group => ({
    value: /\d/.test(repr) ? Number(repr.replace('M', '-')) || 0 : null,
    repr,
  });
  return { found: { temperature: degrees(parts[1]), dewPoint: degrees(parts[2]) }, tokens: 1 };
}

/** A2992, Q1013, Q////. */
function readAltimeter(token: string): Read | null {
  const [, unit, digits = ''] = /^([AQ])(\d{4}|\/\/\/\/)$/.exec(token) ?? [];
  if (unit === undefined) return null;
  const number = /\d/.test(digits) ? Number(digits) : null;
  const value = number !== null && unit === 'A' ? number / 100 : number;
  return { found: { altimeter: { value, repr: token, unit: unit === 'A' ? 'inHg' : 'hPa' } }, tokens: 1 };
}

/** T01110072 in the remarks. */
function tenthsOf(body: readonly string[], { temperature, dewPoint }: typeof none): Metar['tenths'] {
  const remarks = body.slice(body.indexOf('RMK') + 1 || body.length);
  const parts = remarks.map((token) => /^T([01]\d{3})([01]\d{3})$/.exec(token)).find((found) => found !== null);
  if (!parts) return null;
  const degrees = (text = ''): number => (Number(text.slice(1)) / 10) * (text.startsWith('1') ? -1 : 1) || 0;
  const tenths = { temperature: degrees(parts[1]), dewPoint: degrees(parts[2]) };
  const isNear = (group: Group | null, exact: number): boolean =>
    group?.value !== null && group?.value !== undefined && Math.abs(group.value - exact) <= 0.5;
  return isNear(temperature, tenths.temperature) && isNear(dewPoint, tenths.dewPoint) ? tenths : null;
}

/** Whether any group was read: otherwise the text is not a report. */
export const hasGroups = ({ windSpeed, visibility, temperature, altimeter }: Metar): boolean =>
  [windSpeed, visibility, temperature, altimeter].some((group) => group !== null);

/** Relative humidity, a fraction, as exact as the report is. null = the report lacks one of both temperatures. */
export function humidityOf({ temperature, dewPoint, tenths }: Metar): number | null {
  return humidity(tenths?.temperature ?? temperature?.value ?? null, tenths?.dewPoint ?? dewPoint?.value ?? null);
}

/** Fraction 0 to 1 from temperature and dew point in degrees Celsius: Magnus formula, constants of Alduchov and Eskridge. */
export function humidity(temperature: number | null, dewPoint: number | null): number | null {
  if (temperature === null || dewPoint === null) return null;
  const pressure = (celsius: number): number => Math.exp((17.625 * celsius) / (243.04 + celsius));
  const fraction = pressure(dewPoint) / pressure(temperature);
  return Number.isFinite(fraction) ? Math.min(Math.max(fraction, 0), 1) : null;
}
