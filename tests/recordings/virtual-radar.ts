/**
 * Reference data in the columns of Virtual Radar's standing data, with real file sizes.
 * Every row of ours is invented except Lufthansa and the Airbus A320, which the product already has.
 */
import { readReal, withReal } from '../support/real-data.ts';

type StandingData = {
  readonly name: string;
  readonly aircraft: { readonly csv: string; readonly rows: number; readonly unregistered: number };
  readonly airlines: { readonly csv: string; readonly rows: number };
  /** `repeated` = types that occur twice in the file, null = not counted. */
  readonly types: { readonly csv: string; readonly rows: number; readonly repeated: number | null };
  readonly routes: { readonly csv: string; readonly rows: number };
  /** By 24 bit address, as the API returns them. The first one has no year, the second one has. */
  readonly samples: readonly (readonly [modeS: string, aircraft: object])[];
};

type Row = readonly (string | number)[];
const csvOf = (header: string, rows: readonly Row[]): string =>
  [header, ...rows.map((row) => row.join(','))].join('\n');
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
/** AAA, AAB ... ZZZ */
const letters = (n: number): string =>
  [676, 26, 1].map((unit) => String.fromCharCode(65 + (Math.floor(n / unit) % 26))).join('');

const addressOf = (n: number): string => (0xa4_00_00 + n).toString(16).toUpperCase();
const headers = {
  aircraft:
    'ICAO,Registration,ModelICAO,Manufacturer,Model,ManufacturerAndModel,IsPrivateOperator,Operator,AirlineCode,SerialNumber,YearBuilt',
  airlines: 'Code,Name,ICAO,IATA,PositioningFlightPattern,CharterFlightPattern',
  types: 'ICAO,Manufacturer,Model,Engines,EngineTypeCode,EnginePlacementCode,SpeciesCode,WakeTurbulenceCode,IsActive',
  routes: 'Callsign,Code,Number,AirlineCode,AirportCodes',
} as const;
const airliner = ['A320', 'Airbus', 'A320-232', 'Airbus A320-232', 0] as const;

const own: StandingData = {
  name: 'our own',
  aircraft: {
    rows: 1500,
    unregistered: 5,
    csv: csvOf(headers.aircraft, [
      ...times(5, (n): Row => [addressOf(n), '', '-GND', '', '', '', '', '', '', '', '']),
      ...times(1495, (n): Row => {
        const operator = n % 2 ? ['Fixture Air', 'XFX'] : ['Lufthansa', 'DLH'];
        return [addressOf(5 + n), `N${1000 + n}TR`, ...airliner, ...operator, 6000 + n, n % 2 ? 1993 : ''];
      }),
    ]),
  },
  airlines: {
    rows: 6000,
    // DLH is not among the even ones.
    csv: csvOf(headers.airlines, [
      ['DLH', 'Lufthansa', 'DLH', 'LH', '', ''],
      ['1B', 'Fixture network', '', '1B', '', ''],
      ...times(5998, (n): Row => [letters(2 * n), `Fixture ${letters(2 * n)}`, letters(2 * n), '', '', '']),
    ]),
  },
  types: {
    rows: 11_000,
    repeated: 84,
    csv: csvOf(headers.types, [
      ['-GND', '', 'Ground Vehicle', '', '', '', '', '', 1],
      ['A320', 'Airbus', 'A-320', 2, 'J', '', 'L', 'M', 1],
      // One designator has many models.
      ...times(
        10_998,
        (n): Row => [`F${letters((n % 10_914) % 900)}`, 'Fixture', `${n % 10_914}`, 2, 'J', '', 'L', 'M', 1],
      ),
    ]),
  },
  routes: {
    rows: 3000,
    csv: csvOf(
      headers.routes,
      times(3000, (n): Row => [`XFX${n + 1}`, 'XFX', n + 1, 'XFX', n % 3 ? 'KABQ-KPHX' : 'KABQ-KDEN-KPHX']),
    ),
  },
  samples: [
    [
      addressOf(5),
      {
        registration: 'N1000TR',
        typeCode: 'A320',
        aircraftType: 'Airbus A320-232',
        serialNumber: '6000',
        manufactureDate: null,
        age: null,
        operator: { airlineName: 'Lufthansa', iata: null, icao: 'DLH' },
        airline: { airlineId: 3320, icao: 'DLH' },
      },
    ],
    [
      addressOf(6),
      { registration: 'N1001TR', manufactureDate: '1993-01-01', operator: { airlineName: 'Fixture Air' } },
    ],
  ],
};

const real = (): StandingData => ({
  name: 'real files',
  aircraft: { rows: 1500, unregistered: 5, csv: readReal('reference/vrs-aircraft.csv') },
  airlines: { rows: 5964, csv: readReal('reference/vrs-airlines.csv') },
  types: { rows: 11_084, repeated: null, csv: readReal('reference/vrs-model-type.csv') },
  routes: { rows: 3000, csv: readReal('reference/vrs-routes.csv') },
  samples: [
    [
      '0081EF',
      {
        registration: 'ZS-SZE',
        typeCode: 'A320',
        aircraftType: 'Airbus A320-232',
        serialNumber: '6147',
        manufactureDate: null,
        age: null,
        operator: { airlineName: 'South African Airways', iata: null, icao: 'SAA' },
        airline: { airlineName: 'South African Airways', icao: 'SAA' },
      },
    ],
    ['00800A', { manufactureDate: '1993-01-01' }],
  ],
});

export const standingData: readonly StandingData[] = withReal(own, real);
