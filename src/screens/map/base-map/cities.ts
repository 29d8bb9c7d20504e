/** City names of the base map, loaded on demand. Own file: a bench builds it without the map. */
import type { FeatureCollection } from 'geojson';
import { loadCities } from '../../../lib/world/load-cities.ts';

export async function loadCityNames(): Promise<FeatureCollection> {
  const cities = await loadCities();
  return {
    type: 'FeatureCollection',
    features: cities.map(([name, lat, lon, fromZoom], order) => ({
      type: 'Feature',
      properties: { name, fromZoom, order },
      geometry: { type: 'Point', coordinates: [lon, lat] },
    })),
  };
}
