/** Company texts of other labels. Own file: a table per family of labels. */

import type { Facts } from '../../contract/entities/meaning.ts';
import type { Position } from '../gate/coordinates.ts';
import { airWords, degreesWords, grouped, list, oneLine, routeWords } from '../words.ts';
import type { Format, Groups } from './format.ts';
import { flightId, messageWords, pairWith, reportWords, whole } from './shapes.ts';

/** `QUXXXOPSX.1`, `QUXXXOPSX~1`: address of the sender, perhaps none. */
const address = String.raw`(?:\.?QU[A-Z0-9]{7}[.~?]\d?)?`;

/** `Ground station KLAX1 of ARINC`, with the data link frequency if the text has it. */
const squitterWords = (_: Facts, { station, network, frequency, position }: Groups): string =>
  list([
    `Ground station ${station ? `${station} ` : ''}of ${network === 'S' ? 'SITA' : 'ARINC'}${squitterPlace(position)}`,
    frequency && `VDL ${(Number(frequency) / 1000).toFixed(3)} MHz`,
  ]);
/** ` at 33.93 N 118.40 W`: degrees and minutes. The place is not that of an aircraft, so it is no fact. */
function squitterPlace(position = ''): string {
  const [, north = '', minutesNorth = '', ns, east = '', minutesEast = '', ew] =
    /^(\d\d)([0-5]\d)([NS])(\d{3})([0-5]\d)([EW])$/.exec(position) ?? [];
  const [lat, lon] = [Number(north) + Number(minutesNorth) / 60, Number(east) + Number(minutesEast) / 60];
  if (ns === undefined || lat > 90 || lon > 180 || (lat === 0 && lon === 0)) return '';
  return ` at ${degreesWords({ lat: ns === 'S' ? -lat : lat, lon: ew === 'W' ? -lon : lon })}`;
}

