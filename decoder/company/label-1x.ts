/** Company texts of labels 10 to 1Z. Own file: a table per family of labels. */
import { oneLine } from '../words.ts';
import type { Format } from './format.ts';
import { decimals, flightId, messageWords, named, pairWith, phaseWords, reportWords, whole } from './shapes.ts';

const research = (label: string): string => `acars-message-documentation, label ${label}`;

/** `/15 ON EVENT       / KCMH KSFO 12 044401/TIME 0444`, then perhaps more lines, one of which is /LOC. */
const eventNames = [
  ['13', 'OUT', 'Out of Gate'],
  ['14', 'OFF', 'Takeoff'],
  ['15', 'ON', 'Landing'],
  ['16', 'IN', 'In Gate'],
] as const;
const event = ([label, word, name]: (typeof eventNames)[number]): Format => ({
  kind: 'gateTimes',
  event: word.toLowerCase() as 'out',
  example: `/${label} ${word} EVENT    / KCMH KSFO 12 044401/TIME 0444`,
  source: 'the names of its fields stand in the text',
  labels: [label],
  description: `${name} Report`,
  names: { event: `${name} Time` },
  needs: 'event',
  pattern: new RegExp(
    String.raw`^/${label} ${word} EVENT *\/ (?<origin>[A-Z]{4}) (?<destination>[A-Z]{4}) (?<day>\d\d) (?<event>(?<same>\d{4})\d\d)(?:/TIME \k<same>(?!\d))?(?<rest1>.*?)(?:/LOC (?<position>[NS]\d{6},[EW]\d{7}|[+-][ \d.]+,[+-][ \d.]+)(?<rest2>.*))?$`,
    's',
  ),
});

/** `OFF01XX0123    /01012315EDDFLTAI`, and below `2315 735`. */
const zeroOne = [
  ['OUT', 'out', 'Out of Gate'],
  ['OFF', 'off', 'Takeoff'],
  ['ONN', 'on', 'Landing'],
  ['INN', 'in', 'In Gate'],
] as const;
const numbered = ([word, what, name]: (typeof zeroOne)[number]): Format => ({
  labels: ['12', '13', '14', '2A', '2N', '24'],
  kind: 'gateTimes',
  description: `${name} Report`,
  event: what,
  names: { event: `${name} Time` },
  needs: 'event',
  pattern: whole(
    String.raw`${word}01 *${flightId} *\/(?<depDay>\d\d)(?<arrDay>\d\d)(?<time>\d{4})`,
    pairWith(''),
    String.raw`\s+(?<event>\d{4})(?<rest>.*)`,
  ),
  example: `${word}01XX0123    /01012316EDDFLTAI\n2315 735`,
  source: 'its name; the event is at most some minutes before the report',
});

