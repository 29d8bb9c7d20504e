/** Company texts of labels Q0 to QZ. Own file: a table per family of labels. */
import type { Facts } from '../../contract/entities/meaning.ts';
import { gateWords } from '../words.ts';
import type { Format, Groups } from './format.ts';

const pair = '(?<origin>[A-Z]{4})(?<destination>[A-Z]{4})';
const arinc620 = 'ARINC 620, out, off, on and in reports';
type Movement = 'out' | 'off' | 'on' | 'in';

/** Behind the time: a fuel that is named, `OS KDFW /FUL0306/MO 1816`. */
const rest = String.raw`(?<rest>(?:OS [A-Z]{4} \/FUL *(?<fuel>\d+))?.*)`;

const movement = (label: string, what: Movement, description: string, event: string): Format[] => [
  {
    kind: 'gateTimes',
    example: label === 'QQ' ? 'KSDLKLAS0025\n001FE08002512N3336.5W11154.8---120' : 'KSDLKLAS0025OS KLAS /FUL  75',
    event: what,
    source: arinc620,
    labels: [label],
    description,
    names: { event },
    needs: 'event',
    // KSDLKLAS0025, and for QQ in the next line the time with seconds, a position and a speed.
    pattern: new RegExp(
      label === 'QQ'
        ? String.raw`^${pair}(?<same>\d{4})\s*001FE(?<day>\d{2})(?<event>\k<same>\d{2})(?<position>[NS]\d{4}\.\d[EW]\d{5}\.\d)(?<rest2>.{3})(?<speed>\d{3}|---)(?<rest3>.*)$`
        : String.raw`^${pair}(?<event>\d{4})${rest}$`,
      's',
    ),
  },
  ...(label === 'QQ'
    ? [
        {
          kind: 'gateTimes' as const,
          example: 'KEWRKDFW1829OS KDFW /FUL0306/MO 1816/APH 0000000',
          event: what,
          source: `${arinc620}; FUL = fuel`,
          labels: [label],
          description,
          names: { event },
          needs: 'event',
          pattern: new RegExp(`^${pair}(?<event>\\d{4})${rest}$`, 's'),
        },
      ]
    : []),
  {
    kind: 'gateTimes',
    example: 'KSDLKLAS    0102',
    event: what,
    source: arinc620,
    labels: [label],
    description,
    needs: 'event',
    pattern: new RegExp(`^${pair}(?!\\d{4})(?<rest>.*)$`, 's'),
  },
  // One airport: that of the event, whichever it is.
  {
    kind: 'gateTimes',
    example: 'KLAS',
    event: what,
    source: arinc620,
    labels: [label],
    description,
    needs: 'event',
    pattern: /^(?<airport>[A-Z]{4})\s*$/,
  },
];

/** A report with the code of one airport of 3 or 4 letters, or of both. */
const short = (label: string, what: Movement, description: string, event: string, more = ''): Format[] => [
  {
    kind: 'gateTimes',
    labels: [label],
    description,
    event: what,
    names: { event },
    needs: 'event',
    pattern: new RegExp(`^${pair}(?<event>\\d{4}) (?<fuel>\\d{3,5})\\s*$`),
    example: 'LROPEGLL0712 0078',
    source: `${arinc620}: fuel behind the time; no unit`,
  },
  {
    kind: 'gateTimes',
    labels: [label],
    description,
    event: what,
    names: { event },
    needs: 'event',
    pattern: new RegExp(`^${pair}(?<event>\\d{4})${rest}$`, 's'),
    example: 'LROPEGLL0712',
    source: arinc620,
  },
  {
    kind: 'gateTimes',
    labels: [label],
    description,
    event: what,
    names: { event },
    needs: 'event',
    pattern: new RegExp(`^(?<airport>[A-Z]{3,4})(?<event>\\d{4})${more}(?<rest>.*)$`, 's'),
    example: 'KEWR2210',
    source: arinc620,
    words: withAirport,
  },
];

/** Which end of the flight the one airport is depends on the airline: it is named without a role. */
function withAirport(facts: Facts, { airport }: Groups): string | null {
  const words = gateWords(facts);
  return words === null ? null : `${words}, airport ${airport}`;
}

