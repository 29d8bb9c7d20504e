/** Company texts of label H1, behind the prefix of their system. Reports of maintenance and engines are in `../faults/`. Own file: a table per family of labels. */
import { grouped, list, positionWords, routeWords, timeOf } from '../words.ts';
import type { Format } from './format.ts';

const amount = (value: string | undefined): string => grouped(Number(value));
const nearby = 'wind and temperature agree with reports of other aircraft nearby';

export const labelH1: readonly Format[] = [
  {
    labels: ['H1'],
    kind: 'position',
    description: 'Position Report',
    pattern:
      /^\*POS\s*\d\d(?<day>\d\d)(?<time>\d{4})(?<position>[NS]\d{4}[EW]\d{5})(?<level>\d{3})(?<windFrom>\d{3})(?<windKt>\d{3})(?<mach>\d{3})(?<tenthsC>[MP]\d{3})(?<rest>.*)$/s,
    example: '*POS02021207N3523W10701360251029790M5550336',
    source: nearby,
  },
  {
    labels: ['H1'],
    kind: 'position',
    description: 'Weather Observation',
    pattern:
      /^\*WOB(?<origin>[A-Z]{3})(?<destination>[A-Z]{3})(?<rest1>\w+ +\d{4})(?<time>\d{6})(?<rest2>[MP]\d{3})(?<tenthsC>[MP]\d{3})(?<feet>\d{5})(?<rest3>\d{3})(?<position>[NS]\d{5}[EW]\d{6})(?<windFrom>\d{3})(?<windKt>\d{3}):\s*$/,
    example: '*WOBLAXATL5100F 0102001003M313M58337079207N35368W107030241031:',
    source: `positions five minutes apart fit the speed, ${nearby}`,
  },
  {
    // The last line is the newest.
    labels: ['H1'],
    kind: 'position',
    description: 'Position List',
    pattern:
      /^\+\+(?<rest1>\d{5},[A-Z\d-]+,[^,\r\n]+,\d{6}),(?<flight>[A-Z\d]{2,3}\d{1,4}) *,(?<origin>[A-Z]{4}),(?<destination>[A-Z]{4}),(?<rest2>.*\n)(?<position>[NS]\d{4}\.\d,[EW]\d{5}\.\d),(?<day>\d\d)(?<time>\d{4}),(?<feet>\d{5}),(?<temperature>[ -]*[\d.]+),(?<windFrom>[ \d]\d\d),(?<windKt>[ \d]{2}\d),(?<rest>.*)$/s,
    example:
      '++86501,N900XX,B7378MAX,260202,XX0112,KBWI,KLAX,0306,SMX34\r\n2\r\nN3600.0,W10356.7,020004,38000,-61.3,292,038,ER,00000,0,\r\nN3553.4,W10421.0,020007,37999,-60.0,286,039,ER,00000,0,\r\n:\r\n',
    source: `acars-message-documentation, sublabel DF; ${nearby}`,
  },
  {
    labels: ['H1'],
    kind: 'position',
    description: 'Aircraft Condition Report',
    pattern:
      /^(?<report>[\dA-Z]{5}),(?<rest1>[A-Z\d]+,B7[^,\r\n]*,\d{6}),(?<flight>[A-Z\d]{2}\d{1,4}) *,(?<origin>[A-Z]{4}),(?<destination>[A-Z]{4}),(?<rest2>[^\n]*)\n(?<dottedTime>\d\d\.\d\d\.\d\d),(?<rest3>[A-Z]{2},\d{4}),(?<feet>\d{5}),(?<rest4>[\d.]+),\.(?<mach>\d{3}),(?<temperature>-?[\d.]+),(?<rest5>-?[\d.]+),(?<position>[NS]\d{4}\.\d,[EW]\d{5}\.\d),(?<rest>.*)$/s,
    example:
      '7X400,9000,B737-700,260202,XX4140,KSAT,KBNA,0436,SW2103\r\n12.08.39,CR,1703,39002,243.3,.786,-54.2,-27.3,N2939.7,W09546.7,132120\r\n   0.67,FHP,AIR\r\n',
    source: 'acars-message-documentation, sublabel DF; position lists of the same flights agree',
    words: (facts) => list([positionWords(facts), `from ${facts.from}`, `report ${facts.report}`]),
  },
  {
    // Tenths of minutes: two reports of another label before and after it, on one line with it.
    labels: ['H1'],
    kind: 'position',
    description: 'Aircraft Condition Report',
    pattern:
      /^(?<report>\d{5})(?<rest1>[A-Z]-[A-Z]{4}B7\d\d-\w{3}\d{6})(?<flight>[A-Z]{2}\d{4})(?<origin>[A-Z]{4})(?<destination>[A-Z]{4})(?<rest2>\w+)\r?\n(?<time>\d{6})(?<rest3>[A-Z]{2}\d{4})(?<feet>\d{5})(?<rest4>\d{6})(?<tenthsC>-?\d{3})(?<rest5>-\d{3})(?<position>[NS]\d{5}[EW]\d{6})(?<rest>.*)$/s,
    example:
      '41101C-FXXXB737-700260202XX2279MMGLCYYC6839XX704\r\n004818CR368638001243769-566-309N34505W107476122098\r\n',
    source: 'the same fields as in 7X400, without commas',
    words: (facts) => list([positionWords({ ...facts, to: undefined }), routeWords(facts), `report ${facts.report}`]),
  },
  {
    labels: ['H1'],
    kind: 'position',
    description: 'Weather Observation',
    pattern:
      /^76401\s+02E(?<day>\d\d)(?<origin>[A-Z]{4})(?<destination>[A-Z]{4})\s+(?<rest1>(?:[NS][^\n]*\n)*)(?<position>[NS]\d{5}[EW]\d{6})(?<time>\d{4})(?<tens>\d{4})(?<temperature>[MP]\d{3})(?<windFrom>\d{3})(?<windKt>\d{3})(?<rest>.*)$/s,
    example: '76401\r\n02E02KPHXKSTL\r\nN34743W10790200073702M057248030G0000220030PSZ\r\n',
    source: `minutes would be above 60; position lists of the same flights, ${nearby}`,
  },
  {
    // Lines are broken anywhere: the first position is whole.
    labels: ['H1'],
    kind: 'position',
    description: 'Weather Observation',
    pattern:
      /^E5(?<day>\d\d)(?<origin>[A-Z]{3}) (?<destination>[A-Z]{3}) (?<position>[NS]\d{5}[EW]\d{6})(?<time>\d{4})(?<tens>\d{4})(?<tenthsC>[MP]\d{3})(?<windFrom>\d{3})(?<windKt>\d{3})(?<rest>.*)$/s,
    example: 'E502SDF PHX N35465W10432500123801M582287045G0009N35416W10457300153\r\n801M580283048G0009',
    source: `steps between positions are equal only in minutes, ${nearby}`,
  },
  {
    labels: ['H1'],
    kind: 'position',
    description: 'Weather Observation',
    pattern:
      /^ABS(?<rest1>\d{3}[A-Z]{2}_[A-Z\d-]{4,7}) *(?<origin>[A-Z]{4})(?<destination>[A-Z]{4})(?<rest2>[ \dA-Z]{3})\s*?\n(?<position>[ -]\d{5}[ -]\d{6})(?<time>\d{4})(?<feet>\d{6})(?<temperature>[ +-]\d\d)(?<rest3>.)(?<windFrom>\d{3})(?<windKt>\d{3})(?<rest>.*)$/s,
    example: 'ABS001DA_N900XX  KMDWKPHX287\r\n 35322-1078960003037993-585264034X20W/X0100150000--\r\n',
    source: `position lists of the same flights, ${nearby}`,
  },
  {
    labels: ['H1'],
    kind: 'position',
    description: 'Position Report',
    pattern: /^TRP (?<time>\d{6}) +(?<position>-?\d{1,2}\.\d{4} +-?\d{1,3}\.\d{4}) (?<level>\d{3}) (?<rest>.*)$/s,
    example: 'TRP 001209  36.5670 -106.7351 369 132.7 448   1850 0.01828\r\n',
    source: 'acars-message-documentation, sublabel DF: the same fields with commas',
  },
  {
    labels: ['H1', '4N'],
    kind: 'position',
    description: 'Position Report',
    pattern:
      /^(?<origin>[A-Z]{4}),(?<destination>[A-Z]{4}),(?<day>\d\d)(?<time>\d{4}),(?<position> *-? *\d{1,2}\.\d+, *-? *\d{1,3}\.\d+), *(?<feet>\d{1,5}),(?<rest>.*)$/s,
    example: 'YSSY,KSFO,101819,  7.2016,-158.1146,37001,275,  33.5, 32700,N07W158,N11W153,1900',
    source: 'the last point but one of its list is the position',
  },
  {
    labels: ['H1'],
    kind: 'other',
    description: 'Flight',
    pattern: /^(?<origin>[A-Z]{4}),(?<destination>[A-Z]{4})\s*$/,
    example: 'YSSY,KSFO',
    source: 'the beginning of the position report of the same flight',
    words: routeWords,
  },
  {
    // ICAO flight plan: callsign, departure or first point with its time, speed and level, destination.
    labels: ['H1'],
    kind: 'other',
    description: 'ICAO Flight Plan',
    pattern:
      /^\(FPL-(?<flight>[A-Z\d]{2,7})-[A-Z]{2}\s*(?<rest1>-[^)]{0,300}?)-(?:(?<origin>[A-Z]{4})|(?<firstPoint>[A-Z]{5}))(?<plannedTime>\d{4})\s*-[NKM]\d{4}F(?<plannedLevel>\d{3})(?<rest2>[^)]{0,3000}?)-(?<destination>[A-Z]{4})\d{4}(?: (?<alternate>[A-Z]{4}))?(?<rest>\b.*)$/s,
    example:
      '(FPL-XXX123-IS-B789/H-SDE2E3FGHIJ1J5M1RWXYZ/LB1D1-KSFO0100-N0487F370 DCT PORTE J584 ENI DCT-KLAX0055 KONT-PBN/A1B1C1D1L1 DOF/260311)',
    source: 'ICAO Doc 4444, appendix 2',
    names: { plannedTime: 'Time at Departure or First Point' },
    words: ({ flight, to }, { origin, firstPoint, plannedTime = '', plannedLevel, alternate }) => {
      const time = timeOf(plannedTime);
      const start = `${origin ?? firstPoint}${time === null ? '' : ` ${time}Z`}`;
      return list([
        `Flight plan ${flight} ${start} to ${to}`,
        `FL${plannedLevel}`,
        alternate && `alternate ${alternate}`,
      ]);
    },
  },
  {
    labels: ['H1'],
    kind: 'load',
    description: 'Estimated Zero Fuel Weight',
    pattern:
      /^EZF\s+(?<flight>[A-Z\d]{2}\d{4})\/(?<day>\d\d)\/(?=(?:.*?-SCT\/(?<origin>[A-Z]{3})-(?<destination>[A-Z]{3}))?)(?=(?:.*?-UOM\/(?<weightUnit>KG|LBS?))?)(?=(?:.*?-PAX\/(?<passengers>\d{1,3}))?)(?=.*?-ZFW\/(?<zeroFuelWeight>\d{4,6}))(?<rest>.*)$/s,
    example: 'EZF\nXX1234/05/N900XX\n-SCT/JFK-LAX\n-UOM/KG\n-PAX/180\n-ZFW/55000',
    source: 'the names of its fields stand in the text',
    words: (facts, { zeroFuelWeight, weightUnit = '' }) =>
      list([
        `Estimated zero fuel weight ${amount(zeroFuelWeight)} ${weightUnit.toLowerCase()}`.trim(),
        facts.passengers !== undefined && `${facts.passengers} passengers`,
        routeWords(facts),
      ]),
  },
  {
    labels: ['H1'],
    kind: 'engine',
    description: 'Aircraft Condition Report',
    pattern:
      /^(?<report>CRZ|HYD|PO\d)(?<rest1>(?:N\d{1,5}[A-Z]{0,2}|[A-Z]{2}\d{3,4}[A-Z]?)[ \d]{0,12}?)(?:(?<rest2>\d{6}))?(?<origin>[A-Z]{3,4}) ?(?<destination>[A-Z]{3,4}) ?(?<rest>\d.*)$/s,
    example: 'CRZN900XX 486PHX ATL 020200491099 717 -300-573 3700207941528402391',
    source: 'airports of the flight',
    words: (facts) => `Report ${facts.report}, ${routeWords(facts)}`,
  },
  {
    labels: ['H1'],
    kind: 'engine',
    description: 'Aircraft Condition Report',
    pattern: /^(?<report>R\d\d)\/(?<tail>N\d{1,4}[A-Z]{1,2})\d\d[A-Z]{3}(?<time>\d{6})(?<rest>\d.*)$/s,
    example: 'R09/N900XX02FEB010128039470204-091202590\r\n/31995 3508-1070130096291800-20\r\n',
    source: 'registration, date and time of its reception',
    words: (facts) => list([`Report ${facts.report}`, facts.tail, facts.time && `${facts.time}Z`]),
  },
  {
    labels: ['H1'],
    kind: 'position',
    description: 'Position Report',
    pattern:
      /^\(POS-(?<flight>\w{2,8}) +(?<position>\d{4}[NS]\d{5}[EW])\/(?<time>\d{6}) +F(?<level>\d{3})\r?\nRMK\/FUEL +(?<fuel>\d{2,3}\.\d) +(?<rest>M\d\.\d\d)\)\s*$/,
    example: '(POS-XXX123 4230N07130W/101112 F350\nRMK/FUEL 22.5 M0.82)',
    source: 'ICAO Doc 4444, position report: degrees and minutes',
  },
];
