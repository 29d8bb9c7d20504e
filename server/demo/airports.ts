/** Airports of the demo: real places. */
import type { Place } from '../base/geometry.ts';

export type DemoAirport = Place & { readonly icao: string; readonly iata: string };

const airport = (icao: string, iata: string, lat: number, lon: number): DemoAirport => ({ icao, iata, lat, lon });

const list = [
  airport('LROP', 'OTP', 44.571, 26.085),
  airport('LRCL', 'CLJ', 46.785, 23.686),
  airport('LRTR', 'TSR', 45.81, 21.338),
  airport('LOWW', 'VIE', 48.11, 16.57),
  airport('LHBP', 'BUD', 47.437, 19.256),
  airport('LBSF', 'SOF', 42.695, 23.406),
  airport('EPWA', 'WAW', 52.166, 20.967),
  airport('EDDF', 'FRA', 50.033, 8.571),
  airport('EDDM', 'MUC', 48.354, 11.786),
  airport('EDDB', 'BER', 52.362, 13.501),
  airport('LSZH', 'ZRH', 47.458, 8.548),
  airport('EGLL', 'LHR', 51.471, -0.461),
  airport('EGCC', 'MAN', 53.354, -2.275),
  airport('EIDW', 'DUB', 53.421, -6.27),
  airport('EHAM', 'AMS', 52.309, 4.764),
  airport('EBBR', 'BRU', 50.901, 4.484),
  airport('LFPG', 'CDG', 49.013, 2.55),
  airport('LFMN', 'NCE', 43.658, 7.216),
  airport('LEMD', 'MAD', 40.472, -3.561),
  airport('LEBL', 'BCN', 41.297, 2.078),
  airport('LPPT', 'LIS', 38.781, -9.136),
  airport('LIRF', 'FCO', 41.804, 12.251),
  airport('LIMC', 'MXP', 45.63, 8.723),
  airport('LTFM', 'IST', 41.262, 28.742),
  airport('LGAV', 'ATH', 37.936, 23.947),
  airport('EKCH', 'CPH', 55.618, 12.656),
  airport('ESSA', 'ARN', 59.652, 17.919),
  airport('ENGM', 'OSL', 60.194, 11.1),
  airport('EFHK', 'HEL', 60.317, 24.963),
  airport('BIKF', 'KEF', 63.985, -22.606),
  airport('OMDB', 'DXB', 25.253, 55.364),
  airport('OTHH', 'DOH', 25.273, 51.608),
  airport('KJFK', 'JFK', 40.64, -73.779),
  airport('KBOS', 'BOS', 42.364, -71.005),
  airport('KEWR', 'EWR', 40.693, -74.169),
  airport('KMIA', 'MIA', 25.793, -80.291),
  airport('KATL', 'ATL', 33.637, -84.428),
  airport('KORD', 'ORD', 41.979, -87.905),
  airport('KDFW', 'DFW', 32.897, -97.038),
  airport('KIAH', 'IAH', 29.984, -95.341),
  airport('KDEN', 'DEN', 39.862, -104.673),
  airport('KLAX', 'LAX', 33.943, -118.408),
  airport('KSFO', 'SFO', 37.619, -122.375),
  airport('KSEA', 'SEA', 47.449, -122.309),
  airport('KPHX', 'PHX', 33.434, -112.012),
  airport('KMEM', 'MEM', 35.042, -89.977),
  airport('KLAS', 'LAS', 36.08, -115.152),
] as const;

const byCode = new Map(list.map((one) => [one.icao, one]));

/** @throws if the code is not in the list: an error in fleet.ts, airlines.ts or stations.ts */
export function airportOf(icao: string): DemoAirport {
  const found = byCode.get(icao);
  if (!found) throw new Error(`no demo airport ${icao}`);
  return found;
}
