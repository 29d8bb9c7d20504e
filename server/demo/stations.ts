/** Demo stations: real places, invented receivers, and which of them receive a position. */
import { distanceNmi, type Place } from '../base/geometry.ts';
import { airportOf } from './airports.ts';
import type { Random } from './random.ts';

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

// ---- Stations in range of a position, with signal strength and quality.

export type InReach = { readonly station: DemoStation; readonly nmi: number };

const nmiPerDegree = 60;

/** VHF and 1090 MHz reach the radio horizon, on the ground a few miles. */
export const horizonNmi = (altFt: number): number => (altFt > 0 ? 15 + 1.23 * Math.sqrt(altFt) : 8);

/** Nearest first. */
export function stationsInReach(place: Place, maxNmi: number, minNmi = 0): InReach[] {
  const found: InReach[] = [];
  for (const station of demoStations) {
    if (Math.abs(station.lat - place.lat) * nmiPerDegree > maxNmi) continue;
    const nmi = distanceNmi(place, station);
    if (nmi >= minNmi && nmi <= maxNmi) found.push({ station, nmi });
  }
  return found.sort((a, b) => a.nmi - b.nmi);
}

/** Constant delay of a receiver's clock, seconds. */
export const clockErrorSeconds = (station: DemoStation): number => ((Number(station.stationId) * 37) % 45) / 100;

/** Wrong characters beyond which a receiver discards a block. */
const maxWrong = 3;
/** Below this level characters are corrupted, more with weaker signals. */
const weakDb = -19;

type CorruptedText = { readonly text: string; readonly wrong: number };

/** A text received without error correction: single bits of characters are flipped. */
export function corruptText(text: string, levelDb: number, random: Random): CorruptedText {
  const rate = 0.025 * Math.min(1, Math.max(0, (weakDb - levelDb) / 16)) ** 2;
  let received = '';
  let wrong = 0;
  for (const character of text) {
    const isWrong = wrong < maxWrong && character > ' ' && random.chance(rate);
    received += isWrong ? turned(character, random) : character;
    if (isWrong) wrong++;
  }
  return { text: received, wrong };
}

/** Another visible character, one bit away. */
function turned(character: string, random: Random): string {
  const first = random.whole(0, 5);
  for (let i = 0; i < 6; i++) {
    const code = character.charCodeAt(0) ^ (1 << ((first + i) % 6));
    if (code > 32 && code < 127) return String.fromCharCode(code);
  }
  return character;
}
