/**
 * The demo's airports and stations: real places, invented receivers. Must not: know aircraft or messages.
 */
export type Place = { readonly lat: number; readonly lon: number };
export type DemoAirport = Place & { readonly icao: string; readonly iata: string };
/** `feeder` = the demo account that feeds it; null = nobody named yet. */
export type DemoStation = Place & {
  readonly stationId: string;
  readonly city: string;
  readonly country: string;
  readonly address: string;
  readonly feeder: 'feeder' | 'company' | null;
  readonly iata: string;
  readonly icao: string;
  /** Names that its receivers send, by radio link. */
  readonly receivers: { readonly ACARS: string; readonly VDLM2?: string; readonly HFDL?: string };
};

const airport = (icao: string, iata: string, lat: number, lon: number): DemoAirport => ({ icao, iata, lat, lon });

const list = [
  airport('LROP', 'OTP', 44.571, 26.085),
  airport('LRCL', 'CLJ', 46.785, 23.686),
  airport('LRTR', 'TSR', 45.81, 21.338),
  airport('LOWW', 'VIE', 48.11, 16.57),
  airport('EDDF', 'FRA', 50.033, 8.571),
  airport('EDDM', 'MUC', 48.354, 11.786),
  airport('EGLL', 'LHR', 51.471, -0.461),
  airport('EHAM', 'AMS', 52.309, 4.764),
  airport('LFPG', 'CDG', 49.013, 2.55),
  airport('LEMD', 'MAD', 40.472, -3.561),
  airport('LIRF', 'FCO', 41.804, 12.251),
  airport('LTFM', 'IST', 41.262, 28.742),
  airport('LGAV', 'ATH', 37.936, 23.947),
  airport('EKCH', 'CPH', 55.618, 12.656),
  airport('BIKF', 'KEF', 63.985, -22.606),
  airport('OMDB', 'DXB', 25.253, 55.364),
  airport('KJFK', 'JFK', 40.64, -73.779),
  airport('KORD', 'ORD', 41.979, -87.905),
  airport('KDEN', 'DEN', 39.862, -104.673),
  airport('KLAX', 'LAX', 33.943, -118.408),
  airport('KPHX', 'PHX', 33.434, -112.012),
  airport('KMEM', 'MEM', 35.042, -89.977),
  airport('KLAS', 'LAS', 36.08, -115.152),
] as const;

/** @throws when the code is not in the list: a slip in fleet.ts */
export function airportOf(icao: string): DemoAirport {
  const found = list.find((one) => one.icao === icao);
  if (!found) throw new Error(`no demo airport ${icao}`);
  return found;
}

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
    ...(links === 'A' ? {} : { VDLM2: `${name}-VDL2` }),
    ...(links === 'AVH' ? { HFDL: `${name}-HFDL` } : {}),
  };
  return { stationId: String(number), city, country, address, feeder, iata, icao, lat, lon, receivers };
}

export const demoStations = [
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
] as const satisfies readonly DemoStation[];

const earthRadiusNmi = 3440.065;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** Great circle distance in nautical miles. */
export function distanceNmi(a: Place, b: Place): number {
  const [la, lb] = [radians(a.lat), radians(b.lat)];
  const h = Math.sin((lb - la) / 2) ** 2 + Math.cos(la) * Math.cos(lb) * Math.sin(radians(b.lon - a.lon) / 2) ** 2;
  return 2 * earthRadiusNmi * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The point at `fraction` (0 to 1) of the great circle from a to b. */
export function along(a: Place, b: Place, fraction: number): Place {
  const d = distanceNmi(a, b) / earthRadiusNmi;
  if (d === 0) return a;
  const [la, lb, oa, ob] = [radians(a.lat), radians(b.lat), radians(a.lon), radians(b.lon)];
  const [p, q] = [Math.sin((1 - fraction) * d) / Math.sin(d), Math.sin(fraction * d) / Math.sin(d)];
  const x = p * Math.cos(la) * Math.cos(oa) + q * Math.cos(lb) * Math.cos(ob);
  const y = p * Math.cos(la) * Math.sin(oa) + q * Math.cos(lb) * Math.sin(ob);
  const z = p * Math.sin(la) + q * Math.sin(lb);
  return { lat: degrees(Math.atan2(z, Math.hypot(x, y))), lon: degrees(Math.atan2(y, x)) };
}

/** Initial course from a to b, degrees clockwise from north, 0 to 359. */
export function courseDeg(a: Place, b: Place): number {
  const [la, lb, d] = [radians(a.lat), radians(b.lat), radians(b.lon - a.lon)];
  const course = degrees(
    Math.atan2(Math.sin(d) * Math.cos(lb), Math.cos(la) * Math.sin(lb) - Math.sin(la) * Math.cos(lb) * Math.cos(d)),
  );
  return Math.round((course + 360) % 360) % 360;
}
