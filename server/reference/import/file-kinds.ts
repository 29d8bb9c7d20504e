/** Supported files of reference data, and the rows they contain. */

import { parseInstant } from '../../../contract/params.ts';
import { aircraftAddress } from '../../base/json-values.ts';
import { typeNameOf } from '../data-files.ts';
import { airportIcaoOf, codeOf, numberOf, textOf } from '../source-values.ts';
import { type Target, targets } from './targets.ts';

/** Values of a row by column, names in lower case. */
export type Fields = Readonly<Record<string, string>>;
/** `key` = unique within the file. `note` = dropped values of the row. */
type RowRead =
  | { readonly key: string; readonly values: readonly (string | number | boolean | null)[]; readonly note?: string }
  | { readonly rejected: string };

export type FileKind = {
  readonly title: string;
  readonly target: Target;
  /** Identifying columns, in lower case. Others may be in between. */
  readonly columns: readonly string[];
  readonly read: (fields: Fields) => RowRead;
};

/** Longer texts are an error of the file. */
const maxText = 300;
const isTooLong = (values: readonly unknown[]): boolean =>
  values.some((value) => typeof value === 'string' && value.length > maxText);
const row = (key: string, values: readonly (string | number | boolean | null)[], note?: string): RowRead =>
  isTooLong(values)
    ? { rejected: `a value is longer than ${maxText} characters` }
    : { key, values, ...(note ? { note } : {}) };

const designatorOf = (text: string | undefined): string | null => {
  const code = textOf(text)?.toUpperCase() ?? '';
  return /^[A-Z0-9-]{2,4}$/.test(code) ? code : null;
};
/** The model after its manufacturer, unless it already starts with it. */
function nameOf(manufacturer: string | null, model: string | null): string | null {
  if (!manufacturer || !model || model.toLowerCase().startsWith(manufacturer.toLowerCase()))
    return model ?? manufacturer;
  return `${manufacturer} ${model}`;
}

type AircraftParts = {
  readonly address: string | undefined;
  readonly registration: string | undefined;
  readonly typeCode: string | null;
  readonly typeName: string | null;
  readonly serialNumber: string | undefined;
  readonly operator: readonly [name: string | null, iata: string | null, icao: string | null];
  readonly date: string | null;
  readonly note?: string | undefined;
};

/** In the column order of `targets.aircraft`. */
function aircraftRow(parts: AircraftParts): RowRead {
  // Nor 000000 or FFFFFF, which transponders without an address send: every frame of one would be of this aircraft and its operator.
  const modeS = aircraftAddress(parts.address);
  if (!modeS) return { rejected: 'no 24 bit address of six hexadecimal digits' };
  const registration = textOf(parts.registration)?.toUpperCase();
  if (!registration) return { rejected: 'no registration' };
  const type = parts.typeName ?? typeNameOf(parts.typeCode);
  const values = [registration, modeS, parts.typeCode, type, textOf(parts.serialNumber), ...parts.operator, parts.date];
  return row(modeS, values, parts.note);
}

const dateLeftOut = 'invalid manufacture date skipped';
/** A year alone is its first day. An invalid date is dropped, with a note. */
function dateOf(text: string | undefined): { date: string | null; note?: string } {
  const date = textOf(text);
  if (date === null) return { date };
  if (/^(19|20)\d\d$/.test(date)) return { date: `${date}-01-01` };
  const day = date.slice(0, 10);
  const isDay = /^(19|20)\d\d-\d\d-\d\d$/.test(day) && parseInstant(`${day}T00:00`) !== null;
  return isDay ? { date: day } : { date: null, note: dateLeftOut };
}

const ourAirports: FileKind = {
  title: 'airports (OurAirports)',
  target: targets.airports,
  columns: ['id', 'ident', 'type', 'name', 'latitude_deg', 'longitude_deg', 'iso_country', 'iata_code'],
  read: (fields) => {
    const id = numberOf(fields.id);
    if (id === null || !Number.isSafeInteger(id) || id < 1) return { rejected: 'the id is not a number' };
    const name = textOf(fields.name);
    const type = textOf(fields.type);
    if (!name || !type) return { rejected: 'no name or no type' };
    const latitude = numberOf(fields.latitude_deg);
    const longitude = numberOf(fields.longitude_deg);
    if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
      return { rejected: 'latitude or longitude is not a valid number' };
    const texts = [fields.municipality, fields.continent, fields.iso_country, fields.iso_region, fields.iata_code];
    const codes = [airportIcaoOf(fields), textOf(fields.gps_code), textOf(fields.local_code)];
    const elevation = numberOf(fields.elevation_ft);
    return row(String(id), [id, name, type, ...texts.map(textOf), ...codes, elevation, latitude, longitude]);
  },
};

