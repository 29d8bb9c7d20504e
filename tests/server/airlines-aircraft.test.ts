import { beforeAll, describe, expect, test } from 'vitest';
import type { Aircraft, Airline } from '../../contract/entities/reference.ts';
import { clock } from '../../server/base/clock.ts';
import { removeDemo } from '../../server/demo/demo.ts';
import { demoFleet } from '../../server/demo/fleet.ts';
import { addDemoAircraft, addDemoRoutes } from '../../server/demo/fleet-rows.ts';
import { companyMarks } from '../../server/messages/company-sql.ts';
import { loadReferenceData } from '../../server/reference/load.ts';
import { callApi } from '../support/api-client.ts';
import { testServerForFile } from '../support/test-server.ts';

const server = testServerForFile();
let token: string;
beforeAll(async () => {
  await loadReferenceData(server.db);
  await addDemoAircraft(server.db);
  token = await server.logIn('parser');
});

type Query = Readonly<Record<string, string>>;
async function get<T>(path: string, query: Query = {}): Promise<T> {
  const response = await callApi(server, `${path}?${new URLSearchParams(query)}`, { token });
  expect(response.status, response.text.slice(0, 300)).toBe(200);
  return response.json as T;
}
const airlines = (query: Query) => get<{ airlines: Airline[]; airlinesCount: number }>('/airline', query);
const aircraft = (query: Query) => get<{ aircraft: Aircraft[]; aircraftCount: number }>('/aircraft', query);

/** The order expected from the database: ignoring ASCII case, missing values last. */
function isSorted<T extends string | number>(values: readonly (T | null)[], descending: boolean): boolean {
  const fold = (value: T) =>
    typeof value === 'string' ? Buffer.from(value.replace(/[A-Z]/g, (c) => c.toLowerCase())) : value;
  return values.every((value, i) => {
    const before = values[i - 1];
    if (i === 0 || value === null) return true;
    if (before === null || before === undefined) return false;
    const [a, b] = [fold(before), fold(value)];
    const order = Buffer.isBuffer(a) && Buffer.isBuffer(b) ? Buffer.compare(a, b) : Number(a) - Number(b);
    return descending ? order >= 0 : order <= 0;
  });
}

