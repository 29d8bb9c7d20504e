/** Lines from aircraft to the stations that received their newest message. A station is a square with its number. */
import type { FeatureCollection } from 'geojson';
import { type ReactElement, useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import type { HeardBy } from '../../../../contract/entities/map.ts';
import { greatCircle } from '../airports/routes.ts';
import { slots } from '../base-map/slots.ts';
import { useMapShare } from '../map-context.ts';
import { screenMark } from '../mark-image.ts';
import { aircraftKey } from '../positions/aircraft.ts';
import type { Fleet } from '../positions/fleet.ts';
import { useMapImage } from '../use-map-image.ts';

const image = 'station-that-heard';
const [markPx, edgePx] = [9, 2];
const noLines: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** Lines of aircraft that the fleet contains, stations once. Pure. */
function receptionFeatures(receptions: readonly HeardBy[], fleet: Pick<Fleet, 'byKey'>): FeatureCollection {
  const stations = new Map<string, HeardBy['stations'][number]>();
  const features: FeatureCollection['features'] = receptions.flatMap((one) => {
    const aircraft = fleet.byKey.get(aircraftKey(one.icao));
    if (!aircraft) return [];
    return one.stations.map((station) => {
      stations.set(station.stationId, station);
      const coordinates = greatCircle(aircraft, { lat: station.latitude, lon: station.longitude });
      return { type: 'Feature' as const, properties: {}, geometry: { type: 'LineString' as const, coordinates } };
    });
  });
  for (const { stationId, latitude, longitude } of stations.values())
    features.push({
      type: 'Feature',
      properties: { label: stationId },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    });
  return features.length === 0 ? noLines : { type: 'FeatureCollection', features };
}

export function HeardLines({ receptions, fleet }: { receptions: readonly HeardBy[]; fleet: Fleet }): ReactElement {
  const { accent, land, text } = useMapShare().colours;
  useMapImage(image, () => screenMark('square', markPx, edgePx, { edge: land, fill: accent }), [land, accent]);
  const features = useMemo(() => receptionFeatures(receptions, fleet), [receptions, fleet]);
  return (
    <Source id="heard-by" type="geojson" data={features}>
      <Layer
        id="heard-by"
        type="line"
        filter={['==', ['geometry-type'], 'LineString']}
        paint={{ 'line-color': accent, 'line-width': 1.5, 'line-opacity': 0.8, 'line-dasharray': [1, 1.5] }}
        beforeId={slots.lines}
      />
      <Layer
        id="heard-by-stations"
        type="symbol"
        filter={['==', ['geometry-type'], 'Point']}
        layout={{
          'icon-image': image,
          'icon-allow-overlap': true,
          'text-field': ['get', 'label'],
          'text-font': ['sans-serif'],
          'text-size': 12,
          'text-anchor': 'left',
          'text-offset': [0.7, 0],
          'text-optional': true,
        }}
        paint={{ 'text-color': text, 'text-halo-color': land, 'text-halo-width': 1.5 }}
        beforeId={slots.airports}
      />
    </Source>
  );
}
