/** Each row reads its own example, with the facts that its characters say. Calculated by hand: 23.5 minutes are 0.3917 degrees. */
import { expect, test } from 'vitest';
import type { Facts } from '../../contract/entities/meaning.ts';
import { unknownFault } from '../faults/report.ts';
import { Ledger } from '../gate/ledger.ts';
import { byLabel, type Format, readFormat } from './format.ts';
import { label3x } from './label-3x.ts';
import { label4x } from './label-4x.ts';
import { labelH1 } from './label-h1.ts';
import { companyFormats, readCompany } from './read-company.ts';

const only = (row: Format, label: string) =>
  readFormat(byLabel([row]).get(label) ?? [], label, new Ledger(row.example));

test('C63b: the example of each row is read by this row and no other before it', () => {
  const unread = companyFormats.flatMap((row) => {
    const [label = ''] = row.labels;
    const reading = readCompany(label, new Ledger(row.example));
    return reading && JSON.stringify(reading) === JSON.stringify(only(row, label)) ? [] : [row.example];
  });
  expect(unread).toEqual([]);
});

const feet = (ft: number, words = `${ft.toLocaleString('en-US')} ft`) => ({ words, ft });
const level = (hundreds: number) => feet(hundreds * 100, `FL${hundreds}`);
const wind = (windFromDeg: number, windKt: number) => ({ windFromDeg, windKt });
const route = (from: string, to: string) => ({ from, to });
const fuel = (value: number) => ({ fuel: { value, unit: null } });

