/** Demo stations: real places, invented receivers. */

import type { Place } from '../base/geometry.ts';
import { airportOf } from './airports.ts';

/** `feeder` = demo account of the feeder. null = none yet. */
export type DemoStation = Place & {
  readonly stationId: string;
  readonly city: string;
  readonly country: string;
  readonly address: string;
  readonly feeder: 'feeder' | 'company' | null;
  readonly iata: string;
  readonly icao: string;
  /** Names sent by its receivers, by link. */
  readonly receivers: {
    readonly ACARS: string;
    readonly ADSB: string;
    readonly VDLM2?: string;
    readonly HFDL?: string;
  };
};

function station(
  number: number,
  icao: string,
  city: string,
  country: string,
  address: string,
  feeder: DemoStation['feeder'],
  links: 'A' | 'AV' | 'AVH',
): DemoStation {
  const { iata, lat, lon } = airportOf(icao);
  const name = `DL-${icao}`;
  const receivers = {
    ACARS: `${name}-ACARS`,
    ADSB: `${name}-ADSB`,
    ...(links === 'A' ? {} : { VDLM2: `${name}-VDL2` }),
    ...(links === 'AVH' ? { HFDL: `${name}-HFDL` } : {}),
  };
  return { stationId: String(number), city, country, address, feeder, iata, icao, lat, lon, receivers };
}

export const demoStations: readonly [DemoStation, ...DemoStation[]] = [
  station(1001, 'LROP', 'Bucharest', 'Romania', 'Calea Bucurestilor 224E, Otopeni', 'feeder', 'AVH'),
  station(1002, 'LRTR', 'Timisoara', 'Romania', 'Strada Aeroport 2, Ghiroda', 'company', 'AV'),
  station(1003, 'LOWW', 'Vienna', 'Austria', 'Einfahrtsstrasse 1, Schwechat', 'feeder', 'AV'),
  station(1004, 'EDDF', 'Frankfurt', 'Germany', 'Hugo-Eckener-Ring, Frankfurt am Main', 'feeder', 'AV'),
  station(1005, 'EGLL', 'London', 'United Kingdom', 'Nelson Road, Hounslow', 'feeder', 'AV'),
  station(1006, 'LEMD', 'Madrid', 'Spain', 'Avenida de la Hispanidad, Madrid', null, 'AV'),
  station(1007, 'LIRF', 'Rome', 'Italy', 'Via dell Aeroporto di Fiumicino, Fiumicino', 'company', 'AV'),
  station(1008, 'LTFM', 'Istanbul', 'Turkey', 'Terminal Caddesi 1, Arnavutkoy', 'feeder', 'AV'),
  station(1009, 'BIKF', 'Keflavik', 'Iceland', 'Reykjanesbraut, Keflavik', 'feeder', 'AVH'),
  station(1010, 'KJFK', 'New York', 'United States', 'Van Wyck Expressway, Queens', null, 'AVH'),
  station(1011, 'KDEN', 'Denver', 'United States', '8500 Pena Boulevard, Denver', 'feeder', 'A'),
  station(1012, 'KLAX', 'Los Angeles', 'United States', '1 World Way, Los Angeles', null, 'AV'),
  station(1013, 'EHAM', 'Amsterdam', 'Netherlands', 'Evert van de Beekstraat 202, Schiphol', 'feeder', 'AV'),
  station(1014, 'LFPG', 'Paris', 'France', 'Rue de Rome, Tremblay-en-France', null, 'AV'),
  station(1015, 'EDDM', 'Munich', 'Germany', 'Nordallee 25, Munich', null, 'AV'),
  station(1016, 'EKCH', 'Copenhagen', 'Denmark', 'Lufthavnsboulevarden 6, Kastrup', 'feeder', 'AV'),
  station(1017, 'EPWA', 'Warsaw', 'Poland', 'Zwirki i Wigury 1, Warsaw', null, 'AV'),
  station(1018, 'KORD', 'Chicago', 'United States', '10000 West Balmoral Avenue, Chicago', null, 'AV'),
  station(1019, 'KATL', 'Atlanta', 'United States', '6000 North Terminal Parkway, Atlanta', 'feeder', 'A'),
  station(1020, 'KDFW', 'Dallas', 'United States', '2400 Aviation Drive, Dallas', null, 'AV'),
];
