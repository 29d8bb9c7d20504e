/** A ring around each aircraft with a new message, moved by style alone, and lines to the stations that received it. Own file: the only part about messages. */
import type { FeatureCollection } from 'geojson';
import { type ReactElement, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import type { HeardBy } from '../../../../contract/entities/map.ts';
import { aircraftKey } from '../../../charts/positions/fix.ts';
import { serverNow } from '../../../data/send.ts';
import { textFont } from '../../../ui/text-font.ts';
import type { Aircraft } from '../fleet/aircraft.ts';
import { useFilterShare } from '../fleet/filter-context.tsx';
import type { Fleet } from '../fleet/fleet.ts';
import { latLonOf, placeAt } from '../fleet/motion.ts';
import { useHeardBy } from '../fleet/use-heard-by.ts';
import { listenTo, noFeatures, pointOn, slots, useGlMap, useMapImage } from '../gl-map.ts';
import { greatCircle } from '../ground/routes.ts';
import styles from '../MapCanvas.module.css';
import { useMapShare } from '../map-context.ts';
import { screenMark } from '../mark-image.ts';
import type { AircraftLayer } from './aircraft-layer.ts';

type Ring = Pick<Aircraft, 'icao' | 'messageAt' | 'lat' | 'lon'> & { readonly id: string };
const noRings: readonly Ring[] = [];
const [onceMs, stillMs] = [900, 3000];

type MessageRingsProps = {
  readonly layer: AircraftLayer;
  /** Rings do not move and remain longer. */
  readonly isStill: boolean;
};

export function MessageRings({ layer, isStill }: MessageRingsProps): ReactElement {
  const { address } = useMapShare();
  const { fleet, selected } = useFilterShare();
  /** Epoch ms of the last response that was looked at. */
  const seenAt = useRef(fleet.receivedAt);
  const [rings, setRings] = useState<readonly Ring[]>([]);
  useEffect(() => {
    const now = serverNow();
    const found = newMessages(fleet, seenAt.current, now);
    seenAt.current = fleet.receivedAt;
    if (found.length > 0)
      setRings(
        found.map((one) => ({
          id: `${one.key} ${one.messageAt}`,
          icao: one.icao,
          messageAt: one.messageAt,
          ...latLonOf(placeAt(one, now, layer.furthestS())),
        })),
      );
  }, [fleet, layer]);
  useEffect(() => {
    if (rings.length === 0) return;
    const timer = setTimeout(() => setRings([]), isStill ? stillMs : onceMs);
    return () => clearTimeout(timer);
  }, [rings, isStill]);
  const isOwn = address.source === 'receivers' && fleet.source === 'live';
  const ofRings = useHeardBy(isOwn ? rings : noRings);
  // The lines of the selected aircraft are always drawn.
  const ofSelected = useHeardBy(isOwn && selected ? [selected] : noRings);
  const receptions = useMemo(() => [...ofRings, ...ofSelected], [ofRings, ofSelected]);
  return (
    <>
      <div className={styles.rings} aria-hidden="true">
        {rings.map((ring) => (
          <RingAt key={ring.id} {...ring} />
        ))}
      </div>
      <HeardLines receptions={receptions} fleet={fleet} />
    </>
  );
}

function RingAt({ lat, lon }: Pick<Ring, 'lat' | 'lon'>): ReactElement {
  const map = useGlMap();
  const ring = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = (): void => {
      const { x, y } = pointOn(map, lat, lon);
      if (ring.current) ring.current.style.translate = `${x}px ${y}px`;
    };
    place();
    return listenTo(map, { move: place });
  }, [map, lat, lon]);
  return (
    <div ref={ring} className={styles.place}>
      <div className={styles.ring} data-message-ring />
    </div>
  );
}

/** A response reports a message within seconds. An older one is from a view that was not polled before. */
const newestMs = 30_000;
const maxRings = 12;

/** Aircraft with a message of responses after `sinceMs`, newest first. null = before the first response: nothing is known about what is new. Pure. */
export function newMessages({ list, source }: Fleet, sinceMs: number | null, now: number): Aircraft[] {
  if (sinceMs === null || source === 'stored') return [];
  return list
    .filter(({ heardAt, messageAt }) => heardAt > sinceMs && messageAt !== null && now - messageAt <= newestMs)
    .sort((a, b) => (b.messageAt ?? 0) - (a.messageAt ?? 0))
    .slice(0, maxRings);
}

// ---- Lines from aircraft to the stations that received their newest message. A station is a square with its number

const image = 'station-that-heard';
const [markPx, edgePx] = [9, 2];

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
  return features.length === 0 ? noFeatures : { type: 'FeatureCollection', features };
}

function HeardLines({ receptions, fleet }: { receptions: readonly HeardBy[]; fleet: Fleet }): ReactElement {
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
          'text-font': [textFont],
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