export const labelOther: readonly Format[] = [
  {
    // 02XALAXKLAX13356N11824WV136650/ARINC
    labels: ['SQ'],
    description: 'Ground Station Squitter',
    pattern:
      /^0(?<version>2)X(?<network>[AS])(?<iata>[A-Z]{3})(?<station>(?<icao>[A-Z]{4})\d)(?<position>\d{4}[NS]\d{5}[EW])V(?<frequency>\d{6})\/(?:ARINC|SITA)?(?<rest>.*)$/s,
    kind: 'link',
    example: '02XALAXKLAX13356N11824WV136650/ARINC',
    source: 'ARINC 618, squitter of a ground station',
    words: squitterWords,
  },
  {
    // 01XAABQKABQ1ARINC
    labels: ['SQ'],
    description: 'Ground Station Squitter',
    pattern:
      /^0(?<version>1)X(?<network>[AS])(?<iata>[A-Z]{3})(?<station>(?<icao>[A-Z]{4})\d)(?:ARINC|SITA)?(?<rest>.*)$/s,
    kind: 'link',
    example: '01XAABQKABQ1ARINC',
    source: 'ARINC 618, squitter of a ground station',
    words: squitterWords,
  },
  {
    labels: ['SQ'],
    description: 'Ground Station Squitter',
    pattern: /^0(?<version>\d)X(?<network>[AS])(?<rest>.*)$/s,
    kind: 'link',
    example: '00XS',
    source: 'ARINC 618, squitter of a ground station',
    words: squitterWords,
  },
  {
    labels: ['Q0'],
    description: 'Link Test',
    kind: 'link',
    pattern: /^(?<text>TEST.*)$/s,
    example: 'TEST',
    source: 'ARINC 620, link test',
    words: () => 'Link test',
  },
  {
    labels: [':;'],
    kind: 'link',
    description: 'Frequency for the Transceiver',
    pattern: /^(?<frequency>1[123]\d{4})\s*$/,
    example: '131725',
    source: 'ARINC 618, data transceiver autotune',
    words: (_, { frequency }) => `Tune the data radio to ${(Number(frequency) / 1000).toFixed(3)} MHz`,
  },
  {
    labels: ['H2'],
    kind: 'weather',
    description: 'Weather Report',
    pattern:
      /^02E(?<day>\d\d)(?<origin>[A-Z]{4})(?<destination>[A-Z]{4})(?<position>[NS]\d{5}[EW]\d{6})(?<time>\d{4})(?<level>\d{3})(?<rest1>\d)(?<tenthsC>[MP]\d{3})(?<windFrom>\d{3})(?<windKt>\d{3})G(?<rest2>.*)$/s,
    example: '02E20EGKKLBSFN45090E01757116493501M577327021G    QN44401E01903016563499M575352028G    Q',
    source: 'acars-decoder-typescript, label H2 02E: tenths of minutes, tenths of degrees',
    words: (facts) => {
      const { position, time, altitude } = facts;
      if (position?.lat === undefined || time === undefined || !altitude) return null;
      const first = `first ${time}Z ${altitude.words} at ${degreesWords(position as Position)}`;
      return list([`Wind observations ${routeWords(facts)}`, first, airWords(facts)]);
    },
  },
  {
    labels: ['HX'],
    kind: 'link',
    description: 'Undelivered Uplink',
    needs: 'text',
    pattern: /^(?<text>(?!\.MA )[\x20-\x7e\s]*)$/,
    example: 'RA FMT 43 XXX B02',
    source: 'ARINC 620, undelivered uplink report: the text that the aircraft did not receive',
    words: messageWords('Undelivered uplink'),
  },
  {
    labels: ['HX'],
    kind: 'link',
    description: 'Undelivered Uplink',
    pattern: /^\.(?<subject>MA) FMT (?<rest>.*)$/s,
    example: '.MA FMT .0&XXXX/XXXX5TSS@Z4I0VX|',
    source: 'ARINC 620, undelivered uplink report: label of the message, and its packed beginning',
    words: () => 'Undelivered uplink: MIAM, packed message',
  },
  {
    labels: ['RB'],
    kind: 'load',
    description: 'Load Sheet Acknowledgement',
    pattern: whole(
      String.raw`${flightId},${pairWith(',')},(?<rest1>\d{6}),(?<time>\d{4}),LOADSHEET (?<subject>[A-Z]+),EDNO (?<rest2>\d\d),(?<rest3>[A-Z]+),(?<rest4>.*)`,
    ),
    example: 'XXX932,OTHH,RPLL,010526,2331,LOADSHEET FINAL,EDNO 01,ACCEPT,564564,',
    source: 'the names of its fields stand in the text',
    words: (facts, { subject, rest2, rest3 }) =>
      `${reportWords(`Load sheet ${subject?.toLowerCase()}, edition ${rest2}, ${rest3?.toLowerCase()}`)(facts)}`,
  },
  {
    labels: ['RA', 'C1'],
    kind: 'load',
    description: 'Load Sheet',
    pattern: whole(
      String.raw`(?<rest1>${address})LOADSHEET (?<subject>[A-Z]+) (?<time>\d{4}) EDNO(?<version>\d+)\s+(?<flight>[A-Z0-9]{2}\d{3,4})\/(?<day>\d\d) (?<origin>[A-Z]{3}) (?<destination>[A-Z]{3})\s+ZFW (?<zeroFuelWeight>\d+) TOW (?<takeoffWeight>\d+) (?<weightUnit>KG|LB)\s+PAX (?<passengers>\d+)\s*`,
    ),
    example: 'QUXXXDPCC.1LOADSHEET FINAL 0140 EDNO1\nXX0017/27 LAS HNL\nZFW 146600 TOW 169998 KG\nPAX 249\n',
    source: 'the names of its fields stand in the text',
    words: ({ flight, from, to, passengers }, { subject, zeroFuelWeight, takeoffWeight, weightUnit = '' }) =>
      list([
        `Load sheet ${subject?.toLowerCase()} ${flight}`,
        `${from} to ${to}`,
        `zero fuel ${grouped(Number(zeroFuelWeight))} ${weightUnit.toLowerCase()}`,
        `take-off ${grouped(Number(takeoffWeight))} ${weightUnit.toLowerCase()}`,
        `${passengers} passengers`,
      ]),
  },
  {
    labels: ['RA', 'C1'],
    kind: 'load',
    description: 'Load Sheet',
    needs: 'text',
    pattern: whole(`(?<rest1>${address})(?<text>.*(?<![A-Z])(?:LOADSHEET|LOAD SHEET|TAKEOFF DATA|FUEL FIGURE).*)`),
    example: 'QUXXXDPCC.1LOADSHEET FINAL 0140 EDNO1\nXX017/27 LAS HNL\nZFW 323361 MAX 374785',
    source: 'its name stands in the text',
    words: messageWords('Load sheet'),
  },
  {
    labels: ['RA', 'C1'],
    kind: 'weather',
    description: 'Weather',
    needs: 'text',
    pattern: whole(String.raw`(?<rest1>${address})(?<text>.*(?<![A-Z])(?:ATIS|METAR|TAF|SIGMET|SPECI)\b.*)`),
    example: 'QUXXXITOO.7KSMF ARR ATIS F\n0353Z 30010KT 10SM CLR 08/06 A3053',
    source: 'its name stands in the text',
    words: messageWords('Weather'),
  },
  {
    // A timetable counts only if it is marked as UTC and names its flight.
    labels: ['RA'],
    kind: 'gateTimes',
    description: 'Timetable',
    pattern: whole(
      String.raw`(?<rest1>QU[A-Z]{7}[.~?]1?)(?<flight>[A-Z0-9]{2}\d{3,4})\b(?<rest2>.*?\bST)(?:D[ :\/]?(?<scheduledOut>\d{4})Z(?:(?<rest3>.*?)\bSTA[ :\/]?(?<scheduledIn>\d{4})Z)?|A[ :\/]?(?<arrival>\d{4})Z)(?<rest4>(?:.*?\bGATE (?<gate>[A-Z]?\d{1,3}[A-Z]?)\b)?.*)`,
    ),
    example: 'QUXXXPOPS~1XX0391  DEP OTP\r\nSTD 1405Z STA 1640Z GATE B12\r\n',
    source: 'the names of its fields stand in the text',
    words: ({ flight, times, gate }) =>
      times?.scheduledOut
        ? `Timetable of ${flight}: departure ${times.scheduledOut}Z${times.scheduledIn ? `, arrival ${times.scheduledIn}Z` : ''}${gate ? `, gate ${gate}` : ''}`
        : null,
  },
  {
    labels: ['RB'],
    kind: 'freeText',
    description: 'Response',
    needs: 'text',
    pattern: whole(String.raw`\.?(?:QU)?(?<address>[A-Z0-9]{7}) ?\/?~1\s*(?<text>.*)`),
    example: 'QUXXXOPSY/~1 6308',
    source: 'ARINC 620, command/response downlink with the address of its receiver',
    words: ({ freeText }, { address }) => (freeText ? oneLine(`Response to ${address}: ${freeText}`) : null),
  },
  {
    labels: ['RA'],
    kind: 'freeText',
    description: 'Free Text',
    needs: 'text',
    pattern: whole(String.raw`\.?QU(?<address>[A-Z0-9]{7})[.~?\/]{1,2}1?~?1?\s*(?<text>.*)`),
    example: 'QUXXXOPSX~1FROM OPS\r\nETA 1939\r\nGATE B22',
    source: 'acars-message-documentation, label RA',
  },
  {
    labels: ['C1', 'RA'],
    kind: 'freeText',
    description: 'Free Text',
    needs: 'text',
    pattern: /^(?<text>(?=\S+\s+\S+\s+\S).*[A-Z]{3}.*)$/s,
    example: 'TAXIWAY F CLOSED.\r\nCONTACT GROUND ON\r\n121.9',
    source: 'ARINC 620, text for the printer or the crew: three words and more',
  },
];
