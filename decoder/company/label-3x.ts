/** Company texts of labels 30 to 3Z. Own file: a table per family of labels. */
import { list, routeWords } from '../words.ts';
import type { Format } from './format.ts';
import { decimals, pairWith, whole } from './shapes.ts';

const documented = (label: string): string => `acars-message-documentation, label ${label}`;

export const label3x: readonly Format[] = [
  {
    labels: ['30'],
    kind: 'gateTimes',
    description: 'ETA Report',
    pattern: /^\/EA(?<eta>\d{4})\/DS(?<destination>[A-Z]{4})(?<rest>\/.*)?$/s,
    example: '/EA1830/DSKSFO/SK24',
    source: documented('30'),
  },
  {
    labels: ['30'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(String.raw`${decimals}\s*`),
    example: 'N 28.760,E  71.975',
    source: 'degrees with decimals and hemispheres',
  },
  {
    // The last field is the day and the month: flights of all lengths have the same.
    labels: ['31'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`${decimals}\s+(?<feet>\d{3,5}),(?<rest1> *\d+),(?<destination>[A-Z]{4}),(?<rest2>\d{4})\s*`,
    ),
    example: 'N 34.405,E  65.116\n33996, 517,VIDP,0105',
    source: 'three reports of two flights: they lie on the way to the airport',
  },
  {
    labels: ['3A'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`${decimals},(?<rest1>\d{4}|-{4}),(?<feet>\d{3,5}),(?<rest2>\d{4}),(?<flight>[A-Z]{2}\d{4}),(?<rest3>\d\d),(?<time>\d{6}),(?<rest4>.*)`,
    ),
    example: 'N  7.118,E 21.867,0556,36028,0406,XX0014,01,233239,N,,',
    source: 'the time agrees with reception, and the distance between two reports with it',
  },
  {
    labels: ['3V'],
    kind: 'freeText',
    description: 'Free Text',
    needs: 'text',
    pattern: whole(String.raw`TXT01,(?<flight>[A-Z]{3}\d[A-Z\d]{0,3}),${pairWith(',')},(?<rest1>[^,\n]*)\n(?<text>.*)`),
    example: 'TXT01,XXX5FA,EIDW,OMAA,*******\nOFP12 RCVD',
    source: 'the names of its fields stand in the text',
  },
  {
    labels: ['32'],
    kind: 'position',
    description: 'Position Report',
    pattern:
      /^[A-Z],[A-Z],\d{4}-\d\d-(?<day>\d\d) (?<time>\d\d:\d\d:\d\d),(?<rest1>\d+,\d+),(?<position>[NS] {0,3}\d+\.\d+[ ,]+[EW] {0,3}\d+\.\d+),(?<feet>\d+),(?<windFrom>\d+),(?<windKt>\d+),(?<temperature>-?\d+),(?<rest>.*)$/s,
    example: 'N,E,2026-06-18 15:30:15,4240,66554,N 29.798 W 095.666,9340,109,005,11,291,294,448,1546,',
    source: `${documented('32')}; wind and temperature agree with reports of other aircraft nearby`,
  },
  {
    labels: ['37'],
    kind: 'freeText',
    description: 'Free Text',
    pattern:
      /^FTX01(?<flight>[A-Z\d]{2}\d{1,4})\/\d\d(?<day>\d\d)(?<time>\d{4})(?<origin>[A-Z]{4})(?<destination>[A-Z]{4})\s+(?<text>.*)$/s,
    example: 'FTX01XX4687/04042233KJFKKDCA\nTHANKS',
    source: documented('37'),
    needs: 'text',
  },
  {
    labels: ['37'],
    kind: 'other',
    description: 'Fuel Report',
    pattern:
      /^\.(?<tail>[A-Z\d-]{3,8}),(?<flight>[A-Z\d]{3,8}),(?:(?<origin>[A-Z]{4})|-*),(?:(?<destination>[A-Z]{4})|-*),FOB *(?<fuel>\d+),(?<rest>.*)$/s,
    example: '.N900XX,XXS3150,----,KPHL,FOB   69,APU 0,6,,0,,',
    source: documented('37'),
    words: (facts) => list([`Fuel on board ${facts.fuel?.value}`, routeWords(facts)]),
  },
  {
    labels: ['37', '39', '4H'],
    kind: 'other',
    description: 'Airline Report',
    pattern:
      /^(?:0100[34][\dA-Z]|(?<day>\d\d)(?<time>\d{4})) +(?<origin>[A-Z]{3,4}) +(?<destination>[A-Z]{3,4})\d\s(?:\s*\/FN (?<flightNumber>\d{1,4})\s)?(?<rest>.*)$/s,
    example: '191737 KPBI KJFK7\n/FN 1587\n1816\n',
    source: `${documented('37')}; labels 39 and 4H repeat the label in place of the time`,
    words: (facts, { flightNumber }) =>
      list([routeWords(facts), flightNumber && `flight ${flightNumber}`, facts.time && `${facts.time}Z`]),
  },
  {
    labels: ['3J'],
    kind: 'other',
    description: 'Airline Report',
    pattern: /^(?<day>\d\d)(?<time>\d{4}) \d\d(?<origin>[A-Z]{3}) (?<destination>[A-Z]{3})\s*$/,
    example: '270317 27EWR RFD ',
    source: documented('3J'),
    words: (facts) => list([routeWords(facts), facts.time && `${facts.time}Z`]),
  },
];
