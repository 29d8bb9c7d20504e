/** Demo aircraft and their rotations: some named, others generated, always the same. */
import { type CountryCode, newAircraft, unitedStatesAddress } from './addresses.ts';
import type { TypeDesignator } from './aircraft-types.ts';
import { type DemoAirline, demoAirlines } from './airlines.ts';
import { type Random, randomOf } from './random.ts';

export type DemoAircraft = {
  readonly tail: string;
  /** 24-bit address in the country's block (United States: calculated from the registration). */
  readonly icao: string;
  /** Airline as in an ACARS flight number (two characters), and as in a callsign. */
  readonly airline: string;
  readonly callSign: string;
  readonly type: TypeDesignator;
  /** Airports in order, repeated. The first flight number: each leg of a rotation adds one. */
  readonly round: readonly string[];
  readonly firstFlight: number;
  /** Once in this many rotations the first leg is diverted. */
  readonly diverts?: { readonly to: string; readonly inRounds: number };
  readonly hasVdl: boolean;
  readonly hasHf: boolean;
};

function aircraft(
  tail: string,
  icao: string | null,
  airline: string,
  callSign: string,
  type: TypeDesignator,
  round: string,
  firstFlight: number,
  links: DemoAirline['links'] = 'V',
): DemoAircraft {
  return {
    tail,
    icao: icao ?? unitedStatesAddress(tail),
    airline,
    callSign,
    type,
    round: round.split(' '),
    firstFlight,
    hasVdl: links.startsWith('V'),
    hasHf: links.endsWith('H'),
  };
}

/** The first of the fleet. */
export const namedFleet = [
  { ...aircraft('YR-BGX', '4A08D1', 'RO', 'ROT', 'B738', 'LROP EGLL', 391), diverts: { to: 'EHAM', inRounds: 9 } },
  aircraft('YR-ATQ', '4A0917', 'RO', 'ROT', 'AT76', 'LROP LRCL LROP LRTR', 641, ''),
  aircraft('YR-FKC', '4A0A22', 'V3', 'KRP', 'F100', 'LRTR LIRF LRTR EDDM', 211, ''),
  aircraft('YR-KMC', '4A0A2E', 'V3', 'KRP', 'F100', 'LRTR LROP LRTR LGAV', 301, ''),
  aircraft('HA-LXW', '471F88', 'W6', 'WZZ', 'A321', 'LROP LEMD LROP LIRF', 3103),
  aircraft('HA-LVZ', '471FA3', 'W6', 'WZZ', 'A21N', 'LRCL EGLL LRCL EDDF', 3301),
  aircraft('D-AIXQ', '3C6718', 'LH', 'DLH', 'A359', 'EDDF KORD', 430, 'VH'),
  {
    ...aircraft('D-AIWK', '3C66EB', 'LH', 'DLH', 'A320', 'EDDF LROP EDDF EGLL', 1418),
    diverts: { to: 'LRTR', inRounds: 2 },
  },
  aircraft('D-AINR', '3C65D2', 'LH', 'DLH', 'A20N', 'EDDM LTFM EDDM EKCH', 1770),
  aircraft('OE-LZQ', '440182', 'OS', 'AUA', 'A320', 'LOWW LFPG LOWW LROP', 411),
  aircraft('OE-LPG', '4401A7', 'OS', 'AUA', 'B772', 'LOWW KJFK', 87, 'VH'),
  aircraft('G-XWBR', '407D31', 'BA', 'BAW', 'A35K', 'EGLL KJFK', 177, 'VH'),
  aircraft('G-TTNX', '407DA8', 'BA', 'BAW', 'A20N', 'EGLL LIRF EGLL LEMD', 548),
  aircraft('PH-BXZ', '484F71', 'KL', 'KLM', 'B738', 'EHAM LOWW EHAM LROP', 1371),
  aircraft('PH-BQT', '484F9C', 'KL', 'KLM', 'B772', 'EHAM KLAX', 601, 'VH'),
  aircraft('F-HBNX', '394C8D', 'AF', 'AFR', 'A320', 'LFPG LIRF LFPG LEMD', 1204),
  aircraft('EC-NGX', '3461D6', 'IB', 'IBE', 'A333', 'LEMD KJFK', 6251, 'VH'),
  aircraft('EI-IXV', '4CAA4F', 'AZ', 'ITY', 'A320', 'LIRF LFPG LIRF EDDF', 318),
  aircraft('TC-LSN', '4BB26D', 'TK', 'THY', 'A21N', 'LTFM LOWW LTFM EDDF', 1885),
  aircraft('TC-JOZ', '4BA9FA', 'TK', 'THY', 'A333', 'LTFM OMDB LTFM EGLL', 760, 'VH'),
  aircraft('TF-ICX', '4CC4D8', 'FI', 'ICE', 'B38M', 'BIKF EGLL BIKF EKCH', 450, 'VH'),
  aircraft('N27431', null, 'UA', 'UAL', 'B738', 'KDEN KLAX KDEN KORD', 1209),
  aircraft('N419UX', null, 'UA', 'UAL', 'B39M', 'KDEN KJFK KDEN KPHX', 2302),
  aircraft('N512DN', null, 'DL', 'DAL', 'A321', 'KLAX KJFK', 416),
  aircraft('N906FD', null, 'FX', 'FDX', 'B752', 'KMEM KDEN KMEM KLAX', 1512, ''),
  aircraft('N8326W', null, 'WN', 'SWA', 'B738', 'KLAS KDEN KPHX KLAX', 971),
] as const satisfies readonly DemoAircraft[];

const seed = 20_100_418;

/** From its base to two different places and back, with another base another pair. */
function invented(airline: DemoAirline, taken: Set<string>, random: Random): DemoAircraft {
  const bases = airline.bases.split(' ') as [string, ...string[]];
  const base = random.pick(bases);
  const others = airline.destinations.split(' ').filter((icao) => icao !== base) as [string, ...string[]];
  const [there, elsewhere] = [random.pick(others), random.pick(others)];
  const country: CountryCode = airline.country;
  const { tail, icao } = newAircraft(country, taken, random);
  const round = there === elsewhere ? `${base} ${there}` : `${base} ${there} ${base} ${elsewhere}`;
  const firstFlight = random.whole(10, 940) * 10 + 1;
  const { iata, callSign, links, types } = airline;
  return aircraft(tail, icao, iata, callSign, random.pick(types), round, firstFlight, links);
}

function calculateFleet(): readonly DemoAircraft[] {
  const random = randomOf(seed, 0);
  const taken = new Set<string>(namedFleet.flatMap(({ tail, icao }) => [tail, icao]));
  const added = demoAirlines.flatMap((airline) =>
    Array.from({ length: airline.aircraft }, () => invented(airline, taken, random)),
  );
  return [...namedFleet, ...added];
}

export const demoFleet = calculateFleet();

type DemoRoute = { readonly callSign: string; readonly airline: string; readonly airports: readonly string[] };

/** Routes of the fleet's callsigns. One used by two aircraft on different routes is omitted. */
export function demoRoutes(): readonly DemoRoute[] {
  const routes = new Map<string, DemoRoute[]>();
  for (const { round, callSign: airline, firstFlight } of demoFleet)
    for (const [leg, from] of round.entries()) {
      const callSign = `${airline}${firstFlight + leg}`;
      const to = round[(leg + 1) % round.length] ?? from;
      routes.set(callSign, [...(routes.get(callSign) ?? []), { callSign, airline, airports: [from, to] }]);
    }
  return [...routes.values()].flatMap((ways) => (ways.length === 1 ? ways : []));
}