/** By the beginning of the example. Degrees with four decimals. */
const expected: readonly (readonly [start: string, facts: Facts, words: string])[] = [
  [
    '*POS',
    {
      position: { lat: 35.3833, lon: -107.0167 },
      altitude: level(360),
      time: '12:07',
      temperatureC: -55.5,
      ...wind(251, 29),
    },
    'Position 35.38 N 107.02 W 12:07Z, FL360, wind 251° 29 kt, −55.5 °C',
  ],
  [
    '*WOB',
    {
      ...route('LAX', 'ATL'),
      position: { lat: 35.6133, lon: -107.05 },
      altitude: feet(37_079),
      time: '00:10:03',
      temperatureC: -58.3,
      ...wind(241, 31),
    },
    'Position 35.61 N 107.05 W 00:10:03Z, 37,079 ft, to ATL, wind 241° 31 kt, −58.3 °C',
  ],
  [
    '++86501',
    {
      ...route('KBWI', 'KLAX'),
      flight: 'XX0112',
      position: { lat: 35.89, lon: -104.35 },
      altitude: feet(37_999),
      time: '00:07',
      temperatureC: -60,
      ...wind(286, 39),
    },
    'Position 35.89 N 104.35 W 00:07Z, 37,999 ft, to KLAX, wind 286° 39 kt, −60 °C',
  ],
  [
    '7X400',
    {
      ...route('KSAT', 'KBNA'),
      flight: 'XX4140',
      report: '7X400',
      position: { lat: 29.6617, lon: -95.7783 },
      altitude: feet(39_002),
      time: '12:08:39',
      temperatureC: -54.2,
    },
    'Position 29.66 N 95.78 W 12:08:39Z, 39,002 ft, to KBNA, −54.2 °C, from KSAT, report 7X400',
  ],
  [
    '41101',
    {
      ...route('MMGL', 'CYYC'),
      flight: 'XX2279',
      report: '41101',
      position: { lat: 34.8417, lon: -107.7933 },
      altitude: feet(38_001),
      time: '00:48:18',
      temperatureC: -56.6,
    },
    'Position 34.84 N 107.79 W 00:48:18Z, 38,001 ft, −56.6 °C, MMGL to CYYC, report 41101',
  ],
  [
    '76401',
    {
      ...route('KPHX', 'KSTL'),
      position: { lat: 34.743, lon: -107.902 },
      altitude: feet(37_020),
      time: '00:07',
      temperatureC: -57,
      ...wind(248, 30),
    },
    'Position 34.74 N 107.90 W 00:07Z, 37,020 ft, to KSTL, wind 248° 30 kt, −57 °C',
  ],
  [
    'E502',
    {
      ...route('SDF', 'PHX'),
      position: { lat: 35.775, lon: -104.5417 },
      altitude: feet(38_010),
      time: '00:12',
      temperatureC: -58.2,
      ...wind(287, 45),
    },
    'Position 35.77 N 104.54 W 00:12Z, 38,010 ft, to PHX, wind 287° 45 kt, −58.2 °C',
  ],
  [
    'ABS001',
    {
      ...route('KMDW', 'KPHX'),
      position: { lat: 35.322, lon: -107.896 },
      altitude: feet(37_993),
      time: '00:03',
      temperatureC: -58,
      ...wind(264, 34),
    },
    'Position 35.32 N 107.90 W 00:03Z, 37,993 ft, to KPHX, wind 264° 34 kt, −58 °C',
  ],
  [
    'TRP',
    { position: { lat: 36.567, lon: -106.7351 }, altitude: level(369), time: '00:12:09' },
    'Position 36.57 N 106.74 W 00:12:09Z, FL369',
  ],
  [
    'YSSY,KSFO,',
    { ...route('YSSY', 'KSFO'), position: { lat: 7.2016, lon: -158.1146 }, altitude: feet(37_001), time: '18:19' },
    'Position 7.20 N 158.11 W 18:19Z, 37,001 ft, to KSFO',
  ],
  ['YSSY,KSFO', route('YSSY', 'KSFO'), 'YSSY to KSFO'],
  [
    '(FPL',
    { ...route('KSFO', 'KLAX'), flight: 'XXX123' },
    'Flight plan XXX123 KSFO 01:00Z to KLAX, FL370, alternate KONT',
  ],
  [
    'EZF',
    { ...route('JFK', 'LAX'), flight: 'XX1234', passengers: 180 },
    'Estimated zero fuel weight 55,000 kg, 180 passengers, JFK to LAX',
  ],
  ['CRZ', { ...route('PHX', 'ATL'), report: 'CRZ' }, 'Report CRZ, PHX to ATL'],
  ['R09/', { tail: 'N900XX', report: 'R09', time: '01:01:28' }, 'Report R09, N900XX, 01:01:28Z'],
  [
    '(POS-XXX123 ',
    { flight: 'XXX123', position: { lat: 42.5, lon: -71.5 }, altitude: level(350), time: '10:11:12', ...fuel(22.5) },
    'Position 42.50 N 71.50 W 10:11:12Z, FL350, fuel 22.5',
  ],
  ['/EA1830', { to: 'KSFO', times: { eta: '18:30' } }, 'ETA KSFO 18:30Z'],
  ['N 28.760,E', { position: { lat: 28.76, lon: 71.975 } }, 'Position 28.76 N 71.97 E'],
  [
    'N 34.405,E',
    { position: { lat: 34.405, lon: 65.116 }, altitude: feet(33_996), to: 'VIDP' },
    'Position 34.41 N 65.12 E, 33,996 ft, to VIDP',
  ],
  [
    'N  7.118,E',
    { position: { lat: 7.118, lon: 21.867 }, altitude: feet(36_028), flight: 'XX0014', time: '23:32:39' },
    'Position 7.12 N 21.87 E 23:32:39Z, 36,028 ft',
  ],
  ['TXT01', { ...route('EIDW', 'OMAA'), flight: 'XXX5FA', freeText: 'OFP12 RCVD' }, 'OFP12 RCVD'],
  [
    'N,E,2026',
    {
      position: { lat: 29.798, lon: -95.666 },
      altitude: feet(9340),
      time: '15:30:15',
      temperatureC: 11,
      ...wind(109, 5),
    },
    'Position 29.80 N 95.67 W 15:30:15Z, 9,340 ft, wind 109° 5 kt, 11 °C',
  ],
  ['FTX01', { ...route('KJFK', 'KDCA'), flight: 'XX4687', time: '22:33', freeText: 'THANKS' }, 'THANKS'],
  ['.N900XX', { to: 'KPHL', flight: 'XXS3150', tail: 'N900XX', ...fuel(69) }, 'Fuel on board 69, to KPHL'],
  ['191737', { ...route('KPBI', 'KJFK'), time: '17:37' }, 'KPBI to KJFK, flight 1587, 17:37Z'],
  ['270317', { ...route('EWR', 'RFD'), time: '03:17' }, 'EWR to RFD, 03:17Z'],
  [
    'AGFSR XX0841',
    {
      ...route('FRA', 'YYZ'),
      flight: 'XX0841',
      position: { lat: 53.52, lon: -2.8267 },
      altitude: level(320),
      time: '10:11',
      times: { out: '08:53', off: '09:10' },
      temperatureC: -52,
      ...wind(92, 55),
    },
    'Position 53.52 N 2.83 W 10:11Z, FL320, to YYZ, wind 092° 55 kt, −52 °C',
  ],
  [
    'AGFSR AC0620',
    {
      ...route('YYZ', 'YHZ'),
      flight: 'AC0620',
      position: { lat: 43.3583, lon: -72.2583 },
      altitude: level(370),
      time: '03:40',
    },
    'Position 43.36 N 72.26 W 03:40Z, FL370, to YHZ',
  ],
  ['ETA XX7221', { flight: 'XX7221', to: 'YYZ', times: { eta: '09:02' } }, 'ETA YYZ 09:02Z'],
  ['DIS01', { time: '23:58', freeText: 'CALL OPS' }, 'CALL OPS'],
  [
    '124442',
    { position: { lat: 41.093, lon: -72.677 }, altitude: feet(33_467), time: '12:44:42', times: { eta: '13:20' } },
    'Position 41.09 N 72.68 W 12:44:42Z, 33,467 ft, ETA 13:20Z',
  ],
  [
    'N40215',
    {
      position: { lat: 40.3583, lon: -86.625 },
      altitude: level(379),
      time: '16:32:52',
      next: [{ name: 'KK48K', time: '16:59:51' }],
      temperatureC: -54,
      ...wind(262, 20),
    },
    'Position 40.36 N 86.63 W 16:32:52Z, FL379, passed KG622, next KK48K 16:59:51Z, wind 262° 20 kt, −54 °C',
  ],
  [
    '154424',
    { ...route('KDEN', 'KMSP'), flight: 'XXT1150', tail: 'N900XX', time: '15:44:24' },
    'Flight XXT1150, KDEN to KMSP, 15:44:24Z',
  ],
  [
    '01CLER',
    { ...route('EGLL', 'KLAX'), flight: 'XXR141', altitude: feet(35_764), time: '13:34' },
    'From climb to en route 13:34Z, 35,764 ft, EGLL to KLAX',
  ],
  ['DOOR/', { time: '14:13' }, 'Door CARGO closed 14:13Z'],
  ['285,', { ...route('PHL', 'ALB'), runway: '19' }, 'Runway data PHL to ALB, runway 19, 01'],
  [
    '23124N',
    { ...route('CVG', 'EWR'), position: { lat: 40.6183, lon: -74.5033 }, altitude: feet(4700, 'FL047') },
    'Position 40.62 N 74.50 W, FL047, to EWR',
  ],
  [
    'FLIGHT 2380',
    { ...route('ABQ', 'PHX'), flight: 'XXL2380' },
    'Departure clearance XXL2380 ABQ to PHX, transponder 4202',
  ],
  [
    'LOAD CLOSEOUT',
    { ...route('ABQ', 'PHX'), ...fuel(11_317) },
    'Load closeout ABQ to PHX, take-off weight 114,533, fuel 11,317, zero fuel weight 103,216',
  ],
  [
    'LPPT/RKSI',
    {
      ...route('LPPT', 'RKSI'),
      position: { lat: 41, lon: -1.89 },
      altitude: feet(36_002),
      time: '22:20',
      temperatureC: -59,
    },
    'Position 41.00 N 1.89 W 22:20Z, 36,002 ft, to RKSI, −59 °C',
  ],
  [
    'AML',
    {
      ...route('EHAM', 'CYYZ'),
      ...{ flight: 'XXX695', freeText: 'LAV L62 FLAP\nTOO STIFF' },
      faults: [
        {
          ...unknownFault,
          ...{ what: 'failure', chapter: '25', ata: '2545', name: 'LAV L62 FLAP TOO STIFF', source: 'Maintenance log' },
        },
      ],
    },
    'Maintenance log, ATA 25: LAV L62 FLAP TOO STIFF',
  ],
  [
    '5954',
    { freeText: 'CLOSEOUT CANNOT BE ISSUED UNTIL\r\nALL HAVE SIGNED IN\r\nPLZ ACK MSG NO. 5954\r\n END' },
    'CLOSEOUT CANNOT BE ISSUED UNTIL ALL HAVE SIGNED IN PLZ ACK MSG NO. 5954 END',
  ],
  [
    'OUT02',
    {
      ...route('KMHR', 'KPDX'),
      position: { lat: 38.5633, lon: -121.2983 },
      times: { out: '23:55', eta: '01:48' },
      ...fuel(5.1),
    },
    'Left the gate at KMHR 23:55Z, to KPDX, ETA 01:48Z, fuel 5.1, position 38.56 N 121.30 W',
  ],
  [
    'OFF02',
    {
      ...route('KMHR', 'KPDX'),
      position: { lat: 38.5633, lon: -121.2983 },
      times: { off: '23:55', eta: '01:48' },
      ...fuel(5.1),
    },
    'Took off from KMHR 23:55Z, to KPDX, ETA 01:48Z, fuel 5.1, position 38.56 N 121.30 W',
  ],
  [
    'ON02',
    { ...route('KMHR', 'KPDX'), position: { lat: 38.5633, lon: -121.2983 }, times: { on: '23:55' }, ...fuel(5.1) },
    'Landed at KPDX 23:55Z, from KMHR, fuel 5.1, position 38.56 N 121.30 W',
  ],
  [
    'IN02',
    { ...route('KMHR', 'KPDX'), position: { lat: 38.5633, lon: -121.2983 }, times: { in: '23:55' }, ...fuel(5.1) },
    'At the gate at KPDX 23:55Z, from KMHR, fuel 5.1, position 38.56 N 121.30 W',
  ],
  [
    '00ETA03',
    {
      ...route('KBNA', 'KBWI'),
      position: { lat: 38.4017, lon: -81.595 },
      altitude: level(330),
      time: '01:23',
      times: { eta: '02:08' },
      ...fuel(8.1),
    },
    'Position 38.40 N 81.59 W 01:23Z, FL330, ETA KBWI 02:08Z, fuel 8.1',
  ],
  [' /FB', { flight: 'XXX91', position: { lat: 27.971, lon: -82.558 } }, 'Position 27.97 N 82.56 W, KTPA'],
];

const rounded = ({ position, ...others }: Facts): Facts => {
  if (position?.lat === undefined || position.lon === undefined) return others;
  const [lat, lon] = [position.lat, position.lon].map((value) => Math.round(value * 10_000) / 10_000);
  return { ...others, position: { ...position, lat, lon } };
};

test('C63b: labels H1, 30 to 3Z and 40 to 4Z: facts and words are those of the text', () => {
  const rows = [...labelH1, ...label3x, ...label4x];
  const read = rows.map((row) => {
    const reading = readCompany(row.labels[0] ?? '', new Ledger(row.example));
    return [row.example.slice(0, 12), reading && rounded(reading.facts), reading?.words];
  });
  expect(read).toEqual(
    rows.map(({ example }, at) => [example.slice(0, 12), ...(expected[at] ?? ['', {}, '']).slice(1)]),
  );
  expect(rows.filter(({ example }, at) => !example.startsWith(expected[at]?.[0] ?? '-'))).toEqual([]);
});
