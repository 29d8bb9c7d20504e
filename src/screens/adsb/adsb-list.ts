import { adsbFilters } from '../../../contract/calls/messages.ts';
import { adsb, adsbGroups } from '../../../contract/entities/adsb.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { columnsOf, labelsOf } from '../../list/list-fields.ts';
import { addressCell, stationCell } from '../../objects/object-cells.tsx';
import type { AdsbField } from './adsb-columns.ts';
import { adsbCard, adsbExport, adsbReading } from './adsb-columns.ts';

// ---- Suggested values of ADS-B text fields. Other decoders write other values, so any text can be searched.

const validOrNot = ['Valid', 'Unavailable'];

/** As printed by dump1090. */
const adsbValues: { readonly [F in AdsbField]?: readonly string[] } = {
  addressType: ['ICAO Address', 'Other Address'],
  airspeedStatus: validOrNot,
  altInfo: ['barometric', 'HAE'],
  altUnit: ['feet', 'meters'],
  capability: [
    '0 (Level 1)',
    '1 (reserved)',
    '4 (Level 2+, ground)',
    '5 (Level 2+, airborne)',
    '6 (Level 2+)',
    '7 (DR/Alert/SPI active)',
  ],
  cc: ['0', '1'],
  commBBds: ['10', '17', '20', '30', '40', '50', '60'],
  controlField: [
    '0 (ADS-B ES/NT device with ICAO 24-bit address)',
    '1 (ADS-B ES/NT device with other address)',
    '2 (Fine format TIS-B)',
    '3 (Coarse format TIS-B)',
    '4 (TIS-B management message)',
    '5 (TIS-B relay of ADS-B message with other address)',
    '6 (ADS-B rebroadcast using DF-17 message format)',
  ],
  emergencyState: [
    'No emergency',
    'General emergency (squawk 7700)',
    'Lifeguard/Medical',
    'Minimum fuel',
    'No communications (squawk 7600)',
    'Unlawful interference (squawk 7500)',
    'Downed aircraft',
  ],
  ewStatus: validOrNot,
  fFlag: ['even', 'odd'],
  flightStatus: [
    'Normal, Airborne',
    'Normal, On the ground',
    'ALERT,  Airborne',
    'ALERT,  On the ground',
    'ALERT & Special Position Identification. Airborne or Ground',
    'Special Position Identification. Airborne or Ground',
  ],
  headingStatus: validOrNot,
  modeAIdent: ['IDENT'],
  msgType: [
    'DF 0: Short Air-Air Surveillance.',
    'DF 4: Surveillance, Altitude Reply.',
    'DF 5: Surveillance, Identity Reply.',
    'DF 11: All Call Reply.',
    'DF 16: Long Air to Air ACAS',
    'DF 17: ADS-B message.',
    'DF 18: Extended Squitter.',
    'DF 20: Comm-B, Altitude Reply.',
    'DF 21: Comm-B, Identity Reply.',
    'SSR : Mode A/C Reply.',
  ],
  nsStatus: validOrNot,
  posDecoding: ['Global CPR decoding used.', 'Local CPR decoding used.', 'Bad position data, not decoded.'],
  report: [
    'Aircraft Identification and Category',
    'Surface Position',
    'Airborne Position (Baro Altitude)',
    'Airborne Position (GNSS Height)',
    'Airborne Velocity',
    'Test Message -- Squawk',
    'Extended Squitter Aircraft Status (Emergency)',
    'Target State and Status Message',
    'Aircraft Operational Status Message',
  ],
  squawk: ['7500', '7600', '7700'],
  tFlag: ['UTC', 'non-UTC'],
  verticalRateSrc: ['0', '1'],
  verticalStatus: validOrNot,
  vs: ['Airborne', 'Ground'],
};

const columns = columnsOf(adsb, [], {
  address: { cell: addressCell('address') },
  icao: { cell: addressCell('icao') },
  stationId: { cell: stationCell },
  haeBaroOffset: { named: { value: -9999, name: specTexts.adsb.notValid } },
});
const filters = labelsOf(adsb, adsbGroups, adsbFilters, {
  ...Object.fromEntries(Object.entries(adsbValues).map(([field, values]) => [field, { values }])),
  type: { values: adsbValues.msgType, label: 'Type', meaning: 'The same field as Msg Type' },
  // PAGE-16: the only numeric input without a minimum.
  ewVelocity: { hasMinimum: false },
});

export const adsbList = {
  noun: ['message', 'messages'],
  band: 'adsb',
  canNotify: true,
  columns,
  filters,
  paging: { sizes: [10, 25, 50, 100], all: 'after-search' },
  export: adsbExport,
  groups: adsbGroups,
  card: adsbCard,
  ...adsbReading,
} as const;
