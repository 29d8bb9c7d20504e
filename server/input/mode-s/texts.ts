/** Texts of columns with codes. They are values that filters compare, in the spelling of the decoder that defined them. */

export const messageTypes: readonly (string | undefined)[] = Array.from({ length: 32 }, (_, df) => {
  // Its first two bits are the format, the others are KE and the number of the segment.
  if (df >= 24) return 'DF 24: Comm D Extended Length Message.';
  return {
    0: 'DF 0: Short Air-Air Surveillance.',
    4: 'DF 4: Surveillance, Altitude Reply.',
    5: 'DF 5: Surveillance, Identity Reply.',
    11: 'DF 11: All Call Reply.',
    16: 'DF 16: Long Air to Air ACAS',
    17: 'DF 17: ADS-B message.',
    18: 'DF 18: Extended Squitter.',
    20: 'DF 20: Comm-B, Altitude Reply.',
    21: 'DF 21: Comm-B, Identity Reply.',
  }[df];
});
export const modeAcType = 'SSR : Mode A/C Reply.';

const numbered = (texts: readonly string[]): readonly string[] => texts.map((text, code) => `${code} (${text})`);
export const capabilities = numbered([
  'Level 1',
  'reserved',
  'reserved',
  'reserved',
  'Level 2+, ground',
  'Level 2+, airborne',
  'Level 2+',
  'DR/Alert/SPI active',
]);
export const controlFields = numbered([
  'ADS-B ES/NT device with ICAO 24-bit address',
  'ADS-B ES/NT device with other address',
  'Fine format TIS-B',
  'Coarse format TIS-B',
  'TIS-B management message',
  'TIS-B relay of ADS-B message with other address',
  'ADS-B rebroadcast using DF-17 message format',
  'Reserved',
]);
export const flightStatuses = [
  'Normal, Airborne',
  'Normal, On the ground',
  'ALERT,  Airborne',
  'ALERT,  On the ground',
  'ALERT & Special Position Identification. Airborne or Ground',
  'Special Position Identification. Airborne or Ground',
  'Reserved',
  'Not assigned',
] as const;
export const emergencyStates = [
  'No emergency',
  'General emergency (squawk 7700)',
  'Lifeguard/Medical',
  'Minimum fuel',
  'No communications (squawk 7600)',
  'Unlawful interference (squawk 7500)',
  'Downed aircraft',
  'Reserved',
] as const;
export const positionDecodings = {
  global: 'Global CPR decoding used.',
  local: 'Local CPR decoding used.',
  bad: 'Bad position data, not decoded.',
} as const;

/** II codes up to 15, 16 is unused, then SI codes up to 63. */
export const interrogators = Array.from({ length: 80 }, (_, code) =>
  code <= 16 ? `II-${String(code).padStart(2, '0')}` : `SI-${String(code - 16).padStart(2, '0')}`,
);

/** Name of an extended squitter. */
export function reportOf(type: number, sub: number): string {
  if (type >= 1 && type <= 4) return 'Aircraft Identification and Category';
  if (type >= 5 && type <= 8) return 'Surface Position';
  if (type >= 9 && type <= 18) return 'Airborne Position (Baro Altitude)';
  if (type >= 20 && type <= 22) return 'Airborne Position (GNSS Height)';
  return reports[`${type}/${sub}`] ?? 'Unknown';
}
const reports: Readonly<Record<string, string>> = {
  '19/1': 'Airborne Velocity',
  '19/2': 'Airborne Velocity',
  '19/3': 'Airborne Velocity',
  '19/4': 'Airborne Velocity',
  '23/0': 'Test Message',
  '23/7': 'Test Message -- Squawk',
  '24/1': 'Surface System Status',
  '28/1': 'Extended Squitter Aircraft Status (Emergency)',
  '28/2': 'Extended Squitter Aircraft Status (1090ES TCAS RA)',
  '29/0': 'Target State and Status Message',
  '29/1': 'Target State and Status Message',
  '31/0': 'Aircraft Operational Status Message',
  '31/1': 'Aircraft Operational Status Message',
};
