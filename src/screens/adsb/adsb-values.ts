/**
 * What decoders write into the fields that hold words: offered while a filter is typed, for nobody knows `DF 17: ADS-B message.` by heart.
 * Must not: be taken for all that there is. Other decoders write other words, and any text may be searched for.
 */
import type { AdsbField } from './adsb-columns.ts';

const validOrNot = ['Valid', 'Unavailable'];

/** In the spelling of dump1090's printed messages. */
export const adsbValues: { readonly [F in AdsbField]?: readonly string[] } = {
  addressType: ['ICAO Address', 'Other Address'],
  airspeedStatus: validOrNot,
  altInfo: ['barometric', 'GNSS'],
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
