/** City names of the base map, loaded on demand. */
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
