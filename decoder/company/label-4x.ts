/** Company texts of labels 40 to 4Z. Own file: a table per family of labels. */
import type { Facts } from '../../contract/entities/meaning.ts';
import { unknownFault } from '../faults/report.ts';
import { grouped, list, oneLine, positionWords, routeWords } from '../words.ts';
import type { Format, Groups } from './format.ts';
import { phaseWords } from './shapes.ts';

const documented = (label: string): string => `acars-message-documentation, label ${label}`;
const amount = (value: string | undefined): string => grouped(Number(value));

/** OFF02,N39247W077226,KFDK,KSNA,1106,2124,0248,011.1: position, airports, month and day, time, ETA, fuel. */
const event = (word: string, description: string): Format => ({
  labels: ['44'],
  kind: 'gateTimes',
  description,
  event: word.toLowerCase() as 'out',
  names: { event: { OUT: 'Out of Gate Time', OFF: 'Takeoff Time', ON: 'Landing Time' }[word] ?? 'In Gate Time' },
  needs: 'event',
  pattern: new RegExp(
    String.raw`^(?:00)?${word}0\d,(?:(?<position>[NS]\d{5,6}[EW]\d{6})|[^,]*),(?<origin>[A-Z]{4}),(?<destination>[A-Z]{4}),(?:\d{4}|[ -]*),(?:(?<event>\d{4})|[ -]*)(?:,(?:(?<eta>\d{4})|[ -]*))?(?:,(?:(?<fuel>\d+\.\d)|[-. ]*))?\s*$`,
  ),
  example: `${word}02,N38338W121179,KMHR,KPDX,0806,2355,${word === 'OFF' || word === 'OUT' ? '0148,' : ''}005.1`,
  source: 'acars-decoder-typescript, label 44',
});

function loadCloseout(facts: Facts, { takeoffWeight, zeroFuelWeight }: Groups): string {
  return list([
    `Load closeout ${routeWords(facts)}`,
    `take-off weight ${amount(takeoffWeight)}`,
    facts.fuel && `fuel ${grouped(facts.fuel.value)}`,
    `zero fuel weight ${amount(zeroFuelWeight)}`,
  ]);
}

