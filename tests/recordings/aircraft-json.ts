/**
 * An aircraft.json as readsb writes it: 80 aircraft, two on the ground, one with an old position, three without any.
 * The fields are documented by readsb, every value is invented.
 */
import { readReal, withReal } from '../support/real-data.ts';

type Json = Readonly<Record<string, unknown>>;
type AircraftFile = { readonly now: number; readonly messages: number; readonly aircraft: readonly Json[] };
/** `placed` = aircraft with a position, even an old one. */
type Named = { readonly name: string; readonly file: AircraftFile; readonly placed: number };

const always = (n: number): Json => ({
  hex: (0xa4_00_00 + n).toString(16),
  type: 'adsb_icao',
  r: `N4${String(n).padStart(2, '0')}TR`,
  t: 'B738',
  version: 2,
  sil_type: 'perhour',
  mlat: [],
  tisb: [],
  messages: 40 + n,
  seen: n / 10,
  rssi: -20 - n / 10,
});
const airborne = (n: number): Json => ({
  ...always(n),
  flight: `TRX${100 + n}`.padEnd(8),
  alt_baro: 8000 + n * 400,
  alt_geom: 8350 + n * 400,
  gs: 280.4 + n,
  track: (n * 4.5) % 360,
  baro_rate: ((n % 9) - 4) * 64,
  squawk: '2000',
  emergency: 'none',
  category: 'A3',
  nav_modes: ['autopilot', 'althold', 'tcas'],
  lat: 39.875 + n / 64,
  lon: -104.75 + n / 32,
  nic: 8,
  rc: 186,
  seen_pos: 0.5 + n / 4,
  nac_p: 9,
  sil: 3,
});
/** `track` and climb are unknown on the ground, and the altitude is a word. */
const onGround = (n: number): Json => {
  const { track: _, baro_rate: __, alt_geom: ___, ...rest } = airborne(n);
  return { ...rest, alt_baro: 'ground', gs: 6.5, true_heading: 120.5 };
};
const lost = (n: number): Json => ({
  ...always(n),
  lastPosition: { lat: 38.25, lon: -103.5, nic: 8, seen_pos: 70.5 },
});
const withoutPosition = (n: number): Json => ({ ...always(n), type: 'mode_s', alt_baro: 37_000 });

const own: AircraftFile = {
  now: Date.UTC(2025, 2, 14, 9) / 1000,
  messages: 123_456,
  aircraft: [
    ...Array.from({ length: 74 }, (_, n) => airborne(n)),
    onGround(74),
    onGround(75),
    lost(76),
    ...[77, 78, 79].map(withoutPosition),
  ],
};

const real = (number: number, placed: number): Named => ({
  name: `real file ${number}`,
  file: JSON.parse(readReal(`aircraft-json/sdre_aircraft_${number}.json`)) as AircraftFile,
  placed,
});
export const aircraftFiles: readonly Named[] = withReal([{ name: 'our own', file: own, placed: 77 }], () => [
  real(1, 63),
  real(2, 68),
  real(3, 78),
]).flat();