describe('airlines', () => {
  test('REF-20 API-20: OpenFlights without two invalid rows and with the airlines of today; \\N and joke codes are removed', async () => {
    // 6,160 of OpenFlights, and what it lacks.
    const all = (await airlines({ limit: '-1' })).airlines;
    const added = all.filter(({ airlineId }) => airlineId >= 900_000);
    expect(all).toHaveLength(6160 + added.length);
    for (const icao of 'EJU RUK MAY WMT WUK EWL NSZ EDV MXY AKJ TZP SJX LGS NJE CNV'.split(' '))
      expect(added.find((one) => one.icao === icao)?.isActive, icao).toBe(true);
    const [tarom] = (await airlines({ icao: 'rot' })).airlines;
    expect(tarom).toMatchObject({ airlineId: 5179, airlineName: 'Tarom', iata: 'RO', icao: 'ROT' });
    expect(
      all.filter(({ iata, icao }) => !/^[A-Z0-9]{2}$/.test(iata ?? 'AA') || !/^[A-Z0-9]{3}$/.test(icao ?? 'AAA')),
    ).toEqual([]);
    expect(all.filter(({ airlineName }) => airlineName.includes('\\N') || airlineName.trim() === '')).toEqual([]);
  });

  test('C38b: a code means the airline that operates, in ACARS UP is UPS, and a code with more owners is uncertain', async () => {
    const meaning = async (code: string) => {
      const [found] = await server.db.query<{ icao: string; sure: boolean; active: boolean }>(
        `select l.icao, k.is_certain as sure, l.is_active as active from airline_codes k join airlines l using (airline_id)
         where code = $1`,
        [code],
      );
      return found && [found.icao, found.sure, found.active];
    };
    for (const [code, icao] of Object.entries({
      fx: 'FDX',
      cv: 'CLX',
      po: 'PAC',
      gb: 'ABX',
      qy: 'BCS',
      up: 'UPS',
      lh: 'DLH',
    }))
      expect(await meaning(code), code).toEqual([icao, false, true]);
    expect([await meaning('ba'), await meaning('rot')]).toEqual([
      ['BAW', true, true],
      ['ROT', true, true],
    ]);
    // In OpenFlights (2017) BTK is Baltyka, and the letters below are those of one airline alone that it calls active, such as Interlink.
    expect(await meaning('btk')).toEqual(['BTK', true, true]);
    for (const [code, icao] of Object.entries({ id: 'BTK', fs: 'AYN', eu: 'UEA', xz: 'AEZ', fo: 'FBZ' }))
      expect(await meaning(code), code).toEqual([icao, false, true]);
    // Air Berlin, Niki and Flybe have ended: whoever flies under their letters now is not known.
    for (const code of ['gs', 'xa', 'xx', 'ab', 'hg', 'be']) expect((await meaning(code))?.[1], code).toBe(false);
    // OpenFlights (2017) has one airline with each of these letters. They have ended, and today Air Albania, Southwind and Longjiang fly under them.
    for (const code of ['abn', 'stw', 'sng']) expect((await meaning(code))?.slice(1), code).toEqual([false, false]);
    // Astrakhan Airlines (now Boliviana), UTair-Express (Uganda Airlines) and the invented Fly Colombia (FlyOne Armenia) have or had these alone.
    for (const code of ['ob', 'ur', '3f']) expect((await meaning(code))?.[1], code).toBe(false);
    // It has other airlines with these, the first three as active ones.
    for (const [code, name] of Object.entries({
      mac: 'Air Arabia Maroc',
      swu: 'SkyAlps',
      hym: 'HiSky',
      fia: 'FlyOne',
    })) {
      const [airline] = (await airlines({ icao: code })).airlines.filter(({ isActive }) => isActive);
      expect(airline?.airlineName, code).toBe(name);
      expect((await meaning(code))?.slice(1), code).toEqual([true, true]);
    }
    const codesOf = async (company: string) => {
      const marks = await companyMarks(server.db, company);
      return [marks?.icaoCodes, marks?.twoLetterCodes];
    };
    expect(await codesOf('air chathams')).toEqual([['cva'], []]);
    expect(await codesOf('cargolux')).toEqual([['clx'], []]);
    expect(await codesOf('Tarom')).toEqual([['rot'], ['ro']]);
    // OpenFlights has four airlines named Star Air with a code each: a company of that name is none of them for certain.
    expect(await codesOf('Star Air')).toEqual([[], []]);
    // And two Norwegian Air Shuttles, of which one operates: NAX is no longer its code.
    expect((await codesOf('Norwegian Air Shuttle'))[0]).toEqual(['noz']);
    expect((await airlines({ icao: 'FOX' })).airlines[0]?.isActive).toBe(false);
    const twice = await server.db.query(
      `select icao from airlines where is_active and icao is not null group by 1 having count(*) > 1`,
    );
    expect(twice).toEqual([]);
  });

  test('REF-20: a database with older airlines gets the corrections, and a name of the owner stays', async () => {
    await server.db.query(`
      update airlines set is_active = true where icao = 'FOX';
      update airlines set is_active = false where icao = 'FDX';
      update airlines set airline_name = 'Our name', source = 'import', is_active = false where icao = 'CLX';
      delete from airlines where icao = 'EJU';
      insert into airlines (airline_name, icao, source) values ('Ours', 'EJU', 'import');
      update reference_version set version = 'older' where data_set = 'airlines'`);
    expect(await loadReferenceData(server.db)).toEqual(['airlines']);
    expect(
      await server.db.query(
        `select airline_name as name, is_active as active from airlines where icao in ('FOX', 'FDX', 'CLX', 'EJU') order by icao`,
      ),
    ).toEqual([
      { name: 'Our name', active: true },
      { name: 'Ours', active: true },
      { name: 'Federal Express', active: true },
      { name: 'FOX Linhas Aereas', active: false },
    ]);
  });

  test('REF-03: name, codes and bounds of the fleet', async () => {
    const flown = demoFleet.filter(({ callSign }) => callSign === 'ROT').length;
    const only = { icao: 'ROT' };
    expect(
      (await airlines({ ...only, airlineName: 'aro', iata: 'ro', fleetMin: String(flown), fleetMax: String(flown) }))
        .airlines[0]?.fleet,
    ).toBe(flown);
    const others: Query[] = [
      { airlineName: 'x' },
      { iata: 'R' },
      { fleetMin: String(flown + 1) },
      { fleetMax: String(flown - 1) },
    ];
    for (const query of others)
      expect((await airlines({ ...only, ...query })).airlinesCount, JSON.stringify(query)).toBe(0);
    const withFleet = await airlines({ fleetMin: '1', limit: '-1' });
    expect(withFleet.airlines.reduce((sum, { fleet }) => sum + (fleet ?? 0), 0)).toBe(demoFleet.length);
  });

  test('REF-04: each sort flag sorts on the server in both directions, missing values last, without gaps between pages', async () => {
    for (const field of ['airlineName', 'iata', 'icao', 'fleet'] as const)
      for (const way of ['Asc', 'Desc']) {
        const query = { [`${field}${way}`]: 'true', airlineName: 'air', limit: '-1' };
        const sorted = (await airlines(query)).airlines;
        expect(
          sorted.some((row) => row[field] === null),
          field,
        ).toBe(field === 'iata' || field === 'icao');
        expect(
          isSorted(
            sorted.map((row) => row[field]),
            way === 'Desc',
          ),
          `${field}${way}`,
        ).toBe(true);
        const page = (await airlines({ ...query, offset: '1000', limit: '50' })).airlines;
        expect(page).toHaveLength(50);
        expect(page).toEqual(sorted.slice(1000, 1050));
      }
    const largest = (await airlines({ fleetDesc: 'true', fleetAsc: 'false', limit: '1' })).airlines[0];
    expect(largest?.fleet).toBe(Math.max(...fleetSizes().values()));
  });
});