export const label4x: readonly Format[] = [
  {
    labels: ['4T'],
    description: 'Position Report',
    pattern:
      /^AGFSR (?<flight>[A-Z\d]{2,3}\d{1,4})\s*\/(?<depDay>\d\d)\/(?<arrDay>\d\d)\/(?<origin>[A-Z]{3})(?<destination>[A-Z]{3})\/(?<time>\d{4})Z\/(?<rest1>[^/]*)\/(?<position>\d{4}\.\d[NS]\d{5}\.\d[EW])\/(?<level>\d{3})\/(?<rest2>[^/]*\/[^/]*\/[^/]*)\/(?:(?<temperature>[MP-]\d\d)|[ -]*)\/(?<windFrom>\d{3})(?<windKt>\d{3})\/(?<rest3>[^/]*\/[^/]*\/[^/]*)\/(?:(?<out>\d{4})|[*-]{4})\/(?:(?<off>\d{4})|[*-]{4})\/(?<rest>.*)$/s,
    kind: 'position',
    example:
      'AGFSR XX0841/21/21/FRAYYZ/1011Z/731/5331.2N00249.6W/320/CRUISE/0595/0124/M52/092055/0302/---/535/0853/0910/----/----',
    source: 'degrees and decimal minutes; out and off lie before the report, by minutes if it climbs',
  },
  {
    labels: ['4T'],
    description: 'Position Report',
    pattern:
      /^AGFSR (?<flight>[A-Z0-9]{2,3}\d{1,4})\s*\/(?<depDay>\d\d)\/(?<arrDay>\d\d)\/(?<origin>[A-Z]{3})(?<destination>[A-Z]{3})\/(?<time>\d{4}|[ *-]*)Z?\s*\/(?<rest1>[^/]*)\/(?:(?<position>\d{4}\.\d[NS]\d{5}\.\d[EW])|(?<rest2>[^/]*))\/(?<level>\d{3})?\/?(?<rest>.*)$/s,
    kind: 'position',
    example: 'AGFSR AC0620/07/08/YYZYHZ/0340Z/540/4321.5N07215.5W/370/',
    source: 'degrees and decimal minutes',
  },
  {
    labels: ['4T'],
    description: 'ETA Report',
    pattern:
      /^ETA (?<flight>[A-Z\d]{2,3}\d{1,4})\/(?<depDay>\d\d)\/(?<arrDay>\d\d) (?<destination>[A-Z]{3}) (?<eta>\d{4})Z\s*$/,
    kind: 'gateTimes',
    example: 'ETA XX7221/13/14 YYZ 0902Z',
    source: 'acars-decoder-typescript, label 4T',
  },
  {
    labels: ['4A'],
    description: 'Dispatch Message',
    needs: 'text',
    pattern: /^DIS\d\d,(?<day>\d\d)(?<time>\d{4})(?:,(?<callsign>(?=[A-Z]*\d)[A-Z0-9]{3,8}|))?(?:,(?<text>.*))?$/s,
    kind: 'freeText',
    example: 'DIS01,082358,UAL123,CALL OPS',
    source: documented('4A'),
  },
  {
    labels: ['4A'],
    kind: 'position',
    description: 'Position Report',
    pattern:
      /^(?<time>\d{6}),(?<eta>\d{4}),(?<rest>[ \d]*),(?<feet>[ \d]*),(?<position>[NS] *\d+\.\d+,[EW] *\d+\.\d+)\s*$/,
    example: '124442,1320, 138,33467,N 41.093,W 72.677',
    source: documented('4A'),
  },
  {
    labels: ['4A', '3A'],
    kind: 'position',
    description: 'Position Report',
    pattern:
      /^2?(?<position>[NS]\d{5}[EW]\d{6})(?<passed>[^,]*),(?<time>\d{6})(?<level>\d{3})(?:VECTORS|(?<next>[^,]*)),(?<nextTime>\d{6})?,(?<temperature>[MP]\d\d),(?<windFrom>\d{3})(?<windKt>\d{3})(?<rest>\d{3,4},.*)$/s,
    example: 'N40215W086375KG622 ,163252379KK48K ,165951,M54,262020320,84518341',
    source: `${documented('4A')}; temperature and wind in the order of ARINC 702`,
    words: (facts, { passed = '' }) =>
      positionWords(facts, /^[A-Z][A-Z0-9/]* *$/.test(passed) ? `passed ${passed.trim()}` : undefined),
  },
  {
    labels: ['4A'],
    kind: 'other',
    description: 'Airline Report',
    pattern:
      /^(?<time>\d{6}),\d{4},\.(?<tail>[A-Z\d-]{3,8}),(?<flight>[A-Z\d]*),(?<origin>[A-Z]{4}),(?:(?<destination>[A-Z]{4})|-*),(?<rest>\d,\d{4},RT\d,LT\d,.*)$/s,
    example: '154424,1910,.N900XX,XXT1150,KDEN,KMSP,1,1544,RT0,LT1,',
    source: documented('4A'),
    words: (facts) =>
      list([
        `Flight ${[facts.flight, routeWords(facts)].filter((one) => one).join(', ')}`,
        facts.time && `${facts.time}Z`,
      ]),
  },
  {
    // The temperature of these is not that of the air around: it is too warm for the altitude.
    labels: ['4A'],
    kind: 'other',
    description: 'Flight Phase Report',
    pattern:
      /^01(?<phases>[A-Z]{4}) (?<flight>[A-Z]{3}[A-Z\d]{1,4}) *\/(?<day>\d\d)(?<time>\d{4})(?<origin>[A-Z]{4})(?<destination>[A-Z]{4})\s+\+ *(?<feet>\d{1,5}?)(?<rest>\d{3}\.\d[+-] *\d+\.\d)\s*$/,
    example: '01CLER XXR141/191334EGLLKLAX\n+35764282.3- 17.8',
    source: documented('4A'),
    words: phaseWords,
  },
  {
    labels: ['4A'],
    kind: 'other',
    description: 'Door Report',
    pattern: /^DOOR\/(?<door>[A-Z]{2,12}) (?<state>OPEN|CLSD) (?<time>\d{4})\s*$/,
    example: 'DOOR/CARGO CLSD 1413',
    source: documented('4A'),
    words: ({ time }, { door, state }) =>
      `Door ${door} ${state === 'OPEN' ? 'open' : 'closed'}${time === undefined ? '' : ` ${time}Z`}`,
  },
  {
    // Two weights and their sum stand at its end.
    labels: ['33', '4A', '4N'],
    kind: 'load',
    description: 'Runway Data',
    pattern:
      /^(?:(?<rest1>\d+,[A-Z],,\d\d\/\d\d),,,,,|[A-Z],)(?<origin>[A-Z]{3,4}),(?<destination>[A-Z]{3,4}),(?:[A-Z]{3,4},)?(?<runway>\d\d[LRC]?)\/,(?:(?<secondRunway>\d\d[LRC]?)\/|\/)?,(?<rest>.*)$/s,
    example: '285,C,,09/25,,,,,PHL,ALB,ALB,19/,01/,0,0,,,,,,1,0,0,0,1,0,,0,0,140.4,021.7,162.1,ED80',
    source: `${documented('4N')}: the runways are those of the destination`,
    words: (facts, { secondRunway }) =>
      list([`Runway data ${routeWords(facts)}`, `runway ${facts.runway}`, secondRunway]),
  },
  {
    labels: ['4N'],
    kind: 'position',
    description: 'Position Report',
    pattern:
      /^(?<day>\d\d)(?<rest1>\d\d)4N +(?<origin>[A-Z]{3}) +(?<destination>[A-Z]{3})(?<rest2>\d\s[^NS]*)(?<position>[NS]\d{6} ?[EW]\d{6}) +(?<level>\d{3})\s*$/,
    example: '23124N  CVG  EWR1\n0007  0043 N040371 W074302   047',
    source: documented('4N'),
  },
  {
    labels: ['40'],
    kind: 'other',
    description: 'Departure Clearance',
    pattern:
      /^FLIGHT (?<flightNumber>\d{1,4})\/(?<day>\d\d) (?<origin>[A-Z]{3}) - (?<destination>[A-Z]{3})\s+PDC\s+(?<flight>[A-Z]{2,3}\d{1,4}) XPNDR (?<squawk>[0-7]{4})(?<rest>.*)$/s,
    example: 'FLIGHT 2380/01 ABQ - PHX\r\nPDC\r\nXXL2380 XPNDR 4202\r\nA319/L P0110 300\r\n',
    source: 'the names of its fields stand in the text',
    words: (facts, { squawk }) => `Departure clearance ${facts.flight} ${routeWords(facts)}, transponder ${squawk}`,
  },
  {
    labels: ['40'],
    kind: 'load',
    description: 'Load Closeout',
    pattern:
      /^LOAD CLOSEOUT(?<rest1>[^\n]*\n\d{1,4}) (?<origin>[A-Z]{3})-(?<destination>[A-Z]{3})\b(?<rest2>[^\n]*)\nTOW +(?<takeoffWeight>\d{4,6})\s+FOB +(?<fuel>\d{2,6})A?\s+ZFW +(?<zeroFuelWeight>\d{4,6})(?<rest>.*)$/s,
    example: 'LOAD CLOSEOUT RVSN 00 1800L\r\n2380 ABQ-PHX N900\r\nTOW 114533\r\nFOB  11317A\r\nZFW 103216\r\n',
    source: 'the names of its fields stand in the text',
    words: loadCloseout,
  },
  {
    labels: ['41'],
    kind: 'position',
    description: 'Position Report',
    pattern:
      /^(?<origin>[A-Z]{4})\/(?<destination>[A-Z]{4})\/(?<day>\d\d)[A-Z]{3}\d\d\/(?<rest1>\d+\/-?\d+\/\d+)\/(?<temperature>-?\d+)\/(?<time>\d{4})\/(?<rest2>\d{4})\/(?<position>[NS]\d+\.\d+\/[EW]\d+\.\d+)\/(?<feet>\d+)\/(?<rest>\d+\/\s*)$/,
    example: 'LPPT/RKSI/01MAY26/1/-91/50/-59/2220/2232/N41.00/W1.89/36002/142900/',
    source: 'two reports of a flight: the time agrees with reception and with the distance between them',
  },
  {
    labels: ['43'],
    kind: 'fault',
    description: 'Maintenance Log',
    needs: 'text',
    pattern:
      /^AML(?<rest1>\w{11})(?<flight>[A-Z]{3}\d{1,4}[A-Z]?) *(?<origin>[A-Z]{4})(?<destination>[A-Z]{4})(?<rest2>:LN\d+):AT(?<chapter>\d\d)(?<section>\d\d)(?<rest3>\s[^\n]{0,40})\n:FN(?<text>[^:]*)(?<rest>.*)$/s,
    example: 'AML46M01170001XXX695  EHAMCYYZ:LN10000001:AT2545\n:DBN:INN\n:FNLAV L62 FLAP\nTOO STIFF\n:LOL62\n:DS\n.',
    source: 'AML = aircraft maintenance log; the chapter fits the text behind it',
    words: (facts, { chapter }) =>
      facts.freeText ? oneLine(`Maintenance log, ATA ${chapter}: ${facts.freeText}`) : null,
    more: ({ freeText }, { chapter = '', section = '' }) =>
      freeText === undefined
        ? {}
        : {
            faults: [
              {
                ...unknownFault,
                ...{ what: 'failure', chapter, ata: `${chapter}${section}`, name: oneLine(freeText) },
                source: 'Maintenance log',
              },
            ],
          },
  },
  {
    labels: ['41'],
    kind: 'freeText',
    description: 'Message to the Crew',
    pattern: /^(?<rest>\d{3,5})\r?\n(?<text>(?=.*PLZ ACK MSG).*)$/s,
    example: '5954\r\nCLOSEOUT CANNOT BE ISSUED UNTIL\r\nALL HAVE SIGNED IN\r\nPLZ ACK MSG NO. 5954\r\n END',
    source: 'it asks for an acknowledgement by its number',
  },
  event('OUT', 'Out of Gate Report'),
  event('OFF', 'Takeoff Report'),
  event('ON', 'Landing Report'),
  event('IN', 'In Gate Report'),
  {
    labels: ['44'],
    kind: 'position',
    description: 'Position Report',
    needs: 'time',
    pattern:
      /^(?:00)?(?:POS|ETA)0\d,(?:(?<position>[NS]\d{5,6}[EW]\d{6})|[^,]*),(?:(?<level>\d{3})|(?<ground>GRD)|[* -]*),(?<origin>[A-Z]{4}),(?<destination>[A-Z]{4}),(?:\d{4}|[ -]*),(?:(?<time>\d{4})|[ -]*)(?:,(?:(?<eta>\d{4})|[ -]*))?(?:,(?:(?<fuel>\d+\.\d)|[-. ]*))?\s*$/,
    example: '00ETA03,N38241W081357,330,KBNA,KBWI,1107,0123,0208,008.1',
    source: 'acars-decoder-typescript, label 44',
  },
  {
    labels: ['44'],
    kind: 'position',
    description: 'Position Report',
    pattern:
      /^ ?\/FB [\d-]+ *\/AD (?<airport>[A-Z]{4}) *\/(?<position>[NS] *\d+\.\d+,[EW] *\d+\.\d+),(?<flight>[A-Z]{3}\d{1,4}),(?<rest>.*)$/s,
    example: ' /FB ----/AD KTPA/N 27.971,W 82.558,XXX91,FLS03,KTPA,53988,53988,----,1943,1943,1,1L,VIS1L,0,2,0,,',
    source: 'the position is at the airport',
    words: (facts, { airport }) => list([positionWords(facts), airport]),
  },
];