const virtualRadarAircraft: FileKind = {
  title: 'aircraft (Virtual Radar)',
  target: targets.aircraft,
  columns: ['icao', 'registration', 'modelicao', 'manufacturer', 'model', 'operator', 'airlinecode', 'yearbuilt'],
  read: (fields) =>
    aircraftRow({
      address: fields.icao,
      registration: fields.registration,
      typeCode: designatorOf(fields.modelicao),
      typeName: textOf(fields.manufacturerandmodel) ?? nameOf(textOf(fields.manufacturer), textOf(fields.model)),
      serialNumber: fields.serialnumber,
      operator: [textOf(fields.operator), codeOf(fields.airlinecode, 2), codeOf(fields.airlinecode, 3)],
      ...dateOf(fields.yearbuilt),
    }),
};

/** Both formats published by OpenSky, the older with `operatoricao`, the newer with `operatorIcao` and single quotes. */
const openSkyAircraft: FileKind = {
  title: 'aircraft (OpenSky)',
  target: targets.aircraft,
  columns: ['icao24', 'registration', 'manufacturername', 'model', 'typecode', 'serialnumber', 'operatoricao', 'built'],
  read: (fields) =>
    aircraftRow({
      address: fields.icao24,
      registration: fields.registration,
      typeCode: designatorOf(fields.typecode),
      typeName: nameOf(textOf(fields.manufacturername), textOf(fields.model)),
      serialNumber: fields.serialnumber,
      operator: [
        textOf(fields.operator) ?? textOf(fields.owner),
        codeOf(fields.operatoriata, 2),
        codeOf(fields.operatoricao, 3),
      ],
      ...dateOf(fields.built),
    }),
};

const virtualRadarAirlines: FileKind = {
  title: 'airlines (Virtual Radar)',
  target: targets.airlines,
  columns: ['code', 'name', 'icao', 'iata', 'charterflightpattern'],
  read: (fields) => {
    const name = textOf(fields.name);
    if (!name) return { rejected: 'no name' };
    const [iata, icao] = [codeOf(fields.iata, 2), codeOf(fields.icao, 3)];
    if (!iata && !icao) return { rejected: 'neither an IATA nor an ICAO code' };
    return row(icao ?? `${iata} ${name.toLowerCase()}`, [name, iata, icao]);
  },
};

const virtualRadarTypes: FileKind = {
  title: 'aircraft types (Virtual Radar)',
  target: targets.types,
  columns: ['icao', 'manufacturer', 'model', 'enginetypecode', 'speciescode'],
  read: (fields) => {
    const code = designatorOf(fields.icao);
    if (!code) return { rejected: 'no type designator of two to four characters' };
    const name = nameOf(textOf(fields.manufacturer), textOf(fields.model));
    return name ? row(`${code} ${name}`, [code, name]) : { rejected: 'neither manufacturer nor model' };
  },
};

const virtualRadarRoutes: FileKind = {
  title: 'routes (Virtual Radar)',
  target: targets.routes,
  columns: ['callsign', 'code', 'number', 'airlinecode', 'airportcodes'],
  read: (fields) => {
    const callSign = textOf(fields.callsign)?.toUpperCase() ?? '';
    if (!/^[A-Z0-9]{2,8}$/.test(callSign)) return { rejected: 'no call sign' };
    const airports = (textOf(fields.airportcodes) ?? '').toUpperCase();
    if (!/^[A-Z0-9]{3,4}(-[A-Z0-9]{3,4})+$/.test(airports)) return { rejected: 'fewer than two airports' };
    return row(callSign, [callSign, codeOf(fields.airlinecode, 3), textOf(fields.number), airports]);
  },
};

export const fileKinds: readonly FileKind[] = [
  ourAirports,
  virtualRadarAircraft,
  virtualRadarAirlines,
  virtualRadarTypes,
  virtualRadarRoutes,
  openSkyAircraft,
];
