import { expect, test } from 'vitest';
import type { FaultFact } from '../../contract/entities/meaning.ts';
import { receivedText } from '../reading.ts';
import { readFaults } from './read-faults.ts';

const read = (text: string, atMs: number | null = null) => readFaults(receivedText({ label: 'H1', text, atMs }));
const none: FaultFact = {
  ...{ chapter: null, ata: null, source: null, class: null, severity: null, phase: null, persistence: null, at: null },
  ...{ impacted: [], inferred: [], what: 'failure', name: '' },
};

const faultTexts: readonly {
  readonly text: string;
  readonly words: string;
  readonly faults: readonly Partial<FaultFact>[];
  readonly isFull?: boolean;
  readonly facts?: object;
}[] = [
  {
    text: '#CFB.1/FLR/FR2603142359  36221607BMC2   X2,,,,,,,L WING LOOP A,HARD',
    words: 'Fault BMC2: L WING LOOP A, ATA 36, descent, hard',
    faults: [
      {
        ...{ chapter: '36', ata: '362216', name: 'L WING LOOP A', source: 'BMC2', class: 'X2', severity: 'HARD' },
        ...{ phase: 'descent', persistence: 'hard', at: '2026-03-14T23:59:00Z' },
      },
    ],
    isFull: true,
  },
  {
    // A blank instead of two, two impacted systems, and a phase without a published name.
    text: 'FLR/FR2603150001 27513401ADR1 X2,ADR3X,ADR2X,,,,,SFCC1 (21CV)/    SFCC2 (22CV),INTERMITTENT',
    words: 'Fault ADR1: SFCC1 (21CV)/ SFCC2 (22CV), ATA 27, phase 01, intermittent',
    faults: [
      {
        ...{ chapter: '27', ata: '275134', name: 'SFCC1 (21CV)/ SFCC2 (22CV)', source: 'ADR1', class: 'X2' },
        ...{ severity: 'INTERMITTENT', phase: 'phase 01', persistence: 'intermittent', at: '2026-03-15T00:01:00Z' },
        impacted: ['ADR3X', 'ADR2X'],
      },
    ],
    isFull: true,
  },
  {
    // Cut in the name.
    text: '.1/FLR/FR2603150001  27513406ADR1   1,,,,,,,SFCC1 (21',
    words: 'Fault ADR1: SFCC1 (21, ATA 27, cruise',
    faults: [
      {
        ...{ chapter: '27', ata: '275134', name: 'SFCC1 (21', source: 'ADR1', class: '1', phase: 'cruise' },
        at: '2026-03-15T00:01:00Z',
      },
    ],
  },
  {
    text: '.1/WRN/DBX01/WN2603150001  360030007MAINTENANCE STATUS      BMC 2',
    words: 'Warning: MAINTENANCE STATUS BMC 2, ATA 36',
    faults: [
      {
        ...{ what: 'warning', chapter: '36', ata: '360030', name: 'MAINTENANCE STATUS BMC 2', phase: 'descent' },
        ...{ at: '2026-03-15T00:01:00Z', inferred: ['ata', 'phase'] },
      },
    ],
  },
  {
    // February has no 30th: no time, and no fault of a shifted layout.
    text: '/WRN/WN2602300001  360030007MAINTENANCE STATUS',
    words: 'Warning Report',
    faults: [],
  },
  {
    text: 'FLR/PNXX12860AA07/FR24050611040023723406CDSU(9RA)/DU SD(4WT2) /IDEIS 1 ,ECAM 2 ',
    words: 'Fault EIS 1, ECAM 2: CDSU(9RA)/DU SD(4WT2), ATA 23',
    faults: [
      {
        ...{ chapter: '23', ata: '237234', name: 'CDSU(9RA)/DU SD(4WT2)', source: 'EIS 1, ECAM 2', phase: 'phase 06' },
        ...{ at: '2024-05-06T11:04:00Z', inferred: ['ata', 'phase'] },
      },
    ],
  },
  {
    // The time and the phase of a listed fault are inferred, and only within the flight of the list.
    text: '.1/MPF/DBXX1/AN.D-AXXX/FIXXX373    /DM260501231500MAY0122132313PFR1/DAEBBR/DSEGNX/FR462121ATIMS  1,,,,,,,DCDU1(2TX1),HARD,221402,EOR/FR383141VSC    2,,,,,,,LAV 54,HARD,231402,EOR',
    words: '2 faults: ATIMS: DCDU1(2TX1), ATA 46, hard and 1 more, EBBR to EGNX',
    faults: [
      {
        ...{ chapter: '46', ata: '462121', name: 'DCDU1(2TX1)', source: 'ATIMS', class: '1', severity: 'HARD' },
        ...{ persistence: 'hard', at: '2026-05-01T22:14:00Z', phase: 'engine start + 3 min to take-off power' },
        inferred: ['at', 'phase'],
      },
      {
        ...{ chapter: '38', ata: '383141', name: 'LAV 54', source: 'VSC', class: '2', severity: 'HARD' },
        persistence: 'hard',
      },
    ],
    facts: { tail: 'D-AXXX', flight: 'XXX373', from: 'EBBR', to: 'EGNX', time: '23:15' },
  },
  {
    text: '#CFBMPF/               /AN.N900XX/FIXXX652    /DM191216175200/DAKPHX/DSKSMF/WN19121618120034000006NAV TCAS FAULT\n/FR19121618130034430006TCAS (1SG)\n/IDTCAS\n,EIS 2\n',
    words: '1 warning and 1 fault: NAV TCAS FAULT, ATA 34 and 1 more, KPHX to KSMF',
    faults: [
      {
        ...{ what: 'warning', chapter: '34', ata: '340000', name: 'NAV TCAS FAULT', phase: 'phase 06' },
        ...{ at: '2019-12-16T18:12:00Z', inferred: ['ata', 'phase'] },
      },
      {
        ...{ chapter: '34', ata: '344300', name: 'TCAS (1SG)', source: 'TCAS, EIS 2', phase: 'phase 06' },
        ...{ at: '2019-12-16T18:13:00Z', inferred: ['ata', 'phase'] },
      },
    ],
    facts: { tail: 'N900XX', flight: 'XXX652', from: 'KPHX', to: 'KSMF', time: '17:52' },
  },
  {
    text: '#CFBFLR/FR221513 XX0412 OE-XXX LFPGLOWW\r\n24460006 GALLEY COOLING/IDENT 5EB8 PHASE 5 HARD\r\n36293806 BLEED VALVE 2/IDENT 11AA PHASE 6 INTERMITTENT\r\n',
    words: '2 faults: GALLEY COOLING, ATA 24, phase 05, hard and 1 more',
    faults: [
      {
        ...{ chapter: '24', ata: '244600', name: 'GALLEY COOLING', severity: 'HARD', phase: 'phase 05' },
        persistence: 'hard',
      },
      {
        ...{ chapter: '36', ata: '362938', name: 'BLEED VALVE 2', severity: 'INTERMITTENT', phase: 'phase 06' },
        persistence: 'intermittent',
      },
    ],
  },
  {
    text: 'RTE 1 04OCT26 0930 XX HS-XXX XXX482 YPPH/VTBS BCG4F-45LD-0077 C L 0915 04OCT26\nFDE 34512742 A 0915 04OCT26\nMSG 3453011 A 0916 04OCT26 ER H PL\nDB MULTI-MODE RECEIVER (LEFT)\nFRC 120\nEOR',
    words: '1 flight deck effect and 1 maintenance message: 34512742 and 1 more, YPPH to VTBS',
    faults: [
      {
        ...{ what: 'effect', chapter: '34', name: '34512742', code: '34512742', class: 'A' },
        ...{ at: '2026-10-04T09:15:00Z', inferred: ['chapter'] },
      },
      {
        ...{ what: 'message', chapter: '34', name: 'MULTI-MODE RECEIVER (LEFT)', code: '3453011', class: 'A ER H PL' },
        ...{ at: '2026-10-04T09:16:00Z', inferred: ['chapter'] },
      },
    ],
    facts: { report: 'RTE', tail: 'HS-XXX', flight: 'XXX482', from: 'YPPH', to: 'VTBS', time: '09:30' },
  },
  {
    // The airline stands at the registration. No fault in the text.
    text: 'PLF461200 1 18JAN26 1327 5YN900XX XXX592 PANC/KMIA 311B-BCG-00W-19 L 1316 18JAN26\nEOR',
    words: 'Maintenance Report PLF 461200, N900XX, PANC to KMIA, 18 Jan 2026, 13:27Z',
    faults: [],
    facts: { report: 'PLF 461200', tail: 'N900XX', flight: 'XXX592', from: 'PANC', to: 'KMIA', time: '13:27' },
  },
  {
    // Joined by a receiver with the heads of its blocks. The first line is the end of a number.
    text: '453301 A\nDB MULTI-MODE RECEIVER (LEFT)\nMSG 2913592 L\nDB C08BXX1048#CFBHYDIF OPS (RIGHT)\nDB HYDIF OPS (LEFT)\nEOR\n',
    words: '2 maintenance messages: MULTI-MODE RECEIVER (LEFT) and 1 more',
    faults: [
      { what: 'message', name: 'MULTI-MODE RECEIVER (LEFT)' },
      {
        ...{ what: 'message', chapter: '29', code: '2913592', class: 'L', inferred: ['chapter'] },
        name: 'HYDIF OPS (RIGHT) / HYDIF OPS (LEFT)',
      },
    ],
  },
  {
    text: 'PAGE 00001\r\nMDC REPORT: CURRENT FAULTS\r\nTIME: 15:20\r\nDATE: 13Jan2026\r\n\r\n   ATA/LRU/STATUS/FAULT MESSAGE\r\n-----------------------------------\r\nATA32-44 ANTI-SKID CONTROL\r\n A/SKID CTRL UNIT   A165\r\n  FAILED\r\n  INTERNAL A/SKID FAULT\r\nEquation ID: B1-006000\r\n\r\nATA23-22 COMMS\r\n VHF RADIO\r\n  DEGRADED\r\nEquation ID: C2-001000\r\n',
    words: '2 faults: A/SKID CTRL UNIT A165: INTERNAL A/SKID FAULT, ATA 32, FAILED and 1 more',
    faults: [
      {
        ...{ chapter: '32', ata: '3244', name: 'INTERNAL A/SKID FAULT', source: 'A/SKID CTRL UNIT A165' },
        ...{ severity: 'FAILED', code: 'B1-006000' },
      },
      { chapter: '23', ata: '2322', name: 'COMMS', source: 'VHF RADIO', severity: 'DEGRADED', code: 'C2-001000' },
    ],
    isFull: true,
    facts: { report: 'CURRENT FAULTS', time: '15:20' },
  },
  {
    // Received in January: December of the year before.
    text: '#CFBATA\n\nVIA-1//20DEC//1653//1026//0//DU-6 LOW BRIGHTNESS..\nDU-1 LOW..\n\n',
    words: 'Maintenance message VIA-1: DU-6 LOW BRIGHTNESS.. DU-1 LOW..',
    faults: [
      {
        ...{ what: 'message', name: 'DU-6 LOW BRIGHTNESS.. DU-1 LOW..', source: 'VIA-1' },
        ...{ at: '2025-12-20T16:53:00Z', inferred: ['source', 'at'] },
      },
    ],
  },
];

