/** A list's filters as a test on a stored row, the counterpart of the server's filter-sql.ts. A property test checks that both agree. */
import { type Filter, type FilterParam, foldCase, paramOf } from '../../../contract/filters.ts';
import { parseInstant } from '../../../contract/params.ts';
import { receiverNames, type StationNames, stationNames } from '../../../contract/station-names.ts';
import countries from '../../../reference-data/countries.json' with { type: 'json' };

export type RowTest = (row: Readonly<Record<string, unknown>>) => boolean;
type ValueTest = (value: unknown) => boolean;

/**
 * The test of the given wire parameters. Ignores parameters that no filter declares. Throws BadValue for an invalid text, where the server returns 400.
 * `stations` = those stored on this device.
 */
export function rowTest(
  filters: readonly Filter[],
  params: Readonly<Record<string, string>>,
  stations: readonly StationNames[] = [],
): RowTest {
  const tests: RowTest[] = [];
  for (const filter of filters) {
    for (const param of filter.params) {
      const text = Object.hasOwn(params, param.name) ? params[param.name] : undefined;
      const test = text === undefined ? null : valueTest(param, text, stations);
      if (test) tests.push((row) => test(row[filter.field]));
    }
  }
  return (row) => tests.every((test) => test(row));
}

/** The names of all parameters that these filters declare. */
export function paramNames(filters: readonly Filter[]): ReadonlySet<string> {
  return new Set(filters.flatMap((filter) => filter.params.map((param) => param.name)));
}

/** null = no condition. Null, missing and wrongly typed values match no test. */
function valueTest(param: FilterParam, text: string, stations: readonly StationNames[]): ValueTest | null {
  const requested = paramOf(param.value).read(text);
  switch (param.op) {
    case 'exists':
      return requested === true ? (value) => value !== null && value !== undefined : null;
    case 'contains': {
      const part = foldCase(String(requested));
      return (value) => typeof value === 'string' && foldCase(value).includes(part);
    }
    case 'equals':
      return equalTo(requested);
    case 'receiver':
      return oneOf(receiverNames(String(requested), stations));
    case 'station':
      return oneOf(stationNames(String(requested), stations));
    case 'names':
      return namedLike(String(requested));
    case 'country': {
      const code = countryCode(String(requested));
      const isCode = equalTo(requested);
      return (value) => isCode(value) || (code !== null && value === code);
    }
    case 'kind':
      return (value) => hasLevel(value, isDecoded) && (requested as readonly unknown[]).includes(value.kind);
    case 'decoded':
      return (value) => hasLevel(value, (level) => (requested === 'yes' ? isDecoded(level) : level === requested));
    case 'element':
      return (value) => someOf(factOf(factOf(value, 'facts'), 'cpdlc'), 'elements', 'code', requested);
    case 'chapter':
      return (value) =>
        (requested as readonly string[]).some((one) => someOf(factOf(value, 'facts'), 'faults', 'chapter', one));
    case 'among':
      return (value) => (requested as readonly unknown[]).includes(value);
    case 'min':
    case 'max': {
      const read = rangeReader(param.value);
      const bound = param.value === 'day' ? dayOf(requested) : Number(requested);
      if (bound === null) return () => false;
      return (value) => {
        const found = read(value);
        return found !== null && (param.op === 'min' ? found >= bound : found <= bound);
      };
    }
  }
}

function equalTo(requested: unknown): ValueTest {
  if (typeof requested !== 'string') return (value) => value === requested;
  const folded = foldCase(requested);
  return (value) => typeof value === 'string' && foldCase(value) === folded;
}

function oneOf(folded: readonly string[]): ValueTest {
  const names = new Set(folded);
  return (value) => typeof value === 'string' && names.has(foldCase(value));
}

const isDecoded = (level: unknown): boolean => level === 'partial' || level === 'full';
const hasLevel = (value: unknown, isLevel: (level: unknown) => boolean): value is { kind: unknown } =>
  isLevel(factOf(value, 'level'));

const factOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
function someOf(value: unknown, list: string, name: string, requested: unknown): boolean {
  const found = factOf(value, list);
  return Array.isArray(found) && found.some((one) => factOf(one, name) === requested);
}

/** Part of an airline's name, or one of its codes whole. */
function namedLike(requested: string): ValueTest {
  const folded = foldCase(requested);
  const isCode = equalTo(requested);
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    const { airlineName, iata, icao } = value as Readonly<Record<string, unknown>>;
    return (typeof airlineName === 'string' && foldCase(airlineName).includes(folded)) || isCode(iata) || isCode(icao);
  };
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const instantOf = (value: unknown): number | null => (typeof value === 'string' ? parseInstant(value) : null);
const dayOf = (value: unknown): number | null => (typeof value === 'string' ? parseInstant(`${value}T00:00`) : null);
const rangeReaders = { number: numberOf, instant: instantOf, day: dayOf } as const;
const rangeReader = (kind: FilterParam['value']): ((value: unknown) => number | null) =>
  kind === 'number' || kind === 'instant' || kind === 'day' ? rangeReaders[kind] : () => null;

/** Every country with its name, the same as on the server. */
export const countryNames = (): readonly (readonly [code: string, name: string])[] =>
  countries.rows as unknown as readonly (readonly [string, string])[];

const codes = new Map(countryNames().map(([code, name]) => [foldCase(name), code]));
/** Country code for a complete name, ignoring ASCII case. null = unknown. */
const countryCode = (name: string): string | null => codes.get(foldCase(name)) ?? null;