export const label1x: readonly Format[] = [
  ...eventNames.map(event),
  ...zeroOne.map(numbered),
  {
    labels: ['17'],
    kind: 'gateTimes',
    description: 'Post Report',
    pattern: whole(
      String.raw`\/17 POST RPT *\/ ${pairWith(' ')} (?<day>\d\d) (?<rest1>\d{6})\/TIME (?<time>\d{4})(?<rest2>(?:\s*\/FOB (?<fuel>\d+))?.*)`,
    ),
    example: '/17 POST RPT       / EDDF KSEA 12 053340/TIME 0530\r\n/FOB 0074',
    source: 'the names of its fields stand in the text',
    words: reportWords('Post report'),
  },
  {
    labels: ['18'],
    kind: 'gateTimes',
    event: 'in',
    description: 'In Gate Report',
    names: { event: 'In Gate Time' },
    needs: 'event',
    pattern: whole(
      String.raw`\/18 POST TIMES SECS *\/ ${pairWith(' ')} (?<day>\d\d) (?<rest1>\d{6})\/IN TIME (?<event>\d{4})(?<rest2>.*)`,
    ),
    example: '/18 POST TIMES SECS/ EDDF KSEA 12 053340/IN TIME 0530/PDOOR 053340',
    source: 'the names of its fields stand in the text',
  },
  {
    labels: ['15'],
    description: 'Position Report',
    pattern:
      /^FST01(?<origin>[A-Z]{4})(?<destination>[A-Z]{4})(?<position>[NS]\d{6}[EW]\d{7})(?<level>\d{3})(?<rest>(?:.{8} ?(?<temperature>[MP][ \d]\dC))?.*?(?:(?<eta>\d{4})(?<time>\d{4})\s*)?)$/s,
    kind: 'position',
    example: 'FST01KJFKEGLLN501230W0234560350 156 495 M53C 4427422721045313002518521710',
    source: 'ten thousandths of a degree: the airports decide; the last eight digits agree with reception and distance',
  },
  {
    labels: ['15'],
    kind: 'position',
    description: 'Position Report',
    pattern:
      /^\([12](?<position>[NS][ \d]\d{4}[EW][ \d]{2}\d{4})(?<rest>.{6})(?<level>[ \d]{3}|---)(?<temperature>[- ][ \d]\d| -\d|---)\(Z\s*$/,
    example: '(2N44218W 85463281 49225-19(Z',
    source: 'acars-decoder-typescript, label 15',
  },
  {
    labels: ['15'],
    kind: 'gateTimes',
    event: 'off',
    description: 'Takeoff Report',
    names: { event: 'Takeoff Time' },
    needs: 'event',
    pattern:
      /^\(2(?<position>[NS][ \d]\d{4}[EW][ \d]{2}\d{4})OFF(?:(?<day>\d\d)(?<rest1>\d{4})|-{6})(?<event>\d{4})(?<rest2>.*)\(Z\s*$/,
    example: '(2N38251W 77421OFF0812240755E1919------- (Z',
    source: 'acars-decoder-typescript, label 15',
  },
  {
    labels: ['16'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`(?:(?<flight>[A-Z0-9]{2}\d{4})\/(?<day>\d\d)[A-Z]{3}\d\d )?(?<time>\d{6}|\d\d:\d\d:\d\d),(?<feet>\d*),(?<eta>\d{4}),(?<rest1> *\d*),(?:(?<position>[NS] *\d+\.\d+[ ,]*[EW] *\d+\.\d+)\s*|(?<rest2>N \..*))`,
    ),
    example: '000512,34998,0205, 173,N 36.936,W108.621',
    source: `${research('16')}; the third field agrees with a landing`,
  },
  {
    labels: ['16'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(decimals, String.raw`(?:,(?<feet>\d+),(?<rest>[ \d,]*))?`),
    example: 'N 44.203,W 86.546,31965,6, 290',
    source: research('16'),
  },
  {
    labels: ['16'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`(?<next>[A-Z][A-Z0-9]{1,6}) *,${decimals},(?<feet> *\d+),(?<rest1> *\d+),(?<eta>\d{4}),(?<rest2> *\d+)\\TS(?<time>\d{6}),(?<rest3>\d{6})\s*`,
    ),
    example: 'KERAX  ,N 49.880,E  12.421,33998,0478,1249,029\\TS121230,040822',
    source: `${research('16')}; the fifth field agrees with a landing; the point lies ahead: two reports 31 nmi apart name the same one`,
  },
  {
    labels: ['16'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`POSA1(?<position>[NS][ \d]\d{4}[EW][ \d]{2}\d{4}),(?<waypoint>[^,]*),(?<waypointTime>\d{6})?,(?<level>\d{1,3}) {0,2},(?<next>[^,]*),(?<nextTime>\d{6})?,(?<rest1>[^,]*),(?<temperature>[^,]*),(?<rest2>.*)`,
    ),
    example: 'POSA1N37358W 77279,GEARS  ,221626,370,BBOBO  ,222053,,-61,139,1174,829',
    source: `${research('16')}; thousandths of a degree: minutes never pass 60`,
  },
  {
    labels: ['16'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw` ?\/${decimals}\/(?<feet>\d{5})\/(?<rest1>\d{4})\/(?<time>\d{4})\/(?<rest2>\d+\/\d{4}\/)\s*`,
    ),
    example: '/N043.62/W025.94/38004/0105/1216/47109/1958/',
    source: `${research('16')}; the time agrees with reception`,
  },
  {
    labels: ['16'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`(?<rest1>\d{6})\/AUTPOS\/LLD (?<position>[NS]\d{6} ?[EW]\d{7})\s*\/ALT (?<feet>\d+)\/SAT (?<temperature>[-+*\d]+)\s*\/WND (?<windFrom>[*\d]{3})(?<windKt>[*\d]{3})(?<rest2>\/TAT [^/]*\/TAS [^/]*\/CRZ [^/]*)\/FOB (?<fuel>[*\d]+)\s*\/DAT \d{4}(?<day>\d\d)\/TIM (?<time>\d{6})\s*`,
    ),
    example:
      '010944/AUTPOS/LLD N350131 W1061608\r\n/ALT 34996/SAT -057\r\n/WND 239065/TAT -027/TAS 476/CRZ 836\r\n/FOB 042920\r\n/DAT 260202/TIM 000505',
    source: 'the names of its fields stand in the text; acars-decoder-typescript for the wind in knots',
  },
  {
    labels: ['16'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`POS02 *${flightId} *\/(?<depDay>\d\d)(?<arrDay>\d\d)(?<rest1>\d{4})${pairWith('')}\s+(?<position>[NS]\d{5}[EW]\d{6}),(?<feet>\d+),(?<time>\d{6}),(?<rest2>.*)`,
    ),
    example:
      'POS02    XX40S/01011215KJFKLIRF\nN46011W018181,37000,121558,+093,-049,14,504,1520,+260,281,0.860,-55,21.0',
    source: `${research('16')}; tenths of minutes: none reaches 60; the time agrees with reception`,
  },
  {
    labels: ['17', '49'],
    kind: 'other',
    description: 'Flight Phase Report',
    pattern: whole(
      String.raw`01(?<phases>[A-Z]{4}) *${flightId} *\/(?<day>\d\d)(?<time>\d{4})${pairWith('')}(?:\s+\+? *(?<feet>\d{1,5}?) *(?<rest>(?:\d{3}\.\d|-{5})[ +-]+\d+\.\d)\s*|(?<rest2>\s.*)?)`,
    ),
    example: '01ERDCXXX487    /041214KLAXEDDF\r\n35002 274.8 -19.6',
    source: `${research('17')}, and label 4A with the same fields; day and time agree with reception`,
    words: phaseWords,
  },
  {
    labels: ['14', '16'],
    kind: 'position',
    description: 'Position Report',
    pattern: /^\(2A{3}[A-Z](?<position>[NS][ \d]\d{4}[EW][ \d]{2}\d{4})(?<rest>.*)\(Z\s*$/s,
    example: '(2AAABN39211W 77144KTEBMMTO-/A(Z',
    source: research('14'),
  },
  {
    labels: ['10'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`POS(?<day>\d\d)(?<time>\d{4}), ?(?<position>[NS] {0,2}[\d.]+,[EW] {0,2}[\d.]+)(?:,(?<rest1>-*,\d+,[ \d]+,[ \d]+)|,(?<rest2>\d{4}, *\d+)),(?<feet>\d+),(?<rest3>.*)`,
    ),
    example: 'POS082150, N 3885,W 7841,---,308,26922,  51,22290, 529,  19,-225,6',
    source: 'the day and time agree with reception; minutes never stay below 60 in the notation without a point',
  },
  {
    labels: ['10'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`\/(?<position>[NS]\d+\.\d+\/[EW]\d+\.\d+)\/(?<rest1>\d+\/[\d.]+\/\d*)\/(?<level>\d{3})\/(?<destination>[A-Z]{4})\/(?<eta>\d{4})\/(?<rest2>\d+\/\d+\/[A-Z0-9 ]+)\/(?<next>[A-Z0-9 ]+)\/(?<nextTime>\d{4})\/(?<rest3>.*)`,
    ),
    example: '/N50.154/E007.477/10/0.72/126/410/LGKL/1447/0085/00016/DINKU/XERUM/1222/BAVAX/1224/',
    source: 'acars-decoder-typescript, label 10',
  },
  {
    labels: ['10'],
    kind: 'freeText',
    description: 'Message to Operations',
    needs: 'text',
    pattern: whole(
      String.raw`(?<rest1>\d,[A-Z],[A-Z],\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,[^,]*,[^,]*,\d+),${pairWith(',')},(?<rest2>\d+,\d+),(?<text>.*)`,
    ),
    example: '1,N,R,2022-06-18 21:50:16,  17275575,18JUN,4959,KIAH,KPHX,14048,1,CABIN LIGHT INOP,SEAT 4A,,',
    source: research('10'),
    words: messageWords('Message to operations'),
  },
  {
    labels: ['10'],
    kind: 'freeText',
    description: 'Message to Operations',
    needs: 'text',
    pattern: whole(
      String.raw`(?<rest1>\d{6})\/OPSCTL\/DA (?<origin>[A-Z]{4})\/DS (?<destination>[A-Z]{4})\/FOB (?<fuel>\d+)\s*\/FTX (?<text>.*)`,
    ),
    example: '080491/OPSCTL/DA KIAD/DS KMEM/FOB 050400\r\n/FTX INIT DONE BY HAND',
    source: research('10'),
    words: messageWords('Message to operations'),
  },
  {
    labels: ['11'],
    kind: 'gateTimes',
    description: 'In-Range Report',
    pattern: whole(
      String.raw`(?<rest1>\d{6})\/INRANG\/DS (?<destination>[A-Z]{4})\/ETA (?<eta>\d{4})\/FOB (?<fuel>\d+)(?<rest2>.*)`,
    ),
    example: '036327/INRANG/DS LFPG/ETA 2251/FOB 014560\r\n/APU AVAIL/UPL NO',
    source: research('11'),
    words: reportWords('In-range report'),
  },
  {
    labels: ['11'],
    kind: 'gateTimes',
    description: 'In-Range Report',
    pattern: whole(String.raw`OS (?<destination>[A-Z]{4}) \/QSL(?<time>\d{4})\s*`),
    example: 'OS KBOS /QSL1216',
    source: research('11'),
    words: reportWords('In-range report'),
  },
  {
    labels: ['11'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`POS\s+CAS (?<rest1>[^,]*),(?<position>LAT [NS] ?\d+\.\d+,LON [EW] ?\d+\.\d+),ALT (?<feet>\d+),FOB (?<fuel>\d+),UTC (?<time>\d{6}),(?<rest2>.*)`,
    ),
    example: 'POS\nCAS 272,LAT N061.84,LON E052.79,ALT 37999,FOB 72360,UTC 121308,PD -106.97,WD -111,WS 16,TAT -46',
    source: 'the names of its fields stand in the text',
  },
  {
    labels: ['12'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`(?<position>[NS] *\d+\.\d+,[EW] *\d+\.\d+),(?<feet> *\d+),(?<time>\d{6}),(?<rest> *\d*),\.*(?<tail>[A-Z0-9-]+),(?<eta>\d{4})\s*`,
    ),
    example: 'N 42.150,W121.187,39000,161859, 109,.N900XX,1742',
    source: `${research('12')}; the last field stays the same along a flight and agrees with its distance`,
  },
  {
    labels: ['12'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`POS(?<position>[NS] ?[ \d]\d{5}[EW][ \d]{2}\d{5}),(?<rest1>[^,]*),(?<time>\d{4}),(?<tens> *\d+),(?<rest2>[^,]*),(?<temperature>[- \d]*),(?<rest3>[^,]*),FOB *(?<fuel>\d+),ETA (?<eta>\d{4}),${pairWith(',')},(?<rest4>.*)`,
    ),
    example: 'POSN 295736W 953809,-------,1954, 314,,  23,17788  11,FOB   90,ETA 2000,MMUN,KIAH,',
    source: `${research('12')}; 314 close to the airport is 3,140 ft`,
  },
  {
    labels: ['12', '13'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`${pairWith(',')},(?<depDay>\d\d)[A-Z]{3}\d\d,(?<time>\d{4}),(?<eta>\d{6})\s+${decimals},(?<feet>\d+)(?<rest>.*)`,
    ),
    example: 'LGKO,EBBR,04AUG22,1218,124800\r\nN 50.308,E  8.443,32892\r\nEBBR25R,SN3244',
    source: `${research('13')}; the distance to the airport tells the time of the report from the ETA`,
  },
  {
    labels: ['12'],
    kind: 'weather',
    description: 'Weather Request',
    pattern: /^WXR FS (?<stations>[A-Z]{4}(?:,[A-Z]{4}){0,9}),?\s*$/,
    example: 'WXR FS USSS,UWKD,ULLI',
    source: `${research('12')}; FS = forecasts`,
    words: reportWords('Weather request'),
  },
  {
    labels: ['13'],
    kind: 'gateTimes',
    description: 'Gate Request',
    pattern: /^ARR GATE REQ \/AIR ID (?<rest>[A-Z0-9]{2}),\/DEST (?<destination>[A-Z]{4}),\/ETA (?<eta>\d{4})\s*$/,
    example: 'ARR GATE REQ /AIR ID XX,/DEST KPDX,/ETA 2312',
    source: research('13'),
    words: reportWords('Gate request'),
  },
  {
    labels: ['14'],
    kind: 'freeText',
    description: 'Message to the Station',
    pattern: whole(
      String.raw`(?<rest1>\d,\d?,\d?,[YN],[YN],[YN]),(?<destination>[A-Z]{4}),(?<eta>\d{6}),(?<rest2>\d+),(?<text>.*)`,
    ),
    example: '3,,,Y,N,Y,KPHX,010112,7716,GOOD EVENING,GATE PLEASE,,,',
    source: `${research('14')}; the time is that of the ETA in label 21`,
    words: ({ to, times, freeText }) =>
      oneLine(
        `Message to ${to}${times?.eta ? `, ETA ${times.eta}Z` : ''}: ${freeText?.replace(/,+/g, ' ').trim() || 'no text'}`,
      ),
  },
  {
    labels: ['14'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`POS\s+(?<rest1>\d{6})(?<time>\d{4})(?<rest2>\d{4}\.\d)(?<feet>\d{5})(?<position>[ -]{1,2}\d{1,2}\.\d\d[ -]{1,3}\d{1,3}\.\d\d)(?<rest3>.*)`,
    ),
    example: 'POS\n05012612150468.235000 48.06-121.17  18.1071.1 546',
    source: 'its name; fixed columns; the time agrees with reception',
  },
  {
    labels: ['1X'],
    kind: 'link',
    description: 'Frequency Report',
    names: { frequency: 'Frequency' },
    pattern: /^(?<time>\d{4}),(?<frequency>1[23]\d{4})\s*$/,
    example: '1215,131825',
    source: 'the time agrees with reception; the frequencies are those of the data link',
    words: ({ time }, { frequency }) =>
      `Frequency ${(Number(frequency) / 1000).toFixed(3)} MHz${time ? `, ${time}Z` : ''}`,
  },
  {
    labels: ['17'],
    kind: 'gateTimes',
    description: 'ETA Report',
    pattern: whole(String.raw`0,${pairWith('')}(?<eta>\d{4})\s*`),
    example: '0,KFLLKAUS2108',
    source: research('17'),
  },
  {
    labels: ['17'],
    kind: 'weather',
    description: 'Weather Request',
    pattern:
      /^(?<rest1>[A-Z],[A-Z],\d{4}-\d\d-\d\d) (?<time>\d\d:\d\d:\d\d),(?<rest2>\d+),(?<subject>METAR|TAF),(?<stations>[A-Z]{4}),?\s*$/,
    example: 'N,E,2022-06-18 22:37:37,12930,METAR,KMAF,',
    source: research('17'),
    words: (facts, { subject }) => `${subject} request, ${facts.airports?.join(', ')}`,
  },
  {
    labels: ['18'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`POX, *(?<flight>[A-Z0-9]{3,7}) *,(?<day>\d\d)[A-Z]{3}\d\d,(?<time>\d{6}),${pairWith(',')},(?:${decimals}|(?<rest1>[^,]*,[^,]*)),(?<level>\d{3}),(?<rest2>(?:[^,]*,){5})(?<temperature>[^,]*),(?<eta>\d{4}(?:\d\d)?),(?<rest3>.*)`,
    ),
    example: 'POX,XX0655,01MAY26,121453,ZGGG,UUEE,N55.632,E072.617,380,336,0.849,-109,-146.0,058,-057,1517,',
    source: `${research('18')}; the last time agrees with the distance`,
  },
  {
    labels: ['18'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(decimals, String.raw`,(?<feet>\d+),(?<rest>.*)`),
    example: 'N 50.241,E  6.053,25748, 70.6,411',
    source: research('18'),
  },
  {
    labels: ['18'],
    kind: 'gateTimes',
    description: 'Out of Gate Report',
    pattern:
      /^FI (?<flight>[A-Z0-9]{2,3}\d{1,4})\/DA (?<origin>[A-Z]{4})\/DS (?<destination>[A-Z]{4})\/OT (?<out>\d{4})\/FB (?<fuel>\d+)(?<rest>.*)$/s,
    example: 'FI XX0521/DA EDDF/DS BIKF/OT 1241/FB 0317/UTC 120220804124116',
    source: 'ARINC 620, text element identifiers',
  },
  {
    labels: ['1F'],
    kind: 'other',
    description: 'Flight Report',
    pattern: whole(
      String.raw`(?<origin>[A-Z]{4}),(?<rest1>\d\d),(?<day>\d\d)[A-Z]{3}\d\d,(?<time>\d{4}),(?<rest2>.*),(?<flight>[A-Z]{2}\d{2,4})\s*`,
    ),
    example: 'DFFD,01,01MAY26,2202,41611,LT,0800,\n1628,22280,21605,16480,73393,94680,N,XX256',
    source: 'day and time agree with reception; label 2A of the same flight',
    words: reportWords('Flight report'),
  },
  {
    labels: ['1J'],
    kind: 'freeText',
    description: 'Free Text',
    needs: 'text',
    pattern:
      /^FTX\/(?<rest1>ID[^/]*(?:\/DC[^/]*)?\/MR\d+,)\/FX(?<text>.*?)(?<rest2>\/(?:FB\d{1,6}\/)?VR\w{1,12}\s*)?$/s,
    example: 'FTX/ID50007B,XXX4086,ABB02R70E037/MR6,/FXCALL OPS ON ARRIVAL/FB1791/VR0328D70',
    source: 'ARINC 702A, imbedded message FTX',
  },
  {
    labels: ['1L'],
    kind: 'freeText',
    description: 'Delay Report',
    needs: 'text',
    pattern: /^(?<flight>[A-Z]{3}\d{1,4}),(?<airport>[A-Z]{4}),(?<rest>\d{4}, *),(?<text>.+)$/s,
    example: 'XXX2286,KPHL,1049,    ,LATE PAPERWORK',
    source: research('1L'),
  },
  {
    labels: ['1M'],
    kind: 'gateTimes',
    description: 'ETA Report',
    pattern: whole(
      String.raw`\/(?<flight>[A-Z0-9]{2,3}\d{1,4})\/ETA01\/(?<rest1>\d{6})\/${pairWith('/')}\/(?<rest2>[A-Z]{4}\/[A-Z0-9]*)\s+(?<eta>\d{4})\/[A-Z]{4}(?<runway>\d\d[LRC]?)\/(?<rest3>.*)`,
    ),
    example: '/XX0843/ETA01/230822/LDSP/EGLL/EGSS/2JK0\n1940/EGLL27L/10',
    source: 'acars-decoder-typescript, label 1M',
    words: (facts) => `${reportWords('ETA report')(facts)}, runway ${facts.runway}`,
  },
  {
    labels: ['1M', '2A'],
    kind: 'gateTimes',
    description: 'ETA Report',
    pattern: whole(
      String.raw`(?:ETA|APR)\d\d *${flightId} *\/(?<depDay>\d\d)(?<arrDay>\d\d)(?<time>\d{4})`,
      pairWith(''),
      String.raw`\s+(?<eta>\d{4}),[A-Z]{4} (?<runway>\d\d[LRC]?),(?<rest>.*)`,
    ),
    example: 'ETA02     XX25/04041219OMAAEGLL\r\n1319,EGLL 27R,58,  8900,',
    source: `${research('1M')}; the second time agrees with the distance`,
    words: (facts) => `${reportWords('ETA report')(facts)}, runway ${facts.runway}`,
  },
  {
    labels: ['1M'],
    kind: 'load',
    description: 'Load Sheet',
    pattern: whole(
      String.raw`EZF\s+(?<flight>[A-Z0-9]{2,3}\d{1,4})\/(?<day>\d\d)\/(?<tail>[A-Z0-9-]+)\s+-SCT\/(?<origin>[A-Z]{3})-(?<destination>[A-Z]{3})\s+-PAX\/(?<passengers>\d{1,3})(?<rest>\s.*)?`,
    ),
    example: 'EZF\nXX5678/12/G-XXXX\n-SCT/LHR-CDG\n-PAX/90',
    source: 'acars-decoder-typescript, label 1M',
    words: (facts, { flight }) => `Load sheet ${flight}, ${facts.from} to ${facts.to}, ${facts.passengers} passengers`,
  },
  {
    labels: ['1M'],
    kind: 'other',
    description: 'ATS Flight Plan',
    pattern: whole(
      String.raw`\(FPL-(?<flight>[A-Z0-9]{2,7})-(?<rest1>.*?)-(?<origin>[A-Z]{4})(?<rest2>\d{4}.*?)-(?<destination>[A-Z]{4})(?<rest3>\d{4}.*)`,
    ),
    example: '(FPL-XXX123-IS-B789/H-SDE2/LB1-KSFO0100-N0487F370 DCT PORTE DCT-KLAX0055 KONT-DOF/260311)',
    source: 'ICAO Doc 4444, appendix 3',
    words: (facts, { flight }) => `Flight plan ${flight}, ${facts.from} to ${facts.to}`,
  },
  {
    labels: ['1P'],
    kind: 'position',
    description: 'Position Report',
    fuelUnit: 't',
    pattern: whole(
      String.raw`(?<time>\d{6}),${decimals},(?<feet>\d+),(?:(?<rest1>\d+, *[\d.]+),(?<eta>\d{4}),(?<fuel>\d+\.\d+)T(?<rest2>,.*)?|(?<rest>.*))`,
    ),
    example: '233256,N 42.305,E 34.309,30998,306,515,0837,84.10T,-48.8,-127.97,054.78',
    source:
      'the time agrees with reception, the position with the receiver; T = tonnes: of three flights they fit the time to go',
  },
  {
    labels: ['10'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`(?<rest1>LDR01,[^,]*,[A-Z],[^,]*,\d),(?:(?<position>[NS] *\d+\.\d+,[EW] *\d+\.\d+)|[^,]*,[^,]*),(?<feet>\d*),(?<rest2>[^,]*),${pairWith(',')},(?<alternate>[A-Z]{4})?,(?<runway>\d\d[LRC]?)?(?<rest3>\/.*)`,
    ),
    example:
      'LDR01,189,C,XXX-2600-016,0,N 38.151,W 76.623,37003, 10.2,KATL,KLGA,KLGA,22/,/,/,0,0,,,,,,,0,0,0,00,,135.1,08.6,143.7,,,',
    source: 'acars-decoder-typescript, label 10 LDR: the runway is that of the destination',
  },
  {
    labels: ['1L'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`(?<rest1>0{6}070)${pairWith(',')},(?<time>\d{4})?,(?<eta>\d{4})?,(?<position>[NS] *\d+\.\d+,[EW] *\d+\.\d+),(?<rest2>[^,]*)`,
    ),
    example: '000000070LOWW,KEWR,0932,1744,N 49.223,E 12.038,0659',
    source: 'acars-decoder-typescript, label 1L 070',
  },
  {
    labels: ['1L'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`(?<rest1>0{6}660)(?<position>[NS]\d{5}[EW]\d{6}),(?<time>\d{6})(?<level>\d{3})(?<next>[A-Z0-9-]{2,7}) *,(?<nextTime>\d{6})?,(?<rest2>[^,]*,\d+)`,
    ),
    example: '000000660N50442E005566,100444359SOG-06 ,,--- 21-,83617441',
    source: 'acars-decoder-typescript, label 1L 660; label 4A has the same fields',
  },
  {
    labels: ['1L'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`(?<position>[+-] *\d+\.\d+\/[+-] *\d+\.\d+)\/UTC (?<time>\d{6})\/FOB *(?<fuel>[\d.]+)\/ALT *(?<feet>-?\d+)\/(?<rest>CAS *\d+)\/ETA (?<eta>\d{4})\s*`,
    ),
    example: '+ 39.126/- 77.358/UTC 085208/FOB   8.2/ALT  3997/CAS  239/ETA 0903',
    source: 'the names of its fields stand in the text',
  },
  {
    labels: ['1L'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`\d{2,11}(?=\/.*\nCAS\/)`,
      named({
        DEP: '(?<origin>[A-Z]{4})',
        DES: '(?<destination>[A-Z]{4})',
        ETA: String.raw`(?<eta>\d{4})`,
        ALT: String.raw`(?<feet>\d{3,5})(?!\d)`,
        FN: '(?<flight>[A-Z0-9]{3,7})',
        TFQ: String.raw`(?<fuel>\d+)`,
        DAY: String.raw`(?<day>\d\d)[A-Z]{3}\d\d`,
        UTC: String.raw`(?<time>\d{6})`,
      }),
      String.raw`(?=(?:.*?(?<position>LON [EW] {0,2}\d{1,3}\.\d+\/LAT [NS] {0,2}\d{1,2}\.\d+))?)(?<rest>.*)`,
    ),
    example:
      '00086213200/GS 497000/DEP CYUL/DES MDPC/ETA 1705/GW 700/ALT 37002\r\nCAS/SAT   15.0/FN XXX4426/TFQ 111/DAY 26SEP24/UTC 135139\r\nLON MMMM.MMM/LAT MMMM.MMM/WD ---/WS ---',
    source: 'the names of its fields stand in the text; TFQ = total fuel quantity',
  },
];