test('fault texts of each form: their words, and each member of their faults', () => {
  for (const { text, words, faults, isFull = false, facts = {} } of faultTexts) {
    const reading = read(text, Date.UTC(2026, 0, 2));
    expect(reading, text).toMatchObject({ kind: 'fault', words, level: isFull ? 'full' : 'partial' });
    const expected = faults.length > 0 ? { faults: faults.map((fault) => ({ ...none, ...fault })) } : {};
    expect(reading?.facts, text).toEqual({ ...facts, ...expected });
  }
});

test.each([
  ['29FEB', '2028-02-29T16:55Z', '2028-02-29T16:53:00Z'],
  ['31DEC', '2027-01-01T00:03Z', '2026-12-31T16:53:00Z'],
  // Clocks differ by up to a day.
  ['01JAN', '2026-12-31T23:58Z', '2027-01-01T16:53:00Z'],
  ['02JAN', '2026-12-31T23:58Z', '2026-01-02T16:53:00Z'],
])('a fault of %s, received at %s, is of the nearest year', (day, received, at) => {
  const facts = read(`#CFBATA\n\nVIA-1//${day}//1653//1026//0//DU-6 LOW BRIGHTNESS..\n\n`, Date.parse(received))?.facts;
  expect(facts?.faults?.map((fault) => fault.at)).toEqual([at]);
});

