import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPage } from '../../server/query/list-page.ts';
import { aircraftByAddress, aircraftRows } from '../../server/reference/aircraft.ts';
import { airportRows } from '../../server/reference/airports.ts';
import { importReference } from '../../server/reference/import/import-reference.ts';
import { loadReferenceData } from '../../server/reference/load.ts';
import { standingData } from '../recordings/virtual-radar.ts';
import { databaseForFile } from './fresh-database.ts';

const fixture = databaseForFile();
const folder = mkdtempSync(join(tmpdir(), 'downlink-reference-test-'));
beforeAll(() => loadReferenceData(fixture.db));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  await fixture.db.query('truncate aircraft, routes');
  await fixture.db.query(`delete from aircraft_types where source = 'import'`);
});

async function run(...args: string[]): Promise<{ code: number; text: string; lines: string[] }> {
  const lines: string[] = [];
  const code = await importReference(fixture.db, ['--reference', ...args], (line) => lines.push(line));
  return { code, text: lines.join('\n'), lines };
}
const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const sum = async (table: string): Promise<string> =>
  (
    await fixture.db.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${table} t`,
    )
  )[0]?.sum ?? '';
const everything = async (): Promise<string[]> =>
  Promise.all(['airports', 'airlines', 'aircraft', 'aircraft_types', 'routes'].map(sum));
const aircraftAndTypes = async (): Promise<string[]> => Promise.all(['aircraft', 'aircraft_types'].map(sum));
const aircraftOf = async (modeS: string): Promise<Record<string, unknown>> =>
  JSON.parse((await aircraftByAddress(fixture.db, modeS)) ?? 'null');

const virtualRadar =
  'ICAO,Registration,ModelICAO,Manufacturer,Model,ManufacturerAndModel,IsPrivateOperator,Operator,AirlineCode,SerialNumber,YearBuilt';
const ourAirports =
  '"id","ident","type","name","latitude_deg","longitude_deg","elevation_ft","continent","iso_country","iso_region","municipality","scheduled_service","icao_code","iata_code","gps_code","local_code","home_link","wikipedia_link","keywords"';
const openSky =
  '"icao24","registration","manufacturericao","manufacturername","model","typecode","serialnumber","linenumber","icaoaircrafttype","operator","operatorcallsign","operatoricao","operatoriata","owner","built"';

describe.each(standingData)(
  'standing data of Virtual Radar, $name',
  ({ aircraft, airlines, types, routes, samples }) => {
    afterAll(async () => {
      await fixture.db.query('truncate aircraft, airlines');
      await fixture.db.query(`update reference_version set version = 'older' where data_set = 'airlines'`);
      await loadReferenceData(fixture.db);
    });

    test('REF-21: a preview of 1,500 aircraft writes nothing, aircraft without a registration are rejected, the same file again changes nothing', async () => {
      const path = file('vrs-aircraft.csv', aircraft.csv);
      const { rows, unregistered } = aircraft;
      const good = rows - unregistered;
      const before = await everything();
      const preview = await run('--preview', path);
      expect(preview.lines.slice(0, 3)).toEqual([
        `vrs-aircraft.csv: aircraft (Virtual Radar), ${rows} rows`,
        `  would be new ${good}, changed 0, the same 0, rejected ${unregistered}`,
        `  rejected ${unregistered}: no registration`,
      ]);
      expect(preview.lines.at(-1)).toBe('  This is a preview: nothing was written.');
      expect(await everything()).toEqual(before);

      expect((await run(path)).lines[1]).toBe(`  new ${good}, changed 0, the same 0, rejected ${unregistered}`);
      const after = await everything();
      expect((await run(path)).lines[1]).toBe(`  new 0, changed 0, the same ${good}, rejected ${unregistered}`);
      expect(await everything()).toEqual(after);
      for (const [modeS, known] of samples) expect(await aircraftOf(modeS)).toMatchObject(known);
      const fleets = await fixture.db.query<{ wrong: number }>(
        'select count(*) as wrong from airlines l where fleet <> (select count(*) from aircraft a where a.airline_id = l.airline_id)',
      );
      expect(fleets[0]?.wrong).toBe(0);
    });

    test('REF-20: airlines match those of the package by code, types and routes are imported in full, importing each again changes nothing', async () => {
      const paths = [
        file('vrs-airlines.csv', airlines.csv),
        file('vrs-model-type.csv', types.csv),
        file('vrs-routes.csv', routes.csv),
      ];
      const [before] = await fixture.db.query<{ n: number }>('select count(*) as n from airlines');
      const first = await run(...paths);
      expect(first.code).toBe(0);
      expect(first.text).toContain(`vrs-airlines.csv: airlines (Virtual Radar), ${airlines.rows} rows`);
      expect(first.text).toContain(`vrs-model-type.csv: aircraft types (Virtual Radar), ${types.rows} rows`);
      const [, fresh, same, rejected] =
        /types \(.*\n {2}new (\d+), changed 0, the same (\d+), rejected (\d+)/.exec(first.text) ?? [];
      expect(first.text).toContain(`  rejected ${types.repeated ?? rejected}: the same type as an earlier line\n`);
      expect(await fixture.db.query(`select count(*) as n from aircraft_types where source = 'import'`)).toEqual([
        { n: Number(fresh) + Number(same) },
      ]);
      expect(Number(fresh) + Number(same) + Number(rejected)).toBe(types.rows);
      expect(first.text).toContain(
        `vrs-routes.csv: routes (Virtual Radar), ${routes.rows} rows\n  new ${routes.rows}, changed 0, the same 0, rejected 0`,
      );
      const added = Number(/vrs-airlines.*\n {2}new (\d+)/.exec(first.text)?.[1]);
      const [after] = await fixture.db.query<{ n: number }>('select count(*) as n from airlines');
      expect(after?.n).toBe((before?.n ?? 0) + added);
      const twice = await fixture.db.query(`
      select icao from airlines l where airline_id > 1000000
        and exists (select from airlines o where o.icao = l.icao and o.airline_id <> l.airline_id)`);
      expect(twice).toEqual([]);
      expect(await fixture.db.query(`select airline_id, iata from airlines where icao = 'DLH' and is_active`)).toEqual([
        { airline_id: 3320, iata: 'LH' },
      ]);
      const whole = await everything();
      const again = await run(...paths);
      expect(
        again.lines.filter((line) => /^ {2}new/.test(line) && !line.startsWith('  new 0, changed 0, the same ')),
      ).toEqual([]);
      expect(await everything()).toEqual(whole);
    });

    test('a file with its columns in another order gives the same result', async () => {
      const turned = routes.csv
        .trim()
        .split('\n')
        .map((line) => line.split(',').reverse().join(','))
        .join('\n');
      const first = await run(file('vrs-routes.csv', routes.csv));
      expect(first.lines[1]).toBe(`  new ${routes.rows}, changed 0, the same 0, rejected 0`);
      const second = await run(file('turned.csv', turned));
      expect(second.lines[1]).toBe(`  new 0, changed 0, the same ${routes.rows}, rejected 0`);
    });
  },
);

describe('other sources', () => {
  test('REF-22: airports.csv of OurAirports: NA stays, changed rows belong to the owner afterwards', async () => {
    const rows = [
      '4482,"LROP","large_airport","Our name, ""OTP""",44.5,26.1,314,"EU","RO","RO-IF","Otopeni","yes","LROP","OTP","LROP",,,,',
      '999001,"XX-0001","closed","Ondangwa, old",-17.9,15.9,,"AF","NA","NA-OS",,"no",,,,"\\N",,,',
      'x,"LROP","large_airport","No number",1,1,,"EU","RO","RO-IF",,,,,,,,,',
      '999002,"A","heliport","Nowhere",91,1,,"EU","RO","RO-IF",,,,,,,,,',
      '4482,"LROP","large_airport","Twice",1,1,,"EU","RO","RO-IF",,,,,,,,,',
      '999003,"LRTR","large_airport","Timișoara, moved",45.8,21.3,,"EU","RO","RO-TM",,"yes","LRTR","TSR","LRTR",,,,',
      '999004,"RO-9","small_airport","Cluj South",46.7,23.6,,"EU","RO","RO-CJ",,"no",,"CLJ",,,,,',
    ];
    const path = file('airports.csv', `\ufeff${[ourAirports, ...rows].join('\r\n')}\r\n`);
    const report = await run(path);
    expect(report.lines).toEqual([
      'airports.csv: airports (OurAirports), 7 rows',
      '  new 3, changed 1, the same 0, rejected 3',
      '  rejected 1: the id is not a number',
      '  rejected 1: latitude or longitude is not a valid number',
      '  rejected 1: the same id as an earlier line',
      '    line 4: the id is not a number',
      '    line 5: latitude or longitude is not a valid number',
      '    line 6: the same id as an earlier line: line 2',
    ]);
    const page = await readPage(fixture.db, airportRows({ country: 'namibia', airportType: 'closed' }));
    expect(JSON.parse(page.rowsJson)).toMatchObject([
      { airportId: 999001, isoCountry: 'NA', continent: 'AF', localCode: null, city: null },
    ]);
    await fixture.db.query(`update reference_version set version = 'older'`);
    await loadReferenceData(fixture.db);
    expect(JSON.parse((await readPage(fixture.db, airportRows({ airportICAO: 'LROP' }))).rowsJson)).toMatchObject([
      { airportName: 'Our name, "OTP"' },
    ]);
    // Its codes belong to no airport of the packages, which ends if none is left.
    const coded = await fixture.db.query(
      `select airport_id::int as id, airport_icao as icao, airport_iata as iata from airports
       where airport_icao in ('LRTR', 'LRCL') or airport_iata in ('TSR', 'CLJ') order by 1`,
    );
    expect(coded).toEqual([
      { id: expect.any(Number), icao: 'LRCL', iata: null },
      { id: 999003, icao: 'LRTR', iata: 'TSR' },
      { id: 999004, icao: null, iata: 'CLJ' },
    ]);
    expect((await run(path)).lines[1]).toBe('  new 0, changed 0, the same 4, rejected 3');
  });

  test('REF-21: OpenSky in its older and newer format; blank values remove nothing', async () => {
    const older = [
      openSky,
      '"","","","","","","","","","","","","","",""',
      '"4a08d1","YR-BGX","BOEING","Boeing","737 8H6","B738","40116","","L2J","Tarom","TAROM","ROT","RO","","2008-03-07"',
      '"3c6718","D-AIXQ","AIRBUS","Airbus","A350-941","A359","","","L2J","","","","","A leasing company","2019-99-99"',
    ];
    const first = await run(file('aircraftDatabase.csv.gz', gzipSync(older.join('\n'))));
    expect(first.lines).toEqual([
      'aircraftDatabase.csv.gz: aircraft (OpenSky), 3 rows',
      '  new 2, changed 0, the same 0, rejected 1',
      '  rejected 1: no 24 bit address of six hexadecimal digits',
      '    line 2: no 24 bit address of six hexadecimal digits',
      '  1 times: invalid manufacture date skipped',
    ]);
    expect(await aircraftOf('4A08D1')).toMatchObject({
      registration: 'YR-BGX',
      aircraftType: 'Boeing 737 8H6',
      manufactureDate: '2008-03-07',
      airline: { airlineId: 5179 },
    });
    const newer = [
      "'icao24','timestamp','built','manufacturerName','model','operator','operatorIata','operatorIcao','owner','registration','serialNumber','typecode'",
      "'4a08d1','2024-01-01','','','','','','','','YR-BGX','',''",
      "'3c6718','2024-01-01','2019-03-07','Airbus','A350, ''XWB''','Lufthansa','LH','DLH','','D-AIXQ','330','A359'",
    ];
    const second = await run(file('aircraft-database-complete.csv', newer.join('\n')));
    expect(second.lines[1]).toBe('  new 0, changed 1, the same 1, rejected 0');
    expect(await aircraftOf('4A08D1')).toMatchObject({
      serialNumber: '40116',
      operator: { airlineName: 'Tarom' },
      airline: { airlineId: 5179 },
    });
    expect(await aircraftOf('3C6718')).toMatchObject({
      aircraftType: "Airbus A350, 'XWB'",
      manufactureDate: '2019-03-07',
      airline: { airlineId: 3320, fleet: 1 },
    });
  });

  test('an address that transponders without one send is of no aircraft', async () => {
    const rows = ['000000,N1,B738,a,b,c,0,Lufthansa,DLH,1,1999', 'ffffff,N2,B738,a,b,c,0,Lufthansa,DLH,1,1999'];
    const report = await run(file('none.csv', [virtualRadar, ...rows].join('\n')));
    expect(report.lines[1]).toBe('  new 0, changed 0, the same 0, rejected 2');
    expect(report.text).toContain('rejected 2: no 24 bit address of six hexadecimal digits');
  });

  test('an aircraft of an airline that has ended is linked by its code and its name, never by the code alone', async () => {
    const rows = ['ABC001,N1,B738,a,b,c,0,Adria Airways,ADR,1,1999', 'ABC002,N2,B738,a,b,c,0,Somebody,ADR,1,1999'];
    await run(file('ended.csv', [virtualRadar, ...rows].join('\n')));
    expect((await aircraftOf('ABC001')).airline).toMatchObject({ airlineName: 'Adria Airways', icao: 'ADR' });
    expect((await aircraftOf('ABC002')).airline).toBeNull();
  });

  test('rows with quotes, separators, line ends and control characters are stored or reported, never shifted', async () => {
    const rows = [
      'ABC001,N1,B738,"Boe""ing","7,37","A, ""B""\nC",0,x,DLH,1,1999',
      'ABC002,N2,B738,a,b,c,0,x,DLH,1',
      'ABC003,N3,B738,"a"b,b,c,0,x,DLH,1,1999',
      'ABC004,N4,\\N,NA,\\N,,0,NA,\\N,\\N,\\N',
      'abc001,N5,B738,a,b,c,0,x,DLH,1,1999',
      `ABC006,N6,B738,a,b,${'c'.repeat(301)},0,x,DLH,1,1999`,
      'ABC007,N\u00077,B738,a,b,=cmd(),0,x,DLH,1,1999',
      '',
    ];
    const report = await run(file('odd.csv', [virtualRadar, ...rows].join('\n')));
    expect(report.lines[1]).toBe('  new 3, changed 0, the same 0, rejected 4');
    expect(report.text).toContain('line 4: value count differs from the header (10, not 11)');
    expect(report.text).toContain('line 5: text after a closing quote');
    expect(report.text).toContain('line 7: the same 24 bit address as an earlier line: line 2');
    expect(report.text).toContain('line 8: a value is longer than 300 characters');
    expect(await aircraftOf('ABC001')).toMatchObject({ aircraftType: 'A, "B" C', airline: { icao: 'DLH' } });
    expect(await aircraftOf('ABC004')).toMatchObject({
      typeCode: null,
      aircraftType: 'NA',
      serialNumber: null,
      operator: { airlineName: 'NA' },
    });
    expect(await aircraftOf('ABC007')).toMatchObject({ registration: 'N\u24077' });
  });
});

describe('files that cannot be used', () => {
  const good = 'ABC001,N1,B738,Boeing,737,Boeing 737,0,x,DLH,1,1999';
  const many = Array.from(
    { length: 20_000 },
    (_, i) => `${(0xa00000 + i).toString(16)},N${i},B738,Boeing,737,Boeing 737,0,x,DLH,1,1999`,
  );
  const bad: [string, string | Buffer, RegExp][] = [
    ['empty', '', /The file is empty/],
    ['wrong header', 'a,b,c\n1,2,3', /The header is unknown.*begins with 'a,b,c'/],
    [
      'a column missing',
      `${virtualRadar.replace('YearBuilt', 'Year')}\n${good}`,
      /not that of aircraft \(Virtual Radar\): the columns yearbuilt are missing/,
    ],
    ['a column twice', `${virtualRadar},Model\n${good},x`, /'model' twice/],
    ['semicolons', `${virtualRadar}\n${good}`.replaceAll(',', ';'), /separated by semicolons/],
    ['tabs', `${virtualRadar}\n${good}`.replaceAll(',', '\t'), /separated by tabs/],
    ['a million columns', 'x,'.repeat(1_000_000), /longer than 200000 characters/],
    ['many columns', 'x,'.repeat(500), /The header has 501 columns/],
    ['UTF-16', Buffer.from(`\ufeff${virtualRadar}\n${good}`, 'utf16le'), /UTF-16/],
    [
      'Latin 1, after thousands of good rows',
      Buffer.concat([
        Buffer.from(`${[virtualRadar, ...many].join('\n')}\n`),
        Buffer.from(good.replace('Boeing', 'Bo\u00ebing'), 'latin1'),
      ]),
      /not UTF-8 text/,
    ],
    [
      'a quote that never ends, after thousands of good rows',
      [virtualRadar, ...many, good.replace('Boeing', '"Boeing'), ...many].join('\n'),
      /begins with a quote in line 20002 does not end/,
    ],
    ['a line without end', `${virtualRadar}\n${'x'.repeat(300_000)}`, /Line 2 is longer/],
    ['a workbook', Buffer.from('PK\u0003\u0004'), /archive or a workbook/],
    ['a picture', Buffer.from([0x89, 0x50, 0, 0]), /not text/],
    ['half an archive', gzipSync([virtualRadar, ...many].join('\n')).subarray(0, 5000), /cannot be read/],
  ];
  test.each(bad)('%s: reported, and nothing is stored in part', async (_name, content, reason) => {
    const before = await aircraftAndTypes();
    const report = await run(file('bad.csv', content));
    expect(report.code).toBe(1);
    expect(report.text).toMatch(reason);
    expect(report.lines).toHaveLength(1);
    expect(await aircraftAndTypes()).toEqual(before);
  });

  test('a bad file next to a good one: the good one is stored, and the exit code reports the failure', async () => {
    const report = await run(
      file('no.csv', 'a,b'),
      join(folder, 'nowhere.csv'),
      file('yes.csv', `${virtualRadar}\n${good}`),
    );
    expect(report.code).toBe(1);
    expect(report.text).toContain('nowhere.csv: nothing was imported. The file cannot be read: ENOENT');
    expect(JSON.parse((await readPage(fixture.db, aircraftRows({}))).rowsJson)).toMatchObject([{ registration: 'N1' }]);
  });

  test('no usable row, no file, a wrong option: the exit code is not 0', async () => {
    expect((await run(file('none.csv', `${virtualRadar}\n1,2`))).code).toBe(1);
    expect((await run(file('header.csv', virtualRadar))).code).toBe(1);
    expect((await run()).text).toContain('Usage:');
    expect((await run('--wrong', file('yes.csv', virtualRadar))).text).toContain('Usage:');
  });
});