function fleetSizes(): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { callSign } of demoFleet) sizes.set(callSign, (sizes.get(callSign) ?? 0) + 1);
  return sizes;
}

describe('aircraft', () => {
  test('REF-21: an aircraft with its airline, operator, date and age', async () => {
    const [row] = (await aircraft({ registration: 'yr-bgx' })).aircraft;
    expect(row).toMatchObject({
      registration: 'YR-BGX',
      modeS: '4A08D1',
      typeCode: 'B738',
      aircraftType: 'Boeing 737-800',
      airline: { airlineId: 5179, airlineName: 'Tarom', iata: 'RO', icao: 'ROT', fleet: fleetSizes().get('ROT') },
      operator: { airlineName: 'Tarom', iata: 'RO', icao: 'ROT' },
    });
    expect(row?.serialNumber).toMatch(/^\d{4,5}$/);
    await server.db.query(`update aircraft set manufacture_date = '2004-02-29' where mode_s = '4A08D1'`);
    const at = async (instant: string) => {
      clock.offsetMs = Date.parse(instant) - Date.now();
      token = await server.logIn('parser');
      const found = (await aircraft({ registration: 'YR-BGX' })).aircraft[0];
      clock.offsetMs = 0;
      return found;
    };
    expect(await at('2027-02-28T12:00:00Z')).toMatchObject({ manufactureDate: '2004-02-29', age: 22 });
    expect(await at('2027-03-01T12:00:00Z')).toMatchObject({ age: 23 });
    token = await server.logIn('parser');
    await server.db.query(
      `update aircraft set manufacture_date = null, operator_name = null, operator_iata = null, operator_icao = null, airline_id = null where mode_s = '4A08D1'`,
    );
    const [bare] = (await aircraft({ modeS: '4a08d1' })).aircraft;
    expect(bare).toMatchObject({ age: null, manufactureDate: null, operator: null, airline: null });
    await server.db.query(
      `update aircraft set manufacture_date = '2004-02-29', operator_name = 'Tarom', operator_iata = 'RO', operator_icao = 'ROT', airline_id = 5179 where mode_s = '4A08D1'`,
    );
  });

  test('REF-06, API-21: every filter narrows the list; airline and operators match parts of a name or a code', async () => {
    const only = { modeS: '4A08D1' };
    const matching: Query[] = [
      { airline: 'taro' },
      { airline: 'ro' },
      { airline: 'ROT' },
      { operators: 'AROM' },
      { operators: 'rot' },
      { typeCode: 'b738' },
      { fullType: 'ing 737' },
      { registration: 'YR-bgx' },
      { minManufactureDate: '2004-02-29', maxManufactureDate: '2004-02-29' },
    ];
    const others: Query[] = [
      { airline: 'lufthansa' },
      { operators: 'xx' },
      { typeCode: 'B73' },
      { fullType: 'Airbus' },
      { registration: 'YR' },
      { serialNumber: '1' },
      { minManufactureDate: '2004-03-01' },
      { maxManufactureDate: '2004-02-28' },
    ];
    for (const query of matching)
      expect((await aircraft({ ...only, ...query })).aircraftCount, JSON.stringify(query)).toBe(1);
    for (const query of others)
      expect((await aircraft({ ...only, ...query })).aircraftCount, JSON.stringify(query)).toBe(0);
  });

  test('REF-07, C42: each sort flag sorts on the server in both directions; a higher age is older', async () => {
    const read: Record<string, (row: Aircraft) => string | number | null> = {
      registration: (row) => row.registration,
      airline: (row) => row.airline?.airlineName ?? null,
      typeCode: (row) => row.typeCode,
      aircraftType: (row) => row.aircraftType,
      serialNumber: (row) => row.serialNumber,
      modeS: (row) => row.modeS,
      age: (row) => row.age,
      operator: (row) => row.operator?.airlineName ?? null,
    };
    for (const [field, value] of Object.entries(read))
      for (const way of ['Asc', 'Desc']) {
        const rows = (await aircraft({ [`${field}${way}`]: 'true', limit: '-1' })).aircraft;
        expect(rows).toHaveLength(demoFleet.length);
        expect(isSorted(rows.map(value), way === 'Desc'), `${field}${way}`).toBe(true);
      }
  });

  test('REF-08, API-22: returns the aircraft of one airline; none for an unknown one, 400 for an invalid number', async () => {
    const of = (id: string) =>
      get<{ aircraft: Aircraft[]; aircraftCount: number }>(`/aircraft/getaircraftinairline/${id}`);
    const lufthansa = await of('3320');
    expect(lufthansa.aircraftCount).toBe(fleetSizes().get('DLH'));
    expect(lufthansa.aircraft.every(({ operator }) => operator?.icao === 'DLH')).toBe(true);
    expect(await of('999999999')).toEqual({ aircraft: [], aircraftCount: 0 });
    expect((await callApi(server, '/aircraft/getaircraftinairline/x', { token })).status).toBe(400);
  });

  test('API-23: finds an aircraft by 24-bit address in any case; null without a match', async () => {
    expect(await get('/aircraft/GetAircraftByICAO', { icao24: ' 3c6718 ' })).toMatchObject({ registration: 'D-AIXQ' });
    expect(await get('/aircraft/GetAircraftByICAO', { icao24: 'ffffff' })).toBeNull();
    expect(await get('/aircraft/GetAircraftByICAO')).toBeNull();
  });
});