const reports: readonly (readonly [text: string, words: string, facts: object])[] = [
  [
    'SB0122BA_N900XX  KJFKEGLL332\n 45965 0302641344 34997-470263048010W/X013017',
    'Position 45.97 N 30.26 E 13:44Z, 34,997 ft, wind 263° 48 kt, −47 °C, KJFK to EGLL, report SB0122BA of N900XX (inferred)',
    { position: { lat: 45.965, lon: 30.264, time: '13:44' }, altitude: { words: '34,997 ft', ft: 34_997 } },
  ],
  [
    'R06/A33006,1,1\n76401\n02E01LSZHVIDP\nN36466E06213523024100M046258074GXXXX24\nS36380W06230023034100P006D28BXX2646#DFB259073GXXXX24',
    'Position 36.38 S 62.30 W 23:03Z, 41,000 ft, wind 259° 73 kt, 6 °C, LSZH to VIDP, report R06',
    { position: { lat: -36.38, lon: -62.3, time: '23:03' }, temperatureC: 6 },
  ],
  [
    'A38/A32138,1,1/C1TRP,001214,KCLT,KLAS,08,8,88338/C2355443,-1059639,300,01694,455,0291,1/C6355383,-1077084,310,01680,456,0291,1/',
    'Position 35.54 N 107.71 W 00:12:14Z, FL310, KCLT to KLAS, report A38 (inferred)',
    { time: '00:12:14', position: { lat: 35.5383, lon: -107.7084 } },
  ],
  // Cut before the newest position: an older one is not where the aircraft is.
  [
    'A38/A32138,1,1/C1TRP,001214,KCLT,XXXX,08,8,88338/C2355443,-1059639,300,01694,455,0291,1/C',
    'Condition report A38, 00:12:14Z, from KCLT',
    { from: 'KCLT' },
  ],
  [
    'A02/A32102,1,1/CCN900XX,FEB01,235529,KCLT,KLAS,1454/C106',
    'Condition report A02 of N900XX, 1 Feb, 23:55:29Z, KCLT to KLAS',
    { report: 'A02', tail: 'N900XX' },
  ],
  // The destination of this report is wrong.
  [
    'A321,000460,1,1,TB000000/REP032,00,00,4/C1N900XX,JAN,03,055354,KIAH,KORR/C2XX787',
    'Condition report REP032 of N900XX, 3 Jan, 05:53:54Z, from KIAH',
    { report: 'REP032', from: 'KIAH' },
  ],
  [
    'A350,000060,1,1,TB000000/REP081,01,01;A06/NX,VHHH EHAM/0,7,+180000,-090000,0086399,3800,-588,240,037,X,3,3/:',
    'Position 50.00 N 25.00 W 23:59:59Z, 38,000 ft, wind 240° 37 kt, −58.8 °C, VHHH to EHAM, report REP081 (inferred)',
    { position: { lat: 50, lon: -25, time: '23:59:59' } },
  ],
  [
    'A350,000075,1,1,TB000000/REP502,41,00;POSDMU,234400,+285178,-0358985,024977,390/:',
    'Position 28.52 N 35.90 W 23:44:00Z, FL390, report REP502 (inferred)',
    { position: { lat: 28.5178, lon: -35.8985, time: '23:44:00' } },
  ],
  [
    'A321,020496,1,1,TB000000/REP239,00,00,4/239N900XX0659020226000653766N35496W105 25339-27-53279 31AF0501 17120 265      KATLKLAS',
    'Position 35.50 N 105.03 W 00:06:53Z, FL339, KATL to KLAS, report REP239 of N900XX',
    { position: { lat: 35.496, lon: -105.025, time: '00:06:53' } },
  ],
  [
    '239103201201010098135\r\nR39/A33039,1,1\r\n239N900XX738 020226003903806 3708-10682380-32-59282 38AG0514 38400 256 KJFKKLAX',
    'Position 37.08 N 106.82 W 00:39:03Z, FL380, KJFK to KLAX, report R39 of N900XX (inferred)',
    { position: { lat: 37.08, lon: -106.82, time: '00:39:03' } },
  ],
  [
    '0011,32423,-48.8,222,022,CL,00000,0,\r\nN3414.8,W10928.8,020014,35663,-54.8,247,026,CL,00000,0,\r\nN3430.0,W10830.0,020020,37002,-57.3,248,029,ER,00000,0,\r\n',
    'Position 34.50 N 108.50 W 00:20Z, 37,002 ft',
    { position: { lat: 34.5, lon: -108.5, time: '00:20' } },
  ],
  [
    'A321,022263,1,1,TB000000/REP291,00,00,4/\nTRP KDFW MMUN  7 8\n/A1 125440, 31.1365,- 96.7883,269,174.0,469,0.001790,\n',
    'Position 31.14 N 96.79 W 12:54:40Z, FL269, KDFW to MMUN, report REP291 (inferred)',
    { position: { lat: 31.1365, lon: -96.7883, time: '12:54:40' } },
  ],
  [
    'A320,115883,1,1,TB000000/REP281,00,00,4//WX02EN04KBDLKDTW\nN42191W07288409361047P0222180140XXXX21003020)',
    'Position 42.19 N 72.88 W 09:36Z, KBDL to KDTW, report REP281',
    { position: { lat: 42.191, lon: -72.884, time: '09:36' } },
  ],
  [
    'R88/A33088,1,1\nC1,.D-AXXX,26MAY01,20.55.08,01599,13650',
    'Condition report R88 of D-AXXX, 1 May 2026, 20:55:08Z',
    { tail: 'D-AXXX', time: '20:55:08' },
  ],
  [
    '++86501,N900XX,B7378MAX,260202,XX2264,KMCO,KLAS,0354,SMX34\n6\nN3430.0,W10530.0,020012,36000,-56.5,263,025,ER,00000,0,\nN3436.0,W10600.0,020015,35998,-56.5,258,024,ER,00000,0,\n:',
    'Position 34.60 N 106.00 W 00:15Z, 35,998 ft, KMCO to KLAS, report 86501 of N900XX',
    { flight: 'XX2264', position: { lat: 34.6, lon: -106, time: '00:15' } },
  ],
  // The clock stands still while the aircraft flies 25 nmi.
  [
    '++86501,XXX,B7378MAX,260202,XX2264,KMCO,KLAS,0354,SMX34\n6\nN3430.0,W10530.0,020000,36000,-56.5,263,025,ER,00000,0,\nN3436.0,W10600.0,020000,35998,-56.5,258,024,ER,00000,0,\n:',
    'Position 34.60 N 106.00 W, 35,998 ft, KMCO to KLAS, report 86501',
    { position: { lat: 34.6, lon: -106 } },
  ],
  [
    '7X400,7845,B737-700,220618,XX4140,KSAT,KBNA,0436,SW2103\n12.08.39,CR,1703,39002,243.3,.786,-54.2,-27.3,N2930.0,W09545.0,132120\n',
    'Condition report 7X400, 18 Jun 2022, KSAT to KBNA, at 29.50 N 95.75 W 12:08:39Z, 39,002 ft',
    { flight: 'XX4140', position: { lat: 29.5, lon: -95.75, time: '12:08:39' } },
  ],
  [
    '  APM 1 2N900XXKIADKLAX02020022  28-28.00-52.8 339940.746149520230\n',
    'Condition report APM 1 of N900XX, KIAD to KLAX',
    { report: 'APM 1' },
  ],
  [
    '  APM 1 2N900XXKIADKLAX02020022  28-28.00-52.8 339940.746149520230\nOSED,ON ,ON ,,,  36.2500,,,-108.5000,,,-114.8,,\n',
    'Condition report APM 1 of N900XX, KIAD to KLAX, at 36.25 N 108.50 W (inferred)',
    { position: { lat: 36.25, lon: -108.5 } },
  ],
  [
    '#CFBAPM_REPORT_A_20200805180631S.CSV\nACMF SNAPSHOT REPORT 2020AUG05 18:06:31\nA/C N900XX\nSWVER 27.1 APPVER S.4.3\n',
    'Condition report of N900XX, 5 Aug 2020, 18:06:31Z',
    { tail: 'N900XX', time: '18:06:31' },
  ],
  [
    'ACM01ACM109ASA7-XXX         )   )   )300426  99XX201709\n20917335316\n20170914843 1107',
    'Condition report ACM109 of A7-XXX, 30 Apr 2026, 20:17:09Z',
    { tail: 'A7-XXX', time: '20:17:09' },
  ],
  ['ACM01ACM109ASA7-XXX         )   )   )', 'Condition report ACM109 of A7-XXX', { tail: 'A7-XXX' }],
  [
    '#EIBRPT19;PG1;REAL;SW030M2R\n1  0;0;0\n12 ;01;MAY;26;22:39:28\n',
    'Condition report 19, page 1, 1 May 2026, 22:39:28Z',
    { report: '19', time: '22:39:28' },
  ],
  ['#EIB;ON;ON\n25 ;01;MAY;26;23:12:38', 'Condition report, 1 May 2026, 23:12:38Z', { time: '23:12:38' }],
  // Joined in the middle of the time: the flight ends with letters.
  ['#EIB;ON;ON\n25 ;01;MAY;26;23:E26DXX05FA#EIB12:38', 'Condition report, 1 May 2026, 23:12:38Z', { time: '23:12:38' }],
  [
    'PAGE 00001\nMDC REPORT: ENGINE TREND\nTIME: 21:23\nDATE: 03Jan2026\n\n------------------------------------\nL N1                      80.0 %\nR N1                      81.0 %\nALTITUDE                 23996 FT\n',
    'Engine trend, 3 Jan 2026, 21:23Z, N1 80.0 % and 81.0 %, altitude 23,996 ft',
    { report: 'ENGINE TREND', time: '21:23' },
  ],
];

