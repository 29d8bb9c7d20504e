/** Name, latitude, longitude, and minimum zoom (256 px tiles). Important ones first. */
export type City = readonly [name: string, lat: number, lon: number, fromZoom: number];

/** 280 kB. */
export async function loadCities(): Promise<readonly City[]> {
  const { default: cities } = await import('../../../reference-data/cities.json', { with: { type: 'json' } });
  return cities.rows as unknown as readonly City[];
}
