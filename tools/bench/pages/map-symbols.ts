/** Baseline: the same aircraft as a symbol layer on GeoJSON. */
import type { GeoJSONSource } from 'maplibre-gl';
import { emptyMap, iconPx, offer } from './map-page.ts';

const map = await emptyMap();
const icon = new OffscreenCanvas(iconPx, iconPx);
const pen = icon.getContext('2d');
if (!pen) throw new Error('No canvas.');
pen.scale(iconPx / 18, iconPx / 18);
pen.fill(new Path2D('M9 0l2 7 7 4v2l-7-2-1 5 3 2h-8l3-2-1-5-7 2v-2l7-4z'));
map.addImage('aircraft', pen.getImageData(0, 0, iconPx, iconPx));
map.addSource('aircraft', { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
map.addLayer({
  id: 'aircraft',
  type: 'symbol',
  source: 'aircraft',
  layout: {
    'icon-image': 'aircraft',
    'icon-rotate': ['get', 'angle'],
    'icon-rotation-alignment': 'map',
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
  },
});
await offer(
  map,
  (rows) =>
    void map.getSource<GeoJSONSource>('aircraft')?.setData({
      type: 'FeatureCollection',
      features: rows.map(({ icao, lat, lon, angle }) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [lon, lat] },
        properties: { icao, angle },
      })),
    }),
  () => map.queryRenderedFeatures({ layers: ['aircraft'] }).length,
);
