/** Night side of the earth, to about 0.1 degrees. Pure. */
import type { FeatureCollection, LineString, Polygon } from 'geojson';
import { subsolarPoint } from '../../../lib/sun.ts';

const rad = Math.PI / 180;
/** Edge of the Mercator map. */
const edgeLat = 85.06;
const stepDeg = 2;

/** The area, and the line between day and night. */
export function nightSide(at: number): FeatureCollection<Polygon | LineString> {
  const sun = subsolarPoint(at);
  // At an equinox the line would be vertical.
  const tan = Math.tan((Math.abs(sun.lat) < 0.01 ? 0.01 : sun.lat) * rad);
  const line: [number, number][] = [];
  for (let lon = -180; lon <= 180; lon += stepDeg)
    line.push([lon, Math.atan(-Math.cos((lon - sun.lon) * rad) / tan) / rad]);
  const pole = tan > 0 ? -edgeLat : edgeLat;
  const inside = line.map(([lon, lat]): [number, number] => [lon, Math.min(edgeLat, Math.max(-edgeLat, lat))]);
  const [first = [-180, 0]] = inside;
  return {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: {},
        geometry: { type: 'Polygon', coordinates: [[...inside, [180, pole], [-180, pole], first]] },
      },
      { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: inside } },
    ],
  };
}
