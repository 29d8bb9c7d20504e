/** Details of an aircraft from a response of any shape (C112), and links to its lists. Unknown fields keep their own names. Own file: pure, tested without a screen. */
import { oneLine } from '../../../lib/format.ts';
import { dayText } from '../../../lib/time.ts';

export type AircraftFacts = {
  readonly registration: string | null;
  /** Id of this API, for the flights of the aircraft. */
  readonly aircraftId: number | null;
  /** Label and text. */
  readonly facts: readonly (readonly [string, string])[];
};

const longestText = 200;
const maxOthers = 12;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  return oneLine(value.trim().slice(0, longestText));
}

/** `Tarom (RO, ROT)`. */
function airlineText(value: unknown): string | null {
  if (!isFields(value)) return textOf(value);
  const name = textOf(value.airlineName) ?? textOf(value.name);
  const codes = [value.iata, value.icao].map(textOf).filter((code) => code !== null);
  return withCodes(name, codes);
}

function withCodes(name: string | null, codes: readonly string[]): string | null {
  if (name === null) return codes.join(', ') || null;
  return codes.length > 0 ? `${name} (${codes.join(', ')})` : name;
}

/** null = no information at all. */
export function readAircraftFacts(body: unknown): AircraftFacts | null {
  const fields = aircraftIn(body);
  if (!fields) return null;
  const registration = textOf(fields.registration) ?? textOf(fields.tail);
  const typeCode = textOf(fields.typeCode);
  const day = textOf(fields.manufactureDate);
  const known: readonly (readonly [string, string | null])[] = [
    ['Registration', registration],
    ['Type', withCodes(textOf(fields.aircraftType), typeCode ? [typeCode] : [])],
    ['Airline', airlineText(fields.airline)],
    ['Operator', airlineText(fields.operator)],
    ['Serial number', textOf(fields.serialNumber)],
    ['Manufactured', day && dayText(day)],
  ];
  const facts = known.filter((fact): fact is readonly [string, string] => fact[1] !== null);
  const others = otherFacts(fields);
  if (facts.length + others.length === 0) return null;
  const id = fields.aircraftId;
  return {
    registration,
    aircraftId: typeof id === 'number' && Number.isInteger(id) && id > 0 ? id : null,
    facts: [...facts, ...others],
  };
}

/** The aircraft itself, in a list, or under a name. */
function aircraftIn(body: unknown): Fields | null {
  const one = Array.isArray(body) ? body[0] : body;
  if (!isFields(one)) return null;
  const inner = Array.isArray(one.aircraft) ? one.aircraft[0] : one.aircraft;
  return isFields(inner) ? inner : one;
}

/** Shown above, elsewhere in the panel, or meaningless to a user. */
const hidden = new Set([
  'id',
  'aircraftId',
  'registration',
  'tail',
  'typeCode',
  'aircraftType',
  'airline',
  'operator',
  'serialNumber',
  'manufactureDate',
  'age',
  'modeS',
  'icao24',
  'icao',
]);

function otherFacts(fields: Fields): readonly (readonly [string, string])[] {
  return Object.entries(fields)
    .flatMap(([name, value]) => {
      const text = hidden.has(name) || typeof value === 'object' ? null : textOf(value);
      return text === null ? [] : [[oneLine(name.slice(0, 40)), text] as const];
    })
    .slice(0, maxOthers);
}

type ListLink = {
  readonly label: string;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
};

/** Lists that can be filtered by this aircraft. Pure. */
export function listLinks(icao: string, aircraftId: number | null, isCompanyMap: boolean): readonly ListLink[] {
  if (isCompanyMap)
    return [
      { label: 'ACARS raw', to: '/akrx', search: { icao } },
      { label: 'ACARS per aircraft', to: '/acarsWithExtDataCompany', search: { modeS: icao } },
      { label: 'ADS-B', to: '/adsbCompany', search: { icao } },
    ];
  return [
    { label: 'ACARS raw', to: '/akrxAll', search: { icao } },
    { label: 'ACARS per aircraft', to: '/acarsWithExtData', search: { modeS: icao } },
    { label: 'ADS-B', to: '/adsb', search: { icao } },
    ...(aircraftId === null ? [] : [{ label: 'Flights', to: `/flights/${aircraftId}`, search: {} }]),
  ];
}