test('the codes of airlines and the addresses of aircraft are updated with each change', async () => {
  const rows = (sql: string): Promise<string[]> =>
    server.db.query<{ one: string }>(sql).then((found) => found.map(({ one }) => one));
  const stored = (): Promise<string[][]> =>
    Promise.all([
      rows(
        `select code as one from airline_codes except select lower(c) from airlines, unnest(array[icao, iata, acars_code]) c`,
      ),
      rows(
        `select lower(c) as one from airlines, unnest(array[icao, iata, acars_code]) c where c is not null except select code from airline_codes`,
      ),
      rows('select address as one from aircraft_addresses except select lower(mode_s) from aircraft'),
      rows(
        'select lower(mode_s) as one from aircraft where mode_s is not null except select address from aircraft_addresses',
      ),
    ]);
  const known = (code: string): Promise<string[]> =>
    rows(`select code as one from airline_codes where code = '${code}'`);
  expect(await rows('select 1 as one from airline_codes limit 1')).toHaveLength(1);
  expect(await stored()).toEqual([[], [], [], []]);
  await server.db.transaction(async (tx) => {
    // Two airlines share a code: it is removed with the second.
    await tx.query(
      `insert into airlines (airline_name, iata, icao, source) values ('One', '!9', 'QQA', 'import'), ('Two', '!9', null, 'import')`,
    );
    await tx.query(`insert into aircraft (registration, mode_s, source) values ('T-ONE', 'FACADE', 'import')`);
  });
  expect([await known('!9'), await known('qqa')]).toEqual([['!9'], ['qqa']]);
  await server.db.query(`update airlines set icao = 'QQB' where airline_name = 'One'`);
  await server.db.query(`update aircraft set mode_s = 'FACADF' where registration = 'T-ONE'`);
  expect([await known('qqa'), await known('qqb'), await stored()]).toEqual([[], ['qqb'], [[], [], [], []]]);
  await server.db.query(`delete from airlines where airline_name = 'One'`);
  expect(await known('!9')).toEqual(['!9']);
  await server.db.query(`delete from airlines where airline_name = 'Two'`);
  await server.db.query(`delete from aircraft where registration = 'T-ONE'`);
  expect([await known('!9'), await stored()]).toEqual([[], [[], [], [], []]]);
});

