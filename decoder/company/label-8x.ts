/** Company texts of labels 80 to 8Z. Own file: a table per family of labels. */
import { oneLine, routeWords } from '../words.ts';
import type { Format } from './format.ts';
import { messageWords, named, pairWith, reportWords, whole } from './shapes.ts';

const research = (label: string): string => `acars-message-documentation, label ${label}`;

/** `3701 INRANG 0344/14 KPDX/KSEA .N900XX`: flight number without its airline, day. */
const headOf = (name: string): string =>
  String.raw`(?<rest0>\w{4}) ${name} +(?<flightNumber>\w{3,5}) *\/(?<day>\d\d) +${pairWith(String.raw`\/ ?`)} +\.+(?<tail>[A-Z0-9-]+)`;

export const label8x: readonly Format[] = [
  {
    labels: ['8E', '8S'],
    description: 'ETA Report',
    pattern: /^(?<destination>[A-Z]{4}),(?<eta>\d{4})\s*$/,
    kind: 'gateTimes',
    example: 'EDDF,1432',
    source: 'the two fields agree with the flight plan of the same flight',
  },
  {
    labels: ['80'],
    kind: 'gateTimes',
    description: 'Takeoff Report',
    pattern: whole(
      headOf('OFFRP'),
      String.raw`\s+\/(?:OUT|OT) (?<out>\d{4})\/(?:OFF|OF) (?<off>\d{4})\/(?:FOB|F) +(?<fuel>\d+)\/ETA (?<eta>\d{4})\s*`,
    ),
    example: '1101 OFFRP  0226/14 CYVR/KSFO .C-XXXX\n/OUT 1306/OFF 1327/FOB 0186/ETA 1518',
    source: research('80'),
  },
  {
    labels: ['80'],
    kind: 'gateTimes',
    description: 'In-Range Report',
    pattern: whole(headOf('INRANG'), String.raw`\s+\/ETA (?<eta>\d{4})(?<rest>.*)`),
    example: '3701 INRANG 0344/14 KPDX/KSEA .N900XX\n/ETA 1355/ERT',
    source: research('80'),
    words: reportWords('In-range report'),
  },
  {
    labels: ['80'],
    kind: 'gateTimes',
    description: 'In-Range Report',
    pattern: whole(
      String.raw`INR\/(?<rest1>ID[^/]*\/DC\d{8}),(?<time>\d{6})\/(?<rest2>MR\d+,\/NR[^/]*)\/ET\d\d(?<eta>\d{4})\/FB(?<fuel>\d+)(?<rest3>.*)`,
    ),
    example: 'INR/ID91511S,,/DC04032026,143534/MR19,/NR,,,,,,,,950,0/ET041505/FB983/VR32BF4C',
    source: 'ARINC 702A and the text elements of ARINC 620: ET day and ETA, FB fuel on board',
    words: reportWords('In-range report'),
  },
  {
    labels: ['80'],
    kind: 'load',
    description: 'Fuel Report',
    needs: 'text',
    pattern: whole(headOf('FUELRP'), String.raw`(?<rest1> +\d{8} \d{4}\s+\/XFQ .*?)\/TXT (?<text>.*)`),
    example: '3T06 FUELRP  0317 /14  EGLL/ WSSS  .9V-XXX  14082022 1306\n/XFQ 000.5/OTH Y\n/TXT INCREASE IN ZFW.',
    source: research('80'),
    words: (facts) => `${reportWords('Fuel report')(facts)}: ${facts.freeText?.slice(0, 80).replace(/\s+/g, ' ')}`,
  },
  {
    labels: ['80', '83'],
    kind: 'gateTimes',
    description: 'ETA Report',
    pattern: whole(headOf('ETAT2'), String.raw`\s+\/ETA (?<eta>\d{4})\s*`),
    example: '4DH3 ETAT2  0907/22 ENGM/KEWR .LN-XXX\n/ETA 1641',
    source: research('83'),
    words: reportWords('ETA report'),
  },
  {
    labels: ['80'],
    kind: 'other',
    description: 'Ramp Service Request',
    pattern: whole(headOf('RMPSRV'), String.raw`\s*(?<rest>\/LAV [^\n]*)(?:\n(?<text>.*))?`),
    example: '3D01 RMPSRV 2501/02 LEMD/MMUN .EC-XXX/LAV Y/CAB Y/WCHRR 01/MAAS N\nETA 0055Z, WHEELCHAIR PLEASE',
    source: 'the names of its fields stand in the text',
    words: (facts) => {
      const what = `Ramp service request, ${routeWords(facts)}`;
      return facts.freeText ? oneLine(`${what}: ${facts.freeText}`) : what;
    },
  },
  {
    labels: ['80'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`POS${pairWith(String.raw`\/`)}\/(?<position>LAT[NS]\d{5}\/LON[EW]\d{6})\/ALT(?<level>\d{3})\/FOB(?<fuel>\d+)\s+\/TME(?<time>\d{4})\/(?<rest1>WND [- \d]+)\/OAT(?<temperature>-?\d+)\/(?<rest2>TAS\d+)\/ETA(?<eta>\d{4})\s*`,
    ),
    example: 'POSZSPD/HAAB/LATN16491/LONE068519/ALT380/FOB32577\n/TME2341/WND -116 15/OAT-49/TAS497/ETA0333',
    source: 'the names of its fields stand in the text',
  },
  {
    labels: ['83'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`001PR(?<day>\d\d)(?<time>\d{6})(?<position>[NS]\d{4}\.\d[EW]\d{5}\.\d)(?:00000|(?<feet>\d{5}))(?<rest>.*)`,
    ),
    example: '001PR19113523N2947.7W09536.51273750177',
    source: research('83'),
  },
  {
    labels: ['83'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`${pairWith(',')},(?<day>\d\d)(?<time>\d{4}),(?<position>[ +-]{0,3}\d+\.\d+, {0,3}[+-]? {0,3}\d+\.\d+),(?<feet> {0,3}\d+),(?<rest>.*)`,
    ),
    example: 'LGAV,KEWR,011215, 52.94,- 21.20,36001,284,- 83.5, 69400',
    source: research('83'),
  },
  {
    labels: ['83'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`(?<rest0>\w{4}) POSRPT +(?<flightNumber>\w{3,5})\/${pairWith(String.raw`\/`)} \.+(?<tail>[A-Z0-9-]+)\/(?<rest1>[^/]*)\/WPY [^/]*\/NWYP (?<next>[A-Z0-9]+) *\/(?<rest2>HDG [^/]*\/MCH [^/]*)\/POS (?<position>[NS]\d{5} ?[EW]\d{6})\/FL (?<feet>\d{4,5})\/(?<rest3>TAS \d+)\/SAT (?<temperature>[- \d]{1,6})\s*\/SWND *(?<windKt>\d+)\/DWND *(?<windFrom>\d+)\/FOB (?<fuel>\d+)\/ETA (?<eta>\d{4})\s*`,
    ),
    example:
      '3N01 POSRPT 0121/EGLL/SKBO .N900XX/03A23:42\n/WPY N44W0/NWYP N39W0 /HDG ******/MCH    .85\n/POS N44521 W028082/FL 36999/TAS 485/SAT - 58\n/SWND     8/DWND    44/FOB 46700/ETA 0716',
    source: 'the names of its fields stand in the text',
  },
  {
    labels: ['80'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      headOf('POSRPT'),
      String.raw`\s+\/POS (?<position>[NS]\d{5}[EW]\d{6})\/ALT (?<level>\d{3})\/(?<rest1>MCH \d+)\/FOB (?<fuel>\d+)\s+\/TME (?<time>\d{4})\/WND (?<windFrom>\d{3}) (?<windKt>\d{3})\/OAT (?<temperature>-?\d+)\/(?<rest2>TAS \d+)\/ETA (?<eta>\d{4})\s*`,
    ),
    example:
      '3N01 POSRPT 0210/30 KATL/FACT .N900XX\n/POS S22336W006589/ALT 410/MCH 849/FOB 0697\n/TME 1214/WND 270 044/OAT -057/TAS 0486/ETA 1521',
    source: 'the names of its fields stand in the text',
  },
  {
    labels: ['80'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`(?<rest3>\/FB \d+\/AD [A-Z]{4}\/[^,]{0,12},[^,]{0,12},)?`,
      headOf('POSRPT'),
      String.raw`\s+\/UTC (?<time>\d{6})\/POS (?<position>[NS]\d{4}\.\d [EW]\d{5}\.\d)\/ALT (?<feet>\d{3,5})\s+\/(?<rest1>SPD \d+)\/FOB (?<fuel>\d+)\/ETA (?<eta>\d{4})\s*`,
    ),
    example:
      '/FB 0105/AD KCHS/N3950.1,W07548.3,3P01 POSRPT  0267/20 KBOS/KCHS .N900XX\n/UTC 143605/POS N3950.1 W07548.3/ALT 38007\n/SPD 334/FOB 0105/ETA 1622',
    source: 'the names of its fields stand in the text',
  },
  {
    labels: ['84'],
    kind: 'gateTimes',
    description: 'ETA Report',
    pattern: whole(String.raw`00${pairWith('')}(?<time>\d{4})(?<arrDay>\d\d)(?<eta>\d{4})\s*`),
    example: '00HAABWSSS2224020558',
    source: 'the times agree with reception and with the length of four flights',
  },
  {
    labels: ['86'],
    kind: 'position',
    description: 'Position and Weather Report',
    pattern: whole(
      String.raw`(?<rest0>\w{3}CA)?\/POSWX\/(?<position>[NS]\d{6}[EW]\d{7})\/(?<level>\d{3})\/(?<rest1>[\d.]+\/\d+)\s+(?<time>\d{4})\/(?<rest3>[- \d]+)\/(?<temperature>-?\d+)\/(?<rest2>.*)`,
    ),
    example: 'V08CA/POSWX/N463035E0611545/380/0.85/0378\n2155/-132  47/-58/271/0345/',
    source: 'its name; degrees, minutes, seconds: no part reaches 60; five reports of a flight with their times',
  },
  {
    labels: ['86'],
    kind: 'gateTimes',
    description: 'Arrival Information',
    pattern: whole(String.raw`ARI\s+ETAB (?<eta>\d{4})(?<destination>[A-Z]{4})(?<text>\s.*)?`),
    example: 'ARI\nETAB 0550YPPH\nWHLCHR 04 /  MED',
    source: 'its name; ETAB = ETA at the gate (on blocks)',
    words: (facts) => {
      const text = facts.freeText?.slice(0, 80).replace(/\s+/g, ' ');
      return `${reportWords('Arrival information')(facts)}${text ? `: ${text}` : ''}`;
    },
  },
  {
    labels: ['81'],
    kind: 'freeText',
    description: 'Free Text',
    needs: 'text',
    pattern: whole(String.raw`\/(?<address>[A-Z0-9]{7})\.(?<text>.*)`),
    example: '/XXXCHI9.CALL OPS 2342Z\nFL320',
    source: 'the address of 7 characters in front of a text',
  },
  {
    labels: ['81'],
    kind: 'freeText',
    description: 'Free Text',
    needs: 'text',
    pattern: whole(String.raw`DISP(?<text>\S.*)`),
    example: 'DISPOK...THANKS',
    source: 'its name',
    words: messageWords('Message to dispatch'),
  },
  {
    labels: ['85'],
    kind: 'freeText',
    description: 'Free Text',
    needs: 'text',
    pattern: /^(?<text>(?=\S+ \S+ \S).*[A-Z]{3}.*)$/s,
    example: 'HELLO. TYRE ON GEAR 2\r\nNEEDS A LOOK.',
    source: 'people write it: three words and more',
  },
  {
    labels: ['80'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`(?<rest1>(?:\/FB [^/,]*\/AD [^/,]*\/[^,]*,[^,]*,)?\w{4}) POSRPT +(?<flightNumber>\w{3,5})\/(?<day>\d\d) +${pairWith(String.raw`\/`)} \.+(?<tail>[A-Z0-9-]+)`,
      named({
        UTC: String.raw`(?<time>\d{6})`,
        NWYP: '(?<next>[A-Z0-9]{2,7})',
        HDG: String.raw`(?<heading>\d{1,3})(?!\d)`,
        MCH: String.raw`(?<mach>\d{3})(?!\d)`,
        POS: String.raw`(?<position>[NS]\d{4}[\d.]{1,2} ?[EW]\d{5}[\d.]{1,2})`,
        FL: String.raw`(?<level>\d{2,3})(?!\d)`,
        // Shorter ones are hundreds.
        ALT: String.raw`\+?(?<feet>\d{4,5})(?!\d)`,
        SAT: String.raw`(?<temperature>-? *\d{1,3})(?!\d)`,
        SWND: String.raw`(?<windKt>\d{1,3})(?!\d)`,
        DWND: String.raw`(?<windFrom>\d{1,3})(?!\d)`,
        FOB: String.raw`N?(?<fuel>\d+)`,
        ETA: String.raw`(?<eta>\d{4}|\d\d:\d\d)`,
      }),
      '(?<rest2>.*)',
    ),
    example:
      '3N01 POSRPT 0581/27 KIAD/MSLP .N900XX/04H 11:02\r\n/NWYP CIGAR /HDG 233/MCH 782\r\n/POS N3539.2W07937.2/FL 360/TAS 445/SAT -060\r\n/SWND 110/DWND 306/FOB N009414/ETA 14:26.0 ',
    source: 'the names of its fields stand in the text; wind and position as in label 83',
  },
  {
    labels: ['80'],
    kind: 'position',
    description: 'Position Report',
    pattern: whole(
      String.raw`(?<rest1>\w{4}) POS (?<position>[NS]\d{5}[EW]\d{6}) *,(?<rest2>[^,]*),(?<time>\d{6}),(?<rest3>.*)`,
    ),
    example: '3C01 POS N39328W077307  ,,143700,               ,      ,               ,P47,124,0069',
    source: 'acars-decoder-typescript, label 80',
  },
  {
    labels: ['80'],
    kind: 'other',
    description: 'Company Report',
    pattern: whole(headOf('(?<report>[A-Z]{4,7})'), String.raw`(?<rest>\s.*)?`),
    example: '3M01 OPNORM 0411/20 KEWR/MMMX .XA-XXX ',
    source: research('80'),
    words: (facts) => reportWords(`Report ${facts.report}`)({ from: facts.from, to: facts.to } as typeof facts),
  },
];
