/** Company texts of labels 50 to 5Z. Own file: a table per family of labels. */
import { oneLine, placeWords } from '../words.ts';
import type { Format } from './format.ts';
import { flightId, messageWords, pairWith, reportWords, whole } from './shapes.ts';

const research5Z = 'acars-message-documentation, label 5Z';
const research5U = 'acars-message-documentation, label 5U';

/** `/ET EXP TIME       / KDEN KPHX 01 001341`, day and time of the report. */
const headOf = (code: string, name: string): string =>
  String.raw`\/${code} ${name} *\/ ${pairWith(' ')} (?<day>\d\d) (?<time>\d{6}|\d{4})`;

/** Requests with such a head, by code. */
const requests = [
  ['R3', 'HOWGOZIT REQ', 'Flight progress request', 'other'],
  ['B6', 'LDG DATA REQ', 'Landing data request', 'load'],
  ['B3', 'TO DATA REQ', 'Take-off data request', 'load'],
  ['B1', '[A-Z ]+REQ', 'Weight and balance request', 'load'],
] as const;
const request = ([code, name, words, kind]: (typeof requests)[number]): Format => ({
  labels: ['5Z'],
  kind,
  description: words,
  pattern: whole(headOf(code, name), String.raw`(?<rest1> (?:[A-Z]{4} )?R(?<runway>\d\d?[LRC]?)\b.*|.*)`),
  example: `/${code} ${name.replace('[A-Z ]+', 'LOAD ')}   / KIAH KAUS 17 051100 KAUS R18L`,
  source: research5Z,
  words: (facts) => `${reportWords(words)(facts)}${facts.runway ? `, runway ${facts.runway}` : ''}`,
});

