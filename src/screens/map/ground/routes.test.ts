import { expect, test } from 'vitest';
import { greatCircle, readRoutes } from './routes.ts';

const vancouver = {
  destination: { icao: 'CYVR', iata: 'YVR', name: 'Vancouver', location: { lat: 49.1939, lon: -123.184 } },
  averageDailyFlights: 32.71,
  operators: [{ name: 'Air Canada', iata: 'AC' }, { name: null }, null],
};

test('WX-03: destinations, the most frequent first, each once', () => {
  const calgary = { destination: { icao: 'CYYC', name: 'Calgary' }, averageDailyFlights: 32.86 };
  const routes = readRoutes({ routes: [vancouver, calgary, vancouver] });
  expect(routes.map(({ icao, perDay }) => [icao, perDay])).toEqual([
    ['CYYC', 32.86],
    ['CYVR', 32.71],
  ]);
  expect(routes[1]).toMatchObject({ place: { lat: 49.1939, lon: -123.184 }, operators: ['Air Canada'] });
  expect(routes[0]?.place).toBeNull();
});

test('WX-04: whatever is sent instead of routes', () => {
  const odd = [null, {}, [], { routes: null }, { routes: 'none' }, { routes: [null, 7, {}, { destination: {} }] }];
  for (const body of odd) expect(readRoutes(body), JSON.stringify(body)).toEqual([]);
  const [one] = readRoutes({
    routes: [{ destination: { iata: 'OTP', location: { lat: 181, lon: 'east' } }, averageDailyFlights: Number.NaN }],
  });
  expect(one).toMatchObject({ key: 'OTP', name: 'OTP', place: null, perDay: null, operators: [] });
});

test('C62: the path over the date line continues, and passes north of both its ends', () => {
  const way = greatCircle({ lat: 35.5, lon: 139.8 }, { lat: 37.6, lon: -122.4 });
  const lons = way.map(([lon]) => lon);
  expect(lons[0]).toBeCloseTo(139.8);
  expect(lons.at(-1)).toBeCloseTo(360 - 122.4);
  expect(lons.every((lon, at) => at === 0 || lon > (lons[at - 1] ?? 0))).toBe(true);
  expect(Math.max(...way.map(([, lat]) => lat))).toBeGreaterThan(45);
  expect(greatCircle({ lat: 1, lon: 2 }, { lat: 1, lon: 2 }).flat().every(Number.isFinite)).toBe(true);
});
