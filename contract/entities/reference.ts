/** Airlines, aircraft, airports, flights. Wire names and their order are specified, typos included (C76). */
import * as z from 'zod/mini';
import {
  code,
  codeOrNull,
  dayOrNull,
  flagOrNull,
  nestedRow,
  nullableText,
  number,
  numberOrNull,
  objectOrNull,
  type Row,
  text,
  textOrNull,
} from '../kinds.ts';

/** fleet = number of aircraft. */
export const airline = {
  airlineId: number,
  airlineName: text,
  iata: codeOrNull,
  icao: codeOrNull,
  fleet: numberOrNull,
  /** false = it ended, or never operated. Ours: another server of this API may lack it. */
  isActive: flagOrNull,
};
export type Airline = Row<typeof airline>;
const operator = z.object({ airlineName: z.string(), iata: nullableText, icao: nullableText });

/** age in years, manufactureDate `YYYY-MM-DD`. */
export const aircraft = {
  aircraftId: number,
  registration: code,
  airline: nestedRow(airline),
  typeCode: codeOrNull,
  aircraftType: textOrNull,
  serialNumber: codeOrNull,
  modeS: codeOrNull,
  age: numberOrNull,
  operator: objectOrNull(operator),
  manufactureDate: dayOrNull,
};
export type Aircraft = Row<typeof aircraft>;

export const airport = {
  airportId: number,
  airportName: text,
  airportType: code,
  city: textOrNull,
  continent: codeOrNull,
  isoCountry: codeOrNull,
  isoRegion: codeOrNull,
  airportIata: codeOrNull,
  airportICAO: codeOrNull,
  gpsCode: codeOrNull,
  localCode: codeOrNull,
  elevationFt: numberOrNull,
  latitudeDeg: number,
  longitudeDeg: number,
};
export type Airport = Row<typeof airport>;

/** MAP-17: fields of an airport on the map. */
export const mapAirport = {
  airportName: text,
  city: textOrNull,
  airportICAO: codeOrNull,
  airportIata: codeOrNull,
  latitudeDeg: number,
  longitudeDeg: number,
};
export type MapAirport = Row<typeof mapAirport>;

const hoursMinutes = z.object({ hours: z.number(), minutes: z.number() });
const flightAirport = z.object({ city: nullableText, airportIata: nullableText, airportId: z.number() });
export const flight = {
  flightCode: code,
  flightDate: code,
  fromAirport: objectOrNull(flightAirport),
  toAirport: objectOrNull(flightAirport),
  flightTime: objectOrNull(hoursMinutes),
  flightStd: objectOrNull(hoursMinutes),
  flightAtd: objectOrNull(hoursMinutes),
  flightSta: objectOrNull(hoursMinutes),
  flightStatus: textOrNull,
  flightLanded: objectOrNull(z.union([hoursMinutes, z.string()])),
  divertedToAirport: objectOrNull(z.union([flightAirport, z.string()])),
  aircraft: nestedRow(aircraft),
};
export type Flight = Row<typeof flight>;