export const label5x: readonly Format[] = [
  {
    labels: ['5Z'],
    kind: 'gateTimes',
    description: 'ETA Report',
    needs: 'eta',
    pattern: whole(headOf('ET', 'EXP TIME'), String.raw`\/EON (?<eta>\d{4})(?: AUTO)?\s*`),
    example: '/ET EXP TIME       / KDEN KPHX 01 001341/EON 0109 AUTO',
    source: `${research5Z}: EON = expected landing`,
  },
  {
    labels: ['5Z'],
    kind: 'gateTimes',
    description: 'Gate Request',
    pattern: whole(headOf('C3', 'GATE REQ'), '(?<rest>.*)'),
    example: '/C3 GATE REQ       / KBNA KEWR 22 115400 0554 ---- ---- ---- ----',
    source: research5Z,
    words: reportWords('Gate request'),
  },
  {
    labels: ['5Z'],
    kind: 'other',
    description: 'Company Message',
    pattern: whole(String.raw`\/C3 (?<origin>[A-Z]{3})(?<destination>[A-Z]{3})\s*`),
    example: '/C3 IADDFW',
    source: research5Z,
    words: reportWords('Message C3'),
  },
  {
    labels: ['5Z'],
    kind: 'gateTimes',
    description: 'Gate Request',
    pattern: whole(String.raw`05(?<airport>[A-Z]{4}) REQUEST GATE ASSIGNMENT ETA ?(?<eta>\d{4})\s*`),
    example: '05KIAD REQUEST GATE ASSIGNMENT ETA0411',
    source: research5Z,
    words: ({ times }, { airport }) => (times?.eta ? `Gate request ${airport}, ETA ${times.eta}Z` : null),
  },
  {
    labels: ['5Z'],
    kind: 'freeText',
    description: 'Message to Dispatch',
    needs: 'text',
    pattern: whole(headOf('C4', 'DISP MSG'), String.raw`\s+(?<text>.*)`),
    example: '/C4 DISP MSG       / KIAD KLAX 01 002009\r\nCALL OPS ON 129.5',
    source: research5Z,
    words: messageWords('Message to dispatch'),
  },
  {
    labels: ['5Z'],
    kind: 'freeText',
    description: 'Message to Customer Service',
    needs: 'text',
    pattern: whole(String.raw`\/C6 (?<origin>[A-Z]{3})(?<destination>[A-Z]{3}) (?<rest>[A-Z]{3}) (?<text>.*)`),
    example: '/C6 ORDCHS CHS HELLO\r\nWHEELCHAIR PLEASE',
    source: research5Z,
    words: messageWords('Message to customer service'),
  },
  {
    labels: ['5Z'],
    kind: 'fault',
    description: 'Maintenance Message',
    needs: 'text',
    pattern: whole(String.raw`\/71 (?<origin>[A-Z]{3})(?<destination>[A-Z]{3}) (?<rest>\d)\\(?<text>.*)`),
    example: '/71 SFOSEA 0\\WIFI INOP',
    source: research5Z,
    words: messageWords('Maintenance message'),
  },
  {
    labels: ['5Z'],
    kind: 'freeText',
    description: 'Free Text',
    needs: 'text',
    pattern: whole(String.raw`\/TXT\s+(?<text>.*)`),
    example: '/TXT\r\nCALL OPS ON 129.5',
    source: 'its name',
  },
  {
    labels: ['5Z'],
    kind: 'weather',
    description: 'Weather Request',
    pattern: whole(headOf('W1', 'METAR'), String.raw` (?<stations>[A-Z]{4}(?: [A-Z]{4}){0,9})(?:[ -]*)\s*`),
    example: '/W1 METAR          / KIAH EDDM 05 074432 EDDM EDDN ---- ---- ----',
    source: research5Z,
    words: ({ airports }) => (airports ? `METAR request, ${airports.join(', ')}` : null),
  },
  ...requests.map(request),
  {
    labels: ['5Z'],
    kind: 'gateTimes',
    description: 'ETA Report',
    pattern: whole(String.raw`OS (?<destination>[A-Z]{4}) \/ALT(?<rest>\d{4})(?<eta>\d{4})\s*`),
    example: 'OS KAUS /ALT00001521',
    source: research5Z,
  },
  {
    labels: ['5Z'],
    kind: 'gateTimes',
    description: 'In-Range Report',
    pattern: whole(String.raw`OS (?<destination>[A-Z]{4}) \/IR [A-Z]{4}(?<time>\d{4})\s*`),
    example: 'OS KSFO /IR KSFO0312',
    source: `${research5Z}: IR = in range`,
    words: reportWords('In-range report'),
  },
  {
    labels: ['5Z'],
    kind: 'gateTimes',
    description: 'In-Range Report',
    pattern: whole(
      String.raw`\/IR (?<destination>[A-Z]{3})(?<rest1>\d{7})\/UM ?(?<rest2>[^/]*)\/WC (?<rest3>[^/]*)\/IB ?(?<rest4>[^/]*)\/ETA (?<eta>\d{4})(?<rest5>\s.*)?`,
    ),
    example: '/IR CLT0100011/UM /WC 01/IB /ETA 2228\nHOT WATER',
    source: research5Z,
    words: reportWords('In-range report'),
  },
  {
    labels: ['5Z'],
    kind: 'freeText',
    description: 'Free Text',
    needs: 'text',
    pattern: whole(String.raw`OS (?<destination>[A-Z]{4}) \/FTM\s+(?<text>.*)`),
    example: 'OS KAUS /FTM\r\nCREW NEEDS HOTELS',
    source: `${research5Z}: FTM = free text`,
    words: (facts) => messageWords(`Message for ${facts.to}`)(facts),
  },
  {
    labels: ['5Z'],
    kind: 'other',
    description: 'Company Message',
    pattern: whole(String.raw`OS (?<destination>[A-Z]{4}) \/(?<subject>[A-Z0-9]{2,8})\s*`),
    example: 'OS KPHX /CLR',
    source: research5Z,
    words: ({ to }, { subject }) => `Company message for ${to}, ${subject}`,
  },
  {
    labels: ['5U'],
    kind: 'weather',
    description: 'Weather Request',
    pattern: whole(
      String.raw`(?<rest1>\s*\w{2}) WXRQ +(?<rest2>\w{3,5}\/\d\d) ${pairWith('/')} \.+(?<tail>[A-Z0-9-]+)\s+\/TYP (?<rest3>\d)\/(?<stations>STA [A-Z]{4}(?:\/STA [A-Z]{4}){0,9})\s*`,
    ),
    example: '  H3 WXRQ   0946/09 KORD/ESSA .LN-XXX\n/TYP 1/STA CYYB/STA CYVO/STA CYBG',
    source: research5U,
    words: reportWords('Weather request'),
  },
  {
    labels: ['5U'],
    kind: 'weather',
    description: 'Weather Request',
    pattern: /^(?:FS )?(?<stations>[A-Z]{4}(?:[ ,][A-Z]{4}){0,9})(?:,|-FS|-SA)?\s*$/,
    example: 'FS VABB,VOHS,VAAH,',
    source: `${research5U}; FS = forecasts, SA = observations`,
    words: ({ airports }) => (airports ? `Weather request, ${airports.join(', ')}` : null),
  },
  {
    labels: ['5U'],
    kind: 'weather',
    description: 'Weather Request',
    pattern: whole(
      String.raw`001WX(?<day>\d\d)(?<time>\d{6})(?<position>[NS]\d{4}\.\d[EW]\d{5}\.\d)(?<rest1>.{9,10})\s+(?<rest2>024AQ),(?<stations>[A-Z]{4}(?:,[A-Z]{4})*),*\s*`,
    ),
    example: '001WX01121346N3949.6W00852.9001000----\n024AQ,LPMR,,,,,,',
    source: 'its name, and label 83 001PR with the same fields',
    words: ({ airports, position, time }) =>
      airports
        ? `Weather request, ${airports.join(', ')}${position ? `, at ${placeWords(position)}` : ''}${time ? ` ${time}Z` : ''}`
        : null,
  },
  {
    labels: ['5U'],
    kind: 'weather',
    description: 'Weather Request',
    pattern: whole(String.raw`OS (?<destination>[A-Z]{4}) \/WX(?<text>[A-Z]{5,8}(?:,[A-Z0-9]{4,8}){0,9},?)\s*`),
    example: 'OS EIDW /WXACYQX',
    source: research5U,
    names: { text: 'Request' },
    words: ({ to, freeText }) => oneLine(`Weather request of a flight to ${to}: ${freeText}`),
  },
  {
    labels: ['58'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`${flightId}\/(?<day>\d\d)\/(?<time>\d{4}(?:\d\d)?)\/(?<position>[NS] *\d+\.\d+\/[EW] *\d+\.\d+)\/(?<feet>\d+)\/(?<rest>[^/]*\/[^/]*)`,
    ),
    example: 'XX0123/28/1234/N38.512/W077.123/35000/A/B',
    source: 'acars-decoder-typescript, label 58',
  },
];