test('condition reports: their words and facts', () => {
  for (const [text, words, facts] of reports) {
    const reading = read(text);
    expect(reading?.words, text).toBe(words);
    expect(reading?.kind, text).toBe(words.startsWith('Position') ? 'position' : 'engine');
    expect(reading?.facts, text).toMatchObject(facts);
  }
});

test('values that are impossible are not said, and other texts are not read', () => {
  expect(read('SB0122BA_N900XX  KJFKEGLL332\n 95965 0302641344 34997-470263048010W/X')?.facts.position).toBeUndefined();
  expect(read('SB0122BA_N900XX  KJFKEGLL332\n 45965 0302642544 99997-470463448010W/X')?.words).toBe(
    'Position 45.97 N 30.26 E, −47 °C, KJFK to EGLL, report SB0122BA of N900XX (inferred)',
  );
  const others = [
    'POSN35024W107464,ZUN,001234',
    'FPN/RP:DA:TNCA:AA:TNCB',
    '#T5B1B01D01F',
    'DB ',
    'MSG',
    '//',
    '#CFB.UNKNOWN',
  ];
  for (const text of others) expect(read(text), text).toBeNull();
  expect(readFaults(receivedText({ label: '80', text: faultTexts[0]?.text ?? '' }))).toBeNull();
});

