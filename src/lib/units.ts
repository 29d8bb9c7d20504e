/** Units of derived values: one table of what each system shows, and the only place that writes a value with its unit (decision 40). Pure. */
import { formatCount, formatNumber, measured } from './format.ts';

const unitSystems = ['aviation', 'metric', 'imperial'] as const;
export type UnitSystem = (typeof unitSystems)[number];

/** `sign` is shown, `word` is read to users of screen readers. `decimals` = digits after the point. */
export type Unit = {
  readonly sign: string;
  readonly word: string;
  readonly from: (value: number) => number;
  readonly decimals?: number;
};
/** Stored values: altitude ft, speed kt, distance nmi, climb ft/min, temperature °C, visibility m, land (a distance on the ground) km. */
export type Quantity = 'altitude' | 'speed' | 'distance' | 'climb' | 'temperature' | 'visibility' | 'land';
export type Units = { readonly system: UnitSystem } & Readonly<Record<Quantity, Unit>>;

const metresPerFoot = 0.3048;
export const kmPerNmi = 1.852;
const kmPerMile = 1.609344;
const same = (value: number): number => value;

const feet: Unit = { sign: 'ft', word: 'feet', from: same };
const feetPerMinute: Unit = { sign: 'ft/min', word: 'feet per minute', from: same };
const celsius: Unit = { sign: '°C', word: 'degrees Celsius', from: same };
const kilometres: Unit = { sign: 'km', word: 'kilometres', from: (m) => m / 1000, decimals: 1 };
const kilometresOnLand: Unit = { sign: 'km', word: 'kilometres', from: same };
const miles = (kmPerStored: number, decimals = 0): Unit => ({
  sign: 'mi',
  word: 'miles',
  from: (value) => (value * kmPerStored) / kmPerMile,
  decimals,
});

const tables: Readonly<Record<UnitSystem, Units>> = {
  aviation: {
    system: 'aviation',
    altitude: feet,
    speed: { sign: 'kt', word: 'knots', from: same },
    distance: { sign: 'nmi', word: 'nautical miles', from: same },
    climb: feetPerMinute,
    temperature: celsius,
    visibility: kilometres,
    land: kilometresOnLand,
  },
  metric: {
    system: 'metric',
    altitude: { sign: 'm', word: 'metres', from: (ft) => ft * metresPerFoot },
    speed: { sign: 'km/h', word: 'kilometres per hour', from: (kt) => kt * kmPerNmi },
    distance: { sign: 'km', word: 'kilometres', from: (nmi) => nmi * kmPerNmi },
    climb: { sign: 'm/s', word: 'metres per second', from: (rate) => (rate * metresPerFoot) / 60, decimals: 1 },
    temperature: celsius,
    visibility: kilometres,
    land: kilometresOnLand,
  },
  imperial: {
    system: 'imperial',
    altitude: feet,
    speed: { sign: 'mph', word: 'miles per hour', from: (kt) => (kt * kmPerNmi) / kmPerMile },
    distance: miles(kmPerNmi),
    climb: feetPerMinute,
    temperature: { sign: '°F', word: 'degrees Fahrenheit', from: (celsius) => celsius * 1.8 + 32 },
    visibility: miles(0.001, 1),
    land: miles(1),
  },
};
export const unitsOf = (system: UnitSystem): Units => tables[system];
export const isUnitSystem = (text: unknown): text is UnitSystem =>
  typeof text === 'string' && Object.hasOwn(tables, text);

/** `36,000`: grouped, with a true minus, without the unit, such as for a column that has it in its header. */
export function amountText({ from, decimals = 0 }: Unit, value: number): string {
  const rounded = Number(from(value).toFixed(decimals));
  const [whole = '', part] = formatNumber(Math.abs(rounded)).split('.');
  return `${rounded < 0 ? '−' : ''}${formatCount(Number(whole))}${part === undefined ? '' : `.${part}`}`;
}

/** `450 kt`. */
export const measureText = (unit: Unit, value: number): string => measured(amountText(unit, value), unit.sign);
/** `450 knots`, for names that are only read. */
export const spokenText = (unit: Unit, value: number): string => `${amountText(unit, value)} ${unit.word}`;
