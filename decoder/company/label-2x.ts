/** Company texts of labels 20 to 2Z. Own file: a table per family of labels. */
import type { Position } from '../gate/coordinates.ts';
import { airWords, degreesWords, grouped, list, positionWords } from '../words.ts';
import type { Format } from './format.ts';
import { flightId, pairWith, reportWords, whole } from './shapes.ts';

const research = (label: string): string => `acars-message-documentation, label ${label}`;

export const label2x: readonly Format[] = [
  {
    labels: ['22'],
    description: 'Position Report',
    pattern:
      /^(?<position>[NS][ \d]?[ \d]\d{5}[EW][ \d]{2}\d{5}),-*(?<rest1>[^,]*),(?<time>\d{6}|[ -]*),(?<feet>[ \d]+|),(?<rest2>(?:[^,]*,){3}(?<temperature>[M ][ \d]{1,3}),[^,]*, *(?<fuel>\d+),\s*)$/s,
    kind: 'position',
    example: 'N 391839W 750527,-------,044030,34031, ,      , ,M 55,31492  46, 181,',
    source:
      'degrees, minutes, seconds: reports of the same flight with label 21 agree; label 12 of the same avionics names the last field FOB',
  },
  {
    labels: ['22'],
    description: 'Position Report',
    pattern:
      /^(?<position>[NS][ \d]?[ \d]\d{5}[EW][ \d]{2}\d{5}),-*(?<rest1>[^,]*),(?<time>\d{6}|[ -]*),(?<feet>[ \d]+|),(?<rest>.*)$/s,
    kind: 'position',
    example: 'N 390104W 754601,-------,143700,36000,',
    source: 'degrees, minutes, seconds: reports of the same flight with label 21 agree',
  },
  {
    // OFF01YX3661/25251712KIADKPWM171207  92
    labels: ['22'],
    description: 'Takeoff Report',
    names: { event: 'Takeoff Time' },
    needs: 'event',
    pattern:
      /^OFF01(?<flight>[A-Z0-9]{2,3}\d{1,4})\/(?<depDay>\d\d)(?<arrDay>\d\d)(?<time>\d{4}|[ *-]{4})(?<origin>[A-Z]{4})(?<destination>[A-Z]{4})(?<event>\d{6}|[ *-]{6})(?<rest>.*)$/s,
    kind: 'gateTimes',
    event: 'off',
    example: 'OFF01YX3661/25251712KIADKPWM171207  92',
    source: 'the second time repeats the minute of the first',
  },
  {
    // OFF02XA0000/N38568 W077261251152KIADEPRZ1152****1958
    labels: ['22'],
    description: 'Takeoff Report',
    names: { event: 'Takeoff Time' },
    needs: 'event',
    pattern:
      /^OFF02(?<flight>[A-Z0-9]{2,3}\d{1,4})\/(?<position>[NS]\d{5} ?[EW]\d{6})(?<day>\d\d)(?<time>\d{4}|[ *-]{4})(?<origin>[A-Z]{4})(?<destination>[A-Z]{4})(?<event>\d{4}|[ *-]{4})(?<rest>.{4})(?<eta>\d{4}|[ *-]{4})$/s,
    kind: 'gateTimes',
    event: 'off',
    example: 'OFF02XA0001/N38568 W077261251152KIADKPRZ1152****1958',
    source: 'the second time repeats the minute of the first',
  },
  {
    labels: ['22'],
    description: 'Takeoff Report',
    names: { event: 'Takeoff Time' },
    needs: 'event',
    kind: 'gateTimes',
    event: 'off',
    pattern: whole(String.raw`OFF02\s+${pairWith(',')},(?<event>\d{4}),(?<rest>.*)`),
    example: 'OFF02\r\nKBWI,KIND,1237,18.4',
    source: 'its name, and label 44 OFF02 with the same fields',
  },
  {
    labels: ['20'],
    description: 'Position Report',
    pattern:
      /^POS(?<position>[NS]\d{5}[EW]\d{6}),(?<passed>[A-Z0-9]*),(?<time>\d{6}),(?<level>\d{3}),(?<next>[A-Z0-9]+),(?<nextTime>\d{6}),(?<rest>[A-Z0-9]*),(?<temperature>[MP]\d{1,2}),(?<windFrom>[0-3]\d{2})(?<windKt>\d{3}),(?<fuel>\d{2,5})$/,
    kind: 'position',
    example: 'POSN38415W077203,XXAAA,143722,430,GVE,144630,XXBBB,M56,283048,039',
    source: 'ARINC 702A, position report: temperature, wind in degrees and knots, fuel on board',
    words: (facts, { passed }) => positionWords(facts, passed ? `passed ${passed}` : undefined),
  },
  {
    labels: ['20'],
    description: 'Position Report',
    pattern:
      /^POS(?<position>[NS]\d{5}[EW]\d{6}),(?<passed>[A-Z0-9]*),(?<time>\d{6}),(?<level>\d{3}),(?<next>[A-Z0-9]+)(?:,(?<nextTime>\d{6})(?<rest>,.*)?)?$/s,
    kind: 'position',
    example: 'POSN38415W077203,,143722,430,GVE,144630,,N64,28348,39,354',
    source: 'ARINC 702A, position report; minutes never reach 60',
    words: (facts, { passed }) => positionWords(facts, passed ? `passed ${passed}` : undefined),
  },
  {
    labels: ['20'],
    description: 'Position Report',
    pattern: /^POS(?<position>[NS]\d{5}[EW]\d{6})(?<rest>,.*)$/s,
    kind: 'position',
    example: 'POSN38160W077075,,----,360',
    source: 'minutes never reach 60',
  },
  {
    labels: ['20'],
    kind: 'other',
    description: 'Reset Report',
    pattern: whole(
      String.raw`RST(?<rest1>\d\d[A-Z])(?<day>\d\d)(?<time>\d{6})(?<flight>[A-Z0-9]{4,7}) *${pairWith('')}\s*`,
    ),
    example: 'RST18A01230157XXX878  VABBEHAM',
    source: `${research('20')}; day and time agree with reception`,
    words: (facts) => reportWords(`RST report of ${facts.flight}`)(facts),
  },
  {
    labels: ['20'],
    kind: 'other',
    description: 'Initial Report',
    pattern: whole(String.raw`INI01(?<flight>[A-Z0-9]{4,7}) *\/(?<depDay>\d\d)(?<arrDay>\d\d)(?<time>\d{4})\s*`),
    example: 'INI01XXX3445   /01012257',
    source: 'its head is that of label 12 OFF01; the time agrees with reception',
    words: (facts) => reportWords(`INI report of ${facts.flight}`)(facts),
  },
  {
    labels: ['20'],
    kind: 'weather',
    description: 'AMDAR Report',
    pattern: whole(
      String.raw`AMDAR(?<rest1>\w+)\s+[A-Z](?<position>\d{4}[NS]\d{5}[EW])(?<time>\d{6})(?<level>\d{3})(?<tenthsC>[PM]\d{3})(?<windFrom>\d{3})(?<windKt>\d{3})(?<rest2>\s.*)?`,
    ),
    example: 'AMDAR10121XXXXX\nU0630N00319E215800023P245217009\nU0629N00321E215827026P243199006',
    source: 'WMO, AMDAR Reference Manual: position, time, level, tenths of degrees, wind in knots',
    words: (facts) => {
      const { position, time, altitude } = facts;
      if (position?.lat === undefined || time === undefined || !altitude) return null;
      const where = `${grouped(altitude.ft ?? 0)} ft at ${degreesWords(position as Position)}`;
      return list([`AMDAR observation ${time}Z`, where, airWords(facts)]);
    },
  },
  {
    labels: ['21'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`POS(?<position>[NS] ?[ \d]?\d\.\d{3}[EW][ \d]{2}\d\.\d{3}), *(?<fuel>\d+),(?<time>\d{6}),(?<feet> *\d+),(?<rest>[^,]*,[^,]*),(?<temperature>[- \d]+),(?<eta>\d{6}),(?<destination>[A-Z]{4})\s*`,
    ),
    example: 'POSN 34.428W 77.692, 230,065030,31995,32372,  45,-52,094730,TJSJ',
    source: `${research('21')}; temperature and fuel are those of label 22 of the same minute`,
  },
  {
    labels: ['21', '24', '39', '2A'],
    kind: 'other',
    description: 'Flight Initialisation',
    pattern: whole(
      String.raw`(?<rest1>\d{4}(?:21|24|39|2A)) ${pairWith(' ')}(?<rest2>\d)\s+\/FN (?<flightNumber>\d{4})(?<rest3>\s.*)?`,
    ),
    example: '010024 KJFK KLAX7\r\n/FN 0738',
    source: `${research('2A')}; FN = flight number`,
    words: (facts, { flightNumber }) => `Flight ${flightNumber}, ${facts.from} to ${facts.to}`,
  },
  {
    labels: ['21', '32', '33'],
    kind: 'other',
    description: 'Flight Report',
    pattern: whole(
      String.raw`(?<flight>[A-Z]{3}\d{1,4}[A-Z]?),${pairWith(',')},(?<rest1>(?:\d\d[A-Z]{3}\d\d,)?\d{4}(?:,\d{4}){1,4})\\TS(?<time>\d{6}),(?<rest2>\d{6})\s*`,
    ),
    example: 'XXX817,VHHH,OTHH,1854,1855\\TS185525,010526',
    source: `${research('16')}, of the same airline: TS = time stamp`,
    words: reportWords('Flight report'),
  },
  {
    labels: ['2A'],
    kind: 'other',
    description: 'Flight Report',
    pattern: whole(
      String.raw`(?<time>\d{4}),${pairWith(',')},(?<day>\d\d)[A-Z]{3}\d\d,(?<rest>[\d,\s]{1,40}[A-Z]),(?<flight>[A-Z]{2}\d{2,4})\s*`,
    ),
    example: '2202,DFFD,EBBR,01MAY26,333,429\n94680,73393,M,XX256',
    source: 'day and time agree with reception',
    words: reportWords('Flight report'),
  },
  {
    labels: ['2B'],
    kind: 'other',
    description: 'Flight Report',
    pattern: whole(
      String.raw`(?<time>\d{4}),${pairWith(',')},(?<rest>\d+,\d+),(?<day>\d\d)[A-Z]{3}\d\d,(?<flight>[A-Z]{2}\d{2,4})\s*`,
    ),
    example: '2208,DFFD,EBBR,041818,92480,01MAY26,XX256',
    source: 'day and time agree with reception',
    words: reportWords('Flight report'),
  },
  {
    labels: ['2F'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(String.raw`(?<time>\d{4})(?<position>[+-]\d{4}[+-]\d{4,5})\/(?<rest>\d+)\s*`),
    example: '2340+2783-2514/42237',
    source: 'hundredths of a degree: a log-on of the same aircraft two minutes later names a point 12 nmi away',
  },
  {
    labels: ['2H'],
    kind: 'other',
    description: 'Operational Flight Plan',
    pattern: whole(
      String.raw`SIG (?:(?<flight>[A-Z]{3}\d{1,4}[A-Z]?)|(?<flightNumber>\d{4})) *,(?<airport>[A-Z]{4}),(?<rest1>\d{4})\s+OFP (?<version>\d+\/\d+\/\d+) *,(?<rest2>.*)`,
    ),
    example: 'SIG XXX935 ,FMMI,0501\nOFP 12/0/1 ,LFPO,    ,084800,000512,077500\nSEC P,LFPG,    \nNOC N\nACC Y',
    source: 'OFP = operational flight plan; the airport is where the flight begins',
    words: (_, { version, flight, flightNumber, airport }) =>
      `Operational flight plan ${version} of ${flight ?? `flight ${flightNumber}`}, ${airport}`,
  },
  {
    labels: ['2L'],
    kind: 'other',
    description: 'Time Stamp',
    pattern: /^(?<day>\d\d)(?<rest>\d{4})(?<time>\d{6})\s*$/,
    example: '010526221913',
    source: 'day, month, year and time agree with reception',
    words: ({ time }) => (time ? `Time stamp ${time}Z` : null),
  },
  {
    labels: ['24', '2N'],
    kind: 'gateTimes',
    description: 'Takeoff Report',
    needs: 'off',
    pattern: whole(
      String.raw`(?:TKO01)? {0,6}${flightId} *\/(?<depDay>\d\d)(?<arrDay>\d\d)(?<time>\d{4})`,
      pairWith(''),
      String.raw`\s+(?<out>\d{4})(?<off>\d{4})(?<rest>.*)`,
    ),
    example: 'TKO01XX0054/02021324LFPGKIAD\n12371304',
    source: `${research('2N')}; taxi times of ten flights`,
    words: ({ from, to, times }) =>
      times?.off && times.out ? `Took off from ${from} ${times.off}Z, to ${to}, left the gate ${times.out}Z` : null,
  },
  {
    labels: ['26'],
    kind: 'gateTimes',
    description: 'ETA Report',
    pattern: whole(
      String.raw`(?<time>\d{4})(?<origin>[A-Z]{4})(?<flight>[A-Z0-9]{2}\d{3,4})\/(?<day>\d\d)\s+(?<eta>\d{4})(?<destination>[A-Z]{4})(?<runway>\d\d[LRC]?)\s*`,
    ),
    example: '2321LFPGXX0706/01\n2359DIAP21',
    source: 'the times agree with reception and with the distance of two flights',
    words: (facts) => `${reportWords('ETA report')(facts)}, runway ${facts.runway}`,
  },
  {
    labels: ['23'],
    kind: 'gateTimes',
    description: 'In Gate Report',
    pattern: whole(
      String.raw`(?<flight>[A-Z]{3}\d{1,4}) INRP +(?<rest1>[\d/]+) ${pairWith('/')} (?<tail>[A-Z0-9-]+)\s+\/ON +(?<on>\d{4})\/IN +(?<in>\d{4})\/FOB (?<fuel>\d+)(?<rest2>.*)`,
    ),
    example: 'XXX1303 INRP   0211/01/01 OEJN/LIMC HZ-XX28\n/ON  1303/IN  1309/FOB 009306',
    source: 'the names of its fields stand in the text',
  },
  {
    labels: ['2P'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`(?:FM3 )?(?<time>\d{6}|\d{4}),(?<eta>\d{4}),(?<position>[NS+-] *\d+\.\d+, *[EW+-] *\d+\.\d+), *(?<feet>\d+),(?<rest>[ \d]*,[ \d]*)`,
    ),
    example: 'FM3 064536,0721,N 51.228,E 14.567,28279,  379,33',
    source: 'acars-decoder-typescript, label 2P FM3',
  },
  {
    labels: ['2P'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`(?:FM5 )?${pairWith(',')},(?<time>\d{6}),(?<eta>\d{4}),(?<position>[ +-]{0,3}\d+\.\d+, {0,3}[+-]? {0,3}\d+\.\d+), {0,3}(?<feet>\d+),(?<rest1>[^,]*,[^,]*,[^,]*),(?<flight>[A-Z0-9]{3,7}) *,?(?<rest2>[^,]*)`,
    ),
    example: 'FM5 EIDW,OMAA,113522,1540,+45.147, +23.384,35002,116.24,502 ,36900,XXX23N ,',
    source: 'acars-decoder-typescript, label 2P FM5',
  },
  {
    labels: ['2P'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`(?:FM4)?${pairWith(',')},(?:(?<day>\d\d)(?<time>\d{4}))?,(?<eta>\d{4})?,(?:(?<position>[ +-]{0,3}\d+\.\d+, {0,3}[+-]? {0,3}\d+\.\d+)|(?<rest1>[^,]*,[^,]*)),(?<feet> {0,3}\d+)?,(?<rest2>.*)`,
    ),
    example: 'FM4KIAD,OMAA,140256,1448, 39.43,- 75.62,23228,328,  43.5, 72500',
    source: 'acars-decoder-typescript, label 2P FM4',
  },
  {
    labels: ['2P'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`POS\/(?<rest1>ID[^/]*\/DC[^/]*\/MR\d+,)\/ET\d\d(?<eta>\d{4})\/PS(?<position>[NS]\d{5}[EW]\d{6}),(?<waypointTime>\d{6}),(?<level>\d{3}),(?<rest2>.*?)\/FB(?<fuel>\d+)(?<rest3>.*)`,
    ),
    example:
      'POS/ID50007B,XXX4086,ABB02R70E037/DC10022025,051804/MR103,/ET090738/PSN56012W013273,051804,350,,,,,084081,/CG,,/FB0857/VR0322B89',
    source: 'ARINC 702A and the text elements of ARINC 620: ET day and ETA, PS position, FB fuel on board',
  },
  {
    labels: ['24'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`\/(?<rest1>\d{6})\/(?<time>\d{4})\/(?<flight>[A-Z0-9]{2,7})\/(?<feet>\d+)\/(?<position>[NS]\d+\.\d+\/[EW]\d+\.\d+)\/(?<rest2>[^/]*)\/(?<eta>\d{4})\/\s*`,
    ),
    example: '/241710/1021/XX04WM/34962/N53.13/E001.33/2000/1127/',
    source: 'acars-decoder-typescript, label 24',
  },
];