/** `EWR2210ATL`: origin, time, destination. */
const withDestination = (label: string, what: Movement, description: string, event: string): Format => ({
  kind: 'gateTimes',
  labels: [label],
  description,
  event: what,
  names: { event },
  needs: 'event',
  pattern: /^(?<origin>[A-Z]{3,4})(?<event>\d{4})(?<rest1>[\d ]*)(?<destination>[A-Z]{3,4})(?<rest2>[^A-Z].*)?$/s,
  example: 'EWR2210ATL',
  source: 'acars-message-documentation, label QF',
});

export const labelQ: readonly Format[] = [
  ...movement('QP', 'out', 'OUT Report', 'Out of Gate Time'),
  ...movement('QQ', 'off', 'OFF Report', 'Takeoff Time'),
  ...movement('QR', 'on', 'ON Report', 'Landing Time'),
  ...movement('QS', 'in', 'IN Report', 'In Gate Time'),
  withDestination('QE', 'out', 'OUT Report', 'Out of Gate Time'),
  withDestination('QF', 'off', 'OFF Report', 'Takeoff Time'),
  ...short('QA', 'out', 'OUT Report', 'Out of Gate Time'),
  ...short('QB', 'off', 'OFF Report', 'Takeoff Time'),
  ...short('QC', 'on', 'ON Report', 'Landing Time'),
  ...short('QD', 'in', 'IN Report', 'In Gate Time'),
  ...short('QE', 'out', 'OUT Report', 'Out of Gate Time'),
  ...short('QF', 'off', 'OFF Report', 'Takeoff Time'),
  ...short('QH', 'out', 'OUT Report', 'Out of Gate Time'),
  withDestination('QK', 'on', 'ON Report', 'Landing Time'),
  ...short('QK', 'on', 'ON Report', 'Landing Time'),
  // Out, and back in at the gate.
  {
    kind: 'gateTimes',
    labels: ['QG'],
    description: 'OUT and Return Report',
    needs: 'in',
    pattern: /^(?<origin>[A-Z]{3,4})(?<out>\d{4})(?<in>\d{4})(?<rest>.*)$/s,
    example: 'KEWR22102241',
    source: arinc620,
    words: returnWords,
  },
  {
    kind: 'gateTimes',
    labels: ['QT'],
    description: 'OUT and Return Report',
    needs: 'in',
    pattern: new RegExp(`^${pair}(?<out>\\d{4})(?<in>\\d{4})(?<rest>.*)$`, 's'),
    example: 'KEWRKATL22102241',
    source: arinc620,
    words: returnWords,
  },
  {
    kind: 'gateTimes',
    labels: ['Q1'],
    description: 'OUT, OFF, ON and IN Report',
    needs: 'in',
    pattern:
      /^(?<origin>[A-Z]{4})(?<out>\d{4})(?<off>\d{4})(?<on>\d{4})(?<in>\d{4})(?<rest1>.{4})(?<destination>[A-Z]{4})(?<rest2>.*)$/s,
    example: 'KEWR22102225012301310148KATL',
    source: arinc620,
    words: ({ from, to, times }) =>
      times?.out && times.off && times.on && times.in
        ? `${from} to ${to}: out ${times.out}Z, off ${times.off}Z, on ${times.on}Z, in ${times.in}Z`
        : null,
  },
  {
    kind: 'gateTimes',
    labels: ['Q2'],
    description: 'ETA Report',
    pattern: /^\s*(?<eta>\d{4})(?<rest> +\d+)\/DS (?<destination>[A-Z]{4})\s*$/,
    example: '   2002  99/DS KJFK',
    source: 'acars-message-documentation, label Q2',
  },
  {
    kind: 'gateTimes',
    labels: ['Q2'],
    description: 'ETA Report',
    pattern: /^(?<airport>[A-Z]{3,4})(?<eta>\d{4})(?<rest>[^\d].*)?$/s,
    example: 'KJFK2002',
    source: 'ARINC 620, ETA report',
    words: withAirport,
  },
  {
    kind: 'gateTimes',
    labels: ['QN'],
    description: 'Diversion Report',
    pattern: /^(?<rest1>[A-Z]{4})(?<destination>[A-Z]{4})(?<eta>\d{4})(?<rest2>.*)$/s,
    example: 'KEWRKBOS2241',
    source: 'ARINC 620, diversion report',
    words: ({ to, times }) => (times?.eta ? `Diversion to ${to}, ETA ${times.eta}Z` : null),
  },
];

function returnWords({ from, times }: Facts): string | null {
  return times?.out && times.in ? `Left the gate at ${from} ${times.out}Z, returned to it ${times.in}Z` : null;
}
