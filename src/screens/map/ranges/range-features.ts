/** Range outlines as features, and their texts. Pure. */
import type { Feature, FeatureCollection } from 'geojson';
import type { StationOutline } from '../../../../contract/entities/map.ts';
import { outlinePoints } from '../../../charts/small-map/outline-points.ts';
import { oneLine } from '../../../lib/format.ts';
import { shortSpans } from '../../../stations/rose-shape.ts';

/** A difference of 25 % from the month is reported. */
const usualShare = 0.75;
const mostNamed = 3;

/** An area per range (`is` = day or month) and a point per station. */
export function rangeFeatures(stations: readonly StationOutline[]): FeatureCollection {
  return { type: 'FeatureCollection', features: stations.flatMap(featuresOf) };
}

function featuresOf(station: StationOutline): Feature[] {
  const { latitude: lat, longitude: lon, stationId, city } = station;
  const areas = (['month', 'day'] as const).flatMap((is): Feature[] => {
    const ring = outlinePoints({ lat, lon }, station[is]).map((at) => [at.lon, at.lat]);
    const [first] = ring;
    if (!first) return [];
    return [{ type: 'Feature', properties: { is }, geometry: { type: 'Polygon', coordinates: [[...ring, first]] } }];
  });
  const label = oneLine(city ? `${stationId} ${city}` : stationId);
  return [
    ...areas,
    { type: 'Feature', properties: { is: 'station', label }, geometry: { type: 'Point', coordinates: [lon, lat] } },
  ];
}

/** `Range of 1001, 24 h`. */
export function rangeTitle(stations: readonly StationOutline[]): string {
  const names = stations.map(({ stationId }) => stationId);
  const of = names.length > mostNamed ? `${names.length} stations` : names.join(', ');
  return `${names.length === 1 ? 'Range' : 'Ranges'} of ${of}, 24 h`;
}

/** A sentence per station whose range differs from its month. */
export const rangeFindings = (stations: readonly StationOutline[]): string[] =>
  stations.flatMap(({ stationId, day, month }) => {
    const spans = shortSpans(day, month, usualShare);
    return spans.length === 0 ? [] : [`Range of ${stationId} is short against 30 days: ${spans.join(', ')}.`];
  });
