/** Demo airlines: routes, types and fleet sizes. Own file: facts about real airlines, apart from the invented fleet. */
import type { CountryCode } from './addresses.ts';
import type { TypeDesignator } from './aircraft-types.ts';

export type DemoAirline = {
  /** As in an ACARS flight number (two characters), and as in a callsign. */
  readonly iata: string;
  readonly callSign: string;
  readonly country: CountryCode;
  readonly bases: string;
  readonly destinations: string;
  readonly types: readonly [TypeDesignator, ...TypeDesignator[]];
  readonly aircraft: number;
  /** V = VDL2 besides ACARS on VHF, H = HF data link. */
  readonly links: '' | 'V' | 'VH';
};

const central = 'LROP LOWW EDDF EDDM LHBP EPWA LSZH LRTR LRCL';
const western = 'EGLL EHAM LFPG EDDF EBBR LSZH EDDB LIMC LFMN EKCH';
const southern = 'LIRF LEBL LEMD LFMN LIMC LGAV LTFM';
const american = 'KORD KDFW KATL KDEN KJFK KLAX KPHX KLAS';

function airline(
  iata: string,
  callSign: string,
  country: CountryCode,
  aircraft: number,
  bases: string,
  destinations: string,
  types: DemoAirline['types'],
  links: DemoAirline['links'] = 'V',
): DemoAirline {
  return { iata, callSign, country, aircraft, bases, destinations, types, links };
}

export const demoAirlines: readonly DemoAirline[] = [
  airline('RO', 'ROT', 'RO', 12, 'LROP', `${central} LRTR LRCL LBSF LTFM`, ['B738', 'AT76', 'AT76', 'B737'], ''),
  airline('V3', 'KRP', 'RO', 4, 'LRTR', 'LROP EDDM LIRF LOWW', ['F100', 'E190'], ''),
  airline('W6', 'WZZ', 'HU', 22, 'LHBP LROP LRCL LBSF EPWA', `${western} ${southern}`, ['A321', 'A21N', 'A320']),
  airline('LH', 'DLH', 'DE', 30, 'EDDF EDDM', `${central} ${western} ${southern}`, ['A320', 'A20N', 'A321', 'A319']),
  airline('OS', 'AUA', 'AT', 10, 'LOWW', `${central} ${western} ${southern}`, ['A320', 'A20N', 'E190']),
  airline('BA', 'BAW', 'GB', 18, 'EGLL', `${western} EDDM LOWW EPWA LEMD LIRF`, ['A320', 'A20N', 'A319', 'A321']),
  airline('U2', 'EZY', 'GB', 16, 'EGLL EGCC EDDB', `${western} ${southern}`, ['A319', 'A320', 'A20N'], ''),
  airline('KL', 'KLM', 'NL', 16, 'EHAM', `${western} ${central} LIRF LEBL`, ['B738', 'B738', 'E190']),
  airline('SN', 'BEL', 'BE', 7, 'EBBR', `${western} LOWW EPWA LIRF`, ['A319', 'A320']),
  airline('AF', 'AFR', 'FR', 18, 'LFPG', `${western} EDDM LOWW LIRF LEBL LEMD`, ['A320', 'A319', 'BCS3', 'A321']),
  airline('IB', 'IBE', 'ES', 9, 'LEMD', 'LFPG EGLL EDDF LIRF LEBL EBBR LSZH', ['A320', 'A20N', 'A321']),
  airline('VY', 'VLG', 'ES', 12, 'LEBL', 'LFPG LIRF EHAM EGLL LEMD EDDM', ['A320', 'A20N', 'A321'], ''),
  airline('TP', 'TAP', 'PT', 5, 'LPPT', 'LEMD LFPG EGLL EDDF LIRF', ['A320', 'A21N']),
  airline('AZ', 'ITY', 'IE', 12, 'LIRF LIMC', `${western} LEMD LGAV LOWW`, ['A320', 'BCS3', 'A319']),
  airline(
    'FR',
    'RYR',
    'IE',
    26,
    'EIDW LIMC EDDB LOWW',
    `${western} ${southern} ${central}`,
    ['B738', 'B738', 'B38M'],
    '',
  ),
  airline('LX', 'SWR', 'CH', 10, 'LSZH', `${western} ${central} ${southern}`, ['BCS3', 'A320', 'A321']),
  airline('TK', 'THY', 'TR', 18, 'LTFM', `${central} EGLL EHAM LFPG LIRF LGAV`, ['B738', 'A21N', 'B38M', 'A321']),
  airline('LO', 'LOT', 'PL', 12, 'EPWA', `${central} EGLL EHAM LFPG EKCH EBBR`, ['E190', 'B738', 'B38M']),
  airline('SK', 'SAS', 'SE', 12, 'EKCH ESSA ENGM', 'EKCH EDDF EHAM EGLL EPWA EDDM EDDB', ['A20N', 'A320', 'A319']),
  airline('AY', 'FIN', 'FI', 5, 'EFHK', 'EKCH EPWA EDDF EHAM LOWW', ['A320', 'E190']),
  airline('A3', 'AEE', 'GR', 6, 'LGAV', 'LTFM LROP LIRF LOWW EDDM', ['A320', 'A20N', 'A321']),
  airline('FI', 'ICE', 'IS', 4, 'BIKF', 'EGLL EKCH EHAM KJFK', ['B38M', 'B752'], 'VH'),
  airline('EK', 'UAE', 'AE', 4, 'OMDB', 'EDDF LOWW LFPG EGLL', ['B77W'], 'VH'),
  airline('QR', 'QTR', 'QA', 4, 'OTHH', 'LROP EDDM LFPG EHAM', ['B788', 'A359'], 'VH'),
  airline('UA', 'UAL', 'US', 24, 'KORD KDEN KEWR', `${american} KSFO KIAH KBOS`, ['B738', 'B39M', 'A319', 'A320']),
  airline('AA', 'AAL', 'US', 24, 'KDFW KORD KPHX', `${american} KMIA KMEM`, ['A321', 'B738', 'A319', 'B38M']),
  airline('DL', 'DAL', 'US', 24, 'KATL KJFK', `${american} KMEM KMIA KBOS KIAH`, ['A321', 'B738', 'B752', 'A319']),
  airline('WN', 'SWA', 'US', 22, 'KLAS KDEN KPHX', 'KLAX KDEN KPHX KLAS KDFW', ['B738', 'B737', 'B38M']),
  airline('B6', 'JBU', 'US', 6, 'KJFK KBOS', 'KATL KORD KBOS KMIA', ['A320', 'A321'], ''),
  airline('AS', 'ASA', 'US', 5, 'KSEA KLAX', 'KLAX KDEN KSFO KPHX', ['B738', 'B39M']),
  airline('FX', 'FDX', 'US', 6, 'KMEM', 'KATL KORD KDFW KDEN KJFK', ['B752', 'B763'], ''),
];
