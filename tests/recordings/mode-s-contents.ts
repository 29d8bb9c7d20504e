/** Contents of extended squitters, each with the columns that follow from the encoded values. */
import type { AdsbMessage } from '../../contract/entities/messages.ts';
import { altitude12, characters, compact, type Fields, identity13, text } from './mode-s-encoder.ts';

type Row = Partial<AdsbMessage>;
const six = (degrees: number): number => Number(degrees.toFixed(6));
export type Content = { readonly fields: Fields; readonly row: Row };
export const identification = (call: string, category: number, set = 4): Content => ({
  fields: [[set, 5], [category, 3], ...characters(call)],
  row: {
    esType: String(set),
    esSub: String(category),
    report: 'Aircraft Identification and Category',
    aircraftType: `${'DCBA'[set - 1]}${category}`,
    identification: call,
  },
});

const decodings = { global: 'Global CPR decoding used.', local: 'Local CPR decoding used.' };
/** `by` = the method that the earlier frames allow: a pair within 10 s, a position within a minute, or neither. */
export function position(
  lat: number,
  lon: number,
  feet: number,
  isOdd: boolean,
  by: 'global' | 'local' | null,
  type = 11,
): Content {
  const code = compact(lat, lon, isOdd);
  const nucp = type >= 20 ? 29 - type : 18 - type;
  return {
    fields: [[type, 5], [0, 3], text(altitude12(feet)), [0, 1], ...code.fields],
    row: {
      esType: String(type),
      esSub: '0',
      report: type >= 20 ? 'Airborne Position (GNSS Height)' : 'Airborne Position (Baro Altitude)',
      fFlag: isOdd ? 'odd' : 'even',
      tFlag: 'non-UTC',
      nucp: String(nucp),
      altitude: feet,
      altUnit: 'feet',
      altInfo: type >= 20 ? 'HAE' : 'barometric',
      ...(by ? { posDecoding: decodings[by], lat: six(code.lat), lon: six(code.lon) } : {}),
    },
  };
}

/** Signed values count from 1. */
const magnitude = (value: number, width: number): Fields => [
  [value < 0 ? 1 : 0, 1],
  [Math.abs(value) + 1, width],
];
export function velocity(east: number, north: number, climb: number, offset: number | null): Content {
  const height: Fields = offset === null ? [[0, 8]] : magnitude(offset / 25, 7);
  return {
    fields: [
      [19, 5],
      [1, 3],
      [0, 5],
      ...magnitude(east, 10),
      ...magnitude(north, 10),
      [1, 1],
      ...magnitude(climb / 64, 9),
      [0, 2],
      ...height,
    ],
    row: {
      ...{ esType: '19', esSub: '1', report: 'Airborne Velocity' },
      ...{ ewStatus: 'Valid', ewVelocity: east, nsStatus: 'Valid', nsVelocity: north },
      ...{ verticalStatus: 'Valid', verticalRateSrc: '1', verticalRate: climb, haeBaroOffset: offset ?? -9999 },
    },
  };
}

export function airspeed(heading: number | null, knots: number, isSupersonic: boolean): Content {
  const direction: Fields =
    heading === null
      ? [[0, 11]]
      : [
          [1, 1],
          [Math.round((heading * 1024) / 360), 10],
        ];
  const step = isSupersonic ? 4 : 1;
  return {
    fields: [[19, 5], [isSupersonic ? 4 : 3, 3], [0, 5], ...direction, [1, 1], [knots / step + 1, 10], [0, 21]],
    row: {
      ...{ esType: '19', esSub: isSupersonic ? '4' : '3', report: 'Airborne Velocity' },
      ...{ headingStatus: heading === null ? 'Unavailable' : 'Valid', heading: heading ?? 0 },
      ...{ airspeedStatus: 'Valid', airspeed: knots },
      ...{ verticalStatus: 'Unavailable', verticalRateSrc: '0', verticalRate: 0, haeBaroOffset: -9999 },
    },
  };
}

export const emergencies = [
  'No emergency',
  'General emergency (squawk 7700)',
  'Lifeguard/Medical',
  'Minimum fuel',
  'No communications (squawk 7600)',
  'Unlawful interference (squawk 7500)',
  'Downed aircraft',
  'Reserved',
];
export const emergency = (state: number, squawk: string): Content => ({
  fields: [[28, 5], [1, 3], [state, 3], text(identity13(squawk)), [0, 32]],
  row: {
    ...{ esType: '28', esSub: '1', report: 'Extended Squitter Aircraft Status (Emergency)' },
    ...{ emergencyState: emergencies[state], squawk },
  },
});

export const operational = (version: number, nacp: number): Content => ({
  fields: [
    [31, 5],
    [0, 3],
    [0, 32],
    [version, 3],
    [0, 1],
    [nacp, 4],
    [0, 8],
  ],
  row: {
    ...{ esType: '31', esSub: '0', report: 'Aircraft Operational Status Message' },
    ...(version > 0 ? { nacp: String(nacp) } : {}),
  },
});

/** Texts without their own altitude or squawk. */
export const others: readonly Content[] = [
  {
    fields: [
      [29, 5],
      [1, 2],
      [0, 32],
      [9, 4],
      [0, 13],
    ],
    row: { esType: '29', esSub: '1', report: 'Target State and Status Message', nacp: '9' },
  },
  {
    fields: [[23, 5], [7, 3], text(identity13('7001')), [0, 35]],
    row: { esType: '23', esSub: '7', report: 'Test Message -- Squawk', squawk: '7001' },
  },
  {
    fields: [
      [24, 5],
      [1, 3],
      [0, 48],
    ],
    row: { esType: '24', esSub: '1', report: 'Surface System Status' },
  },
  {
    fields: [
      [28, 5],
      [2, 3],
      [0, 48],
    ],
    row: { esType: '28', esSub: '2', report: 'Extended Squitter Aircraft Status (1090ES TCAS RA)' },
  },
  {
    fields: [
      [0, 5],
      [0, 51],
    ],
    row: { esType: '0', esSub: '0', report: 'Unknown' },
  },
  {
    fields: [
      [27, 5],
      [3, 3],
      [0, 48],
    ],
    row: { esType: '27', esSub: '3', report: 'Unknown' },
  },
];
