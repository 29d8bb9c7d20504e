import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import {
  airlinesOf,
  type Correction,
  changesOf,
  citiesOf,
  correctedAirports,
  dataText,
  kinds,
  readSourceFile,
  unionOfAirports,
} from '../tools/data.ts';
import { root } from './support/repository.ts';

type DataFile = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
};

const folder = `${root}/reference-data`;
const names = readdirSync(folder).map((file) => file.replace('.json', ''));
const textOf = (name: string) => readFileSync(`${folder}/${name}.json`, 'utf8');
const read = (name: string) => JSON.parse(textOf(name)) as DataFile;
const objectsOf = <T>({ columns, rows }: DataFile) =>
  rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])) as T);

describe('files of reference-data/', () => {
  test.each(names)('%s: title, source, licence, date and command, then a row per line, each code once', (name) => {
    const text = textOf(name);
    const { columns, rows, ...header } = read(name);
    expect(Object.keys(header)).toEqual(['title', 'source', 'licence', 'date', 'command']);
    expect(Object.values(header).every((value) => typeof value === 'string' && value !== '')).toBe(true);
    expect(rows.every((row) => row.length === columns.length)).toBe(true);
    expect(text.match(/^ {4}\[.*\],?$/gm)).toHaveLength(rows.length);
    if (name !== 'cities') expect(new Set(rows.map(([key]) => key)).size).toBe(rows.length);
  });

  test('a diff shows what changed: rows are sorted by code, cities by zoom', () => {
    const codes = (name: string, columns: readonly string[]) =>
      objectsOf<Record<string, string | number | null>>(read(name)).flatMap((row) => {
        const found = columns.map((column) => row[column]).find((code) => code);
        return found ? [found] : [];
      });
    for (const [name, columns] of [
      ['airports', ['airportICAO', 'airportIata', 'gpsCode', 'localCode']],
      ['airlines', ['icao', 'iata']],
      ['countries', ['code']],
      ['aircraft-types', ['code']],
      ['ata-chapters', ['chapter']],
      ['airline-corrections', ['icao']],
      ['airport-corrections', ['airportId']],
    ] as const) {
      const found = codes(name, columns);
      expect(found, name).toEqual(found.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    }
    const zooms = read('cities').rows.map((row) => Number(row[3]));
    expect(zooms).toEqual(zooms.toSorted((a, b) => a - b));
  });

  test('REF-22: the file of airports has the codes of today', () => {
    const airports = objectsOf<{ airportICAO: string | null; airportIata: string | null; isoCountry: string }>(
      read('airports'),
    );
    const icaoOf = (iata: string) => airports.find(({ airportIata }) => airportIata === iata)?.airportICAO;
    // In October 2025 the airports of Uzbekistan changed from UT, which Tajikistan and Turkmenistan kept, to UZ.
    expect(['TAS', 'SKD', 'BHK', 'DYU', 'ASB'].map(icaoOf)).toEqual(['UZTT', 'UZSS', 'UZSB', 'UTDD', 'UTAA']);
    expect(
      airports.filter(({ airportICAO, isoCountry }) => isoCountry === 'UZ' && /^UT/.test(airportICAO ?? '')),
    ).toEqual([]);
    expect(['KTI', 'BSZ', 'NMI', 'WSI'].map(icaoOf)).toEqual(['VDTI', 'UCFM', 'VANM', 'YSWS']);
  });

  test('REF-20: the file of airlines contains the corrections', () => {
    const airlines = objectsOf<{ icao: string | null; iata: string | null; isActive: boolean }>(read('airlines'));
    const faults = objectsOf<Correction>(read('airline-corrections')).filter(({ icao, iata, inOpenFlights }) => {
      const active = airlines.filter((one) => one.icao === icao && one.isActive);
      return inOpenFlights === 'ended' ? active.length > 0 : active.length !== 1 || active[0]?.iata !== iata;
    });
    expect(faults).toEqual([]);
  });

  test('REF-20: codes that another airline had, or that are newer than OpenFlights', () => {
    const airlines = objectsOf<{ icao: string | null; iata: string | null; airlineName: string; isActive: boolean }>(
      read('airlines'),
    );
    const today = (code: string) =>
      airlines
        .filter(({ icao, iata, isActive }) => isActive && (icao === code || iata === code))
        .map(({ icao, iata, airlineName }) => [icao, iata, airlineName].join(' '));
    const expected =
      `AWG A2 AnimaWings,BBG BZ Blue Bird Airways,CDC GJ Loong Air,EOK RF Aero K,EVE E9 Iberojet,HYM H7 HiSky,
      HYS H4 HiSky Europe,JOC DN Dan Air,MBU DI Marabu,PUE PU Plus Ultra,SEU U5 SkyUp MT,SQP PQ SkyUp,TBA TV Tibet Airlines,TDR C3 Trade Air,
      TVJ VZ Thai Vietjet Air,WFL 2W World2Fly,YZR Y8 Suparna Airlines`.split(/,\s*/);
    for (const airline of expected) {
      const [icao = '', iata = ''] = airline.split(' ');
      expect([today(icao), today(iata)]).toEqual([[airline], [airline]]);
    }
  });
});

describe('npm run data', () => {
  const airport = (id: number, codes: object) => ({ id, latitude_deg: '1.5', longitude_deg: '2', ...codes });

  test('REF-22: of two packages the newer has the codes, an airport without any of its codes is dropped; corrections change and add airports', () => {
    const older = [
      airport(1, { name: 'Replaced', icao_code: 'AAAA', iata_code: 'AAA' }),
      airport(2, { name: 'Without one', icao_code: 'BBBB', iata_code: 'BBB' }),
      airport(3, { name: 'Old name', icao_code: 'CCCC' }),
    ];
    const newer = [
      [{ id: 3, name: 'New name' }, { id: 4 }, { id: 5 }],
      [
        airport(3, { icao_code: 'CCCC' }),
        airport(4, { icao_code: 'AAAA', iata_code: 'AAA' }),
        airport(5, { iata_code: 'BBB', continent: 'NA' }),
      ],
    ];
    const names = (rows: ReturnType<typeof unionOfAirports>) =>
      rows.map((row) => ['airportId', 'airportICAO', 'airportIata', 'airportName'].map((name) => row[name]));
    const union = unionOfAirports(older, newer);
    expect(names(union)).toEqual([
      [2, 'BBBB', null, 'Without one'],
      [3, 'CCCC', null, 'New name'],
      [4, 'AAAA', 'AAA', ''],
      [5, null, 'BBB', ''],
    ]);
    const corrections = [
      [3, null, 'CCC', null] as const,
      [17, 'EEEE', null, 'No longer in the source'] as const,
      [900_001, 'AAAA', 'XXX', 'In the source by now'] as const,
      [900_002, 'DDDD', null, 'New'] as const,
    ].map(([airportId, airportICAO, airportIata, airportName]) => ({
      ...{ airportId, airportICAO, airportIata, airportName },
    }));
    expect(names(correctedAirports(union, corrections))).toEqual([
      [2, 'BBBB', null, 'Without one'],
      [3, 'CCCC', 'CCC', 'New name'],
      [4, 'AAAA', 'AAA', ''],
      [5, null, 'BBB', ''],
      [900_002, 'DDDD', null, 'New'],
    ]);
  });

  test('a newer file of OurAirports: airports with an IATA code, large and medium ones', () => {
    const rows = kinds.airports?.fromFile([
      airport(1, { ident: 'LROP', type: 'large_airport', iata_code: 'OTP' }),
      airport(2, { ident: 'EGGD', type: 'closed', iata_code: 'XXX' }),
      airport(3, { ident: 'LRTR', type: 'medium_airport', iata_code: '' }),
      airport(4, { ident: 'X-01', type: 'small_airport', iata_code: '' }),
    ]);
    const ofSource = rows?.filter(({ airportId }) => Number(airportId) < 900_000);
    expect(ofSource?.map(({ airportICAO }) => airportICAO)).toEqual(['LROP', 'LRTR']);
  });

  test('REF-20: of the airlines with a code of one of today only that one is active, an older name is replaced', () => {
    const rows = [
      { id: '1', name: 'Before', iata: 'AA', icao: 'ABC', active: 'Y' },
      { id: '2', name: 'Renamed', iata: 'BB', icao: 'DEF', active: 'N' },
      { id: '3', name: 'Ended', iata: '\\N', icao: 'GHI', active: 'Y' },
      { id: '4', name: 'No airline', iata: '-', icao: 'N/A', active: 'Y' },
      { id: '5', name: 'Joke', iata: '^^', icao: 'JKL', active: 'Y' },
    ];
    const of = (icao: string, iata: string | null, name: string | null, state: Correction['inOpenFlights']) => ({
      ...{ icao, iata, name, acarsCode: null, inOpenFlights: state },
    });
    const corrected = [
      of('ABC', 'AA', 'Today', 'other airline'),
      of('DEF', 'BB', 'New name', 'older name'),
      of('GHI', null, null, 'ended'),
    ];
    expect(
      airlinesOf(rows, corrected).map(({ icao, iata, airlineName, isActive }) => [icao, iata, airlineName, isActive]),
    ).toEqual([
      ['ABC', 'AA', 'Before', false],
      ['ABC', 'AA', 'Today', true],
      ['DEF', 'BB', 'New name', true],
      ['GHI', null, 'Ended', false],
      ['JKL', null, 'Joke', true],
    ]);
  });

  test('cities: capitals and large ones, of the others one per square degree', () => {
    const city = (name: string, lat: string, population: string, capital = '') => ({
      ...{ city: name, lat, lng: '26.104', population, capital },
    });
    const rows = [
      city('Village', '44.2', '900'),
      city('Town', '44.4', '50000'),
      city('Capital', '44.1', '1', 'primary'),
    ];
    expect(citiesOf(rows).map(({ name, fromZoom }) => [name, fromZoom])).toEqual([
      ['Capital', 5],
      ['Town', 8],
    ]);
    expect(citiesOf([city('Town', '44.444', '50000')])[0]).toMatchObject({ lat: 44.44, lon: 26.1 });
  });

  test('a file of another source is refused, an unreadable line is skipped', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'downlink-data-'));
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    try {
      const file = join(folder, 'countries.csv');
      const fileColumns = ['code', 'name'];
      writeFileSync(file, 'id,Code,Name\n1,RO,Romania\n2,"R"O,x\n3,NA,Namibia\n');
      const rows = await readSourceFile(file, { fileColumns });
      expect(rows.map(({ code }) => code)).toEqual(['RO', 'NA']);
      expect(warn).toHaveBeenCalledOnce();
      await expect(readSourceFile(file, { fileColumns: ['city'] })).rejects.toThrow('needs the columns city');
      await expect(readSourceFile(file, { fileColumns, isUnnamed: true })).rejects.toThrow('needs the columns');
    } finally {
      warn.mockRestore();
      rmSync(folder, { recursive: true });
    }
  });

  test('the file has a row per line, and the command counts what was added, lost and changed', () => {
    const [columns, row] = [['code', 'name'], { code: 'A', name: 'a', other: 1 }];
    expect(dataText({ title: 'T' }, columns, [row, { code: 'B', name: null }])).toBe(
      '{\n  "title": "T",\n  "columns": ["code", "name"],\n  "rows": [\n    ["A", "a"],\n    ["B", null]\n  ]\n}\n',
    );
    const after = [row, { code: 'C', name: 'c' }, { code: 'D', name: 'd' }];
    expect(
      changesOf({ columns }, [{ code: 'A', name: null }, { code: 'B', name: 'b' }, after[2] ?? row], after),
    ).toEqual([
      'rows: 3 before, 3 now; 1 added, 1 lost, 1 changed',
      'code: 3 filled before, 3 now',
      'name: 2 filled before, 3 now',
      'lost: ["B"]',
    ]);
  });
});