describe('type-aheads', () => {
  test('API-17, EXT-11: returns types that contain the text, prefixes first, up to the requested number', async () => {
    const of = async (query: Query) =>
      (
        await get<{ aircraftTypes: { aircraftType: string }[] }>('/AircraftTypeFull/GetAircraftTypesFullAll', query)
      ).aircraftTypes.map((one) => one.aircraftType);
    expect(await of({ aircraftType: 'boeing 737-8', limit: '30' })).toEqual(['Boeing 737-800']);
    expect(await of({ aircraftType: '737', limit: '2' })).toHaveLength(2);
    expect((await of({ aircraftType: 'airbus', limit: '30' })).every((name) => name.startsWith('Airbus'))).toBe(true);
    expect(await of({ aircraftType: '%' })).toEqual([]);
    expect(await of({})).toHaveLength(30);
  });

  test('API-18: returns each type code that begins with the text once; the cookie is sufficient', async () => {
    const of = async (query: Query) =>
      (
        await get<{ typeCodes: { typeCode: string }[] }>('/AircraftTypeCode/GetAircraftTypeCodesAll', query)
      ).typeCodes.map((one) => one.typeCode);
    expect(await of({ typeCode: 'b38' })).toEqual(['B38M']);
    const all = await of({ typeCode: '', limit: '1000' });
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(150);
  });
});

test('demo:remove deletes the fleet and routes of the demo, and imported aircraft stay', async () => {
  await addDemoRoutes(server.db);
  await server.db.query(`update routes set is_demo = false, source = 'import' where call_sign = 'ROT391'`);
  await server.db.query(`update aircraft set is_demo = false, source = 'import' where mode_s = '3C6718'`);
  await removeDemo(server.db);
  const rows = await server.db.query('select registration from aircraft');
  expect(rows).toEqual([{ registration: 'D-AIXQ' }]);
  expect(await server.db.query('select call_sign from routes')).toEqual([{ call_sign: 'ROT391' }]);
  expect(await server.db.query('select airline_id, fleet from airlines where fleet > 0')).toEqual([
    { airline_id: 3320, fleet: 1 },
  ]);
});
