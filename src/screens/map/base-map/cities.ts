/**
 * Names of cities for the base map. Loaded on demand, a file of the app's own.
 * Must not: decide which there are (reduce-cities.ts).
 */
import type { FeatureCollection } from 'geojson';

export async function loadCityNames(): Promise<FeatureCollection> {
  const { default: cities } = await import('virtual:cities');
  return {
    type: 'FeatureCollection',
    features: cities.map(([name, lat, lon, fromZoom], order) => ({
      type: 'Feature',
      properties: { name, fromZoom, order },
      geometry: { type: 'Point', coordinates: [lon, lat] },
    })),
  };
}
