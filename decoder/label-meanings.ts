/** Frequent message labels and their meaning, as suggestions. */
export const labelMeanings = [
  ['_d', 'Demand mode, no text'],
  ['10', 'Defined by the airline'],
  ['14', 'Defined by the airline'],
  ['15', 'Position, defined by the airline'],
  ['16', 'Position, defined by the airline'],
  ['20', 'Defined by the airline'],
  ['21', 'Position, defined by the airline'],
  ['44', 'Position, defined by the airline'],
  ['4A', 'Position, defined by the airline'],
  ['4J', 'Position and weather'],
  ['57', 'Alternate position report'],
  ['5U', 'Request for weather'],
  ['5Z', 'Downlink, defined by the airline'],
  ['80', 'Downlink, defined by the airline'],
  ['83', 'Defined by the airline'],
  ['8E', 'Arrival time, defined by the airline'],
  ['A6', 'ADS-C, from air traffic control'],
  ['A9', 'ATIS'],
  ['AA', 'CPDLC, from air traffic control'],
  ['B6', 'ADS-C, from the aircraft'],
  ['B9', 'Request for ATIS'],
  ['BA', 'CPDLC, from the aircraft'],
  ['C1', 'To the cockpit printer'],
  ['H1', 'To or from an onboard terminal'],
  ['MA', 'MIAM, packed message'],
  ['Q0', 'Link test'],
  ['QA', 'Out of the gate, with fuel'],
  ['QB', 'Take-off'],
  ['QC', 'Landing'],
  ['QD', 'In the gate, with fuel'],
  ['QE', 'Out of the gate, with fuel and destination'],
  ['QF', 'Take-off, with destination'],
  ['QG', 'Out of the gate and return'],
  ['QH', 'Out of the gate'],
  ['QK', 'Landing'],
  ['QL', 'Arrival'],
  ['QM', 'Arrival information'],
  ['QN', 'Diversion'],
  ['QP', 'Out of the gate'],
  ['QQ', 'Take-off'],
  ['QR', 'Landing'],
  ['QS', 'In the gate'],
  ['QT', 'Out of the gate and return'],
  ['SA', 'Media advisory'],
  ['SQ', 'Squitter of a ground station'],
] as const;

const meanings = new Map<string, string>(labelMeanings);
/** Meaning of a label, for texts that nothing reads. */
export function labelWords(label: string): string {
  const meaning = meanings.get(label);
  if (meaning !== undefined && !/defined by the airline/i.test(meaning)) return meaning;
  return /^[\x21-\x7e]{1,2}$/.test(label) ? `Airline message, label ${label}` : 'Airline message';
}