test('a list of 400 faults keeps 200 and states how many it has', () => {
  const fault = '/FR383141VSC    1,,,,,,,LAV 54,HARD,221402,EOR';
  const reading = read(`.1/MPF/AN.D-AXXX/DAEBBR/DSEGNX${fault.repeat(400)}`);
  expect(reading?.words).toBe('400 faults: VSC: LAV 54, ATA 38, hard and 399 more, EBBR to EGNX');
  expect(reading?.facts.faults).toHaveLength(200);
  expect(reading?.items.at(-1)).toMatchObject({ label: 'Faults not shown', value: '200' });
});

test('cut, changed and endless texts do not throw, and end', () => {
  const texts = [...faultTexts.map(({ text }) => text), ...reports.map(([text]) => text)];
  const tails = ['/FR260501', ',', ' ', '\n', 'DB \n', '9', '\nEOR', 'ATA32-44 X\n', '/ID', '//'];
  for (const [index, text] of texts.entries()) {
    for (let at = 0; at < text.length; at += 7) {
      read(text.slice(0, at));
      read(text.slice(at));
      read(`${text.slice(0, at)},${text.slice(at + 2)}`);
    }
    const tail = tails[index % tails.length] ?? '';
    expect(() => read((text.slice(0, 60) + tail.repeat(20_000)).slice(0, 20_000))).not.toThrow();
  }
});
