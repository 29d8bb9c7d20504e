/** Airports as diamonds, the routes of the selected one as lines, and its card. */
import type { FeatureCollection } from 'geojson';
import type { Map as GlMap, MapMouseEvent, SymbolLayerSpecification } from 'maplibre-gl';
import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { useNow } from '../../../data/use-now.ts';
import { isWithin, wrapLon } from '../../../lib/bounds.ts';
import { upTo } from '../../../lib/breakpoints.ts';
import { oneLine } from '../../../lib/format.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { textFont } from '../../../ui/text-font.ts';
import { AnchoredCard } from '../AnchoredCard.tsx';
import { worldOf } from '../fleet/motion.ts';
import { listenTo, noFeatures, slots, useGlMap, useMapImage } from '../gl-map.ts';
import styles from '../MapCanvas.module.css';
import { useMapShare } from '../map-context.ts';
import { screenMark } from '../mark-image.ts';
import { AirportCard } from '../panel/AirportCard.tsx';
import { airportKey } from '../panel/in-view.ts';
import { isSameAirport, useAirportsShare } from './airports-context.tsx';
import { greatCircle, type Route } from './routes.ts';

const images = { plain: 'airport', selected: 'airport-selected' } as const;
/** Width, CSS px. */
const markPx = 9;
const edgePx = 1.25;
/** Click tolerance around a mark: mouse, touch. */
const reachPx = { fine: 8, coarse: 22 } as const;
const markLayout: SymbolLayerSpecification['layout'] = {
  'icon-image': ['case', ['get', 'isSelected'], images.selected, images.plain],
  'icon-allow-overlap': true,
  'icon-ignore-placement': true,
  'text-field': ['get', 'label'],
  'text-font': [textFont],
  'text-size': 11,
  'text-anchor': 'top',
  'text-offset': [0, 0.7],
  'text-optional': true,
  'symbol-sort-key': ['case', ['get', 'isSelected'], 0, 1],
};

export function AirportLayer(): ReactElement {
  const { colours, change, display, address } = useMapShare();
  const { dim, land, accent } = colours;
  const { airports, selected, routes, select } = useAirportsShare();
  const zoom = display.hasAllAirports ? Number.POSITIVE_INFINITY : Math.floor(address.zoom);
  const drawn = useMemo(() => thinAirports(airports?.value ?? [], zoom), [airports, zoom]);
  const shown = useMemo(() => withSelected(drawn, selected), [drawn, selected]);
  const marks = useMemo(() => airportFeatures(shown, selected), [shown, selected]);
  const { isShown, found } = routes;
  const lines = useMemo(
    () => (isShown && selected ? routeFeatures(selected, found) : noFeatures),
    [isShown, selected, found],
  );
  useMapImage(images.plain, () => screenMark('diamond', markPx, edgePx, { edge: dim, fill: land }), [dim, land]);
  useMapImage(images.selected, () => screenMark('diamond', markPx, edgePx, { edge: accent, fill: accent }), [accent]);
  usePress(shown, (airport) => {
    select(airport);
    if (!airport) change({ icao: null });
  });
  return (
    <>
      <Source id="airport-routes" type="geojson" data={lines}>
        <Layer
          id="airport-routes"
          type="line"
          paint={{ 'line-color': accent, 'line-width': 1.25, 'line-opacity': 0.7 }}
          beforeId={slots.lines}
        />
      </Source>
      <Source id="airports" type="geojson" data={marks}>
        <Layer
          id="airports"
          type="symbol"
          layout={markLayout}
          paint={{ 'text-color': dim, 'text-halo-color': land, 'text-halo-width': 1.5 }}
          beforeId={slots.airports}
        />
      </Source>
    </>
  );
}

/** Popup of the selected airport. On a phone the card is in the sheet instead (MapPanel). */
export function AirportPopup(): ReactElement | null {
  const { selected, select } = useAirportsShare();
  const now = useNow(10_000);
  const isPhone = useMedia(upTo('xs'));
  if (!selected || isPhone) return null;
  return (
    <AnchoredCard lat={selected.latitudeDeg} lon={selected.longitudeDeg}>
      <AirportCard airport={selected} now={now} onClose={() => select(null)} />
    </AnchoredCard>
  );
}

/** The selected airport stays on the map even if the zoom does not show its kind. */
function withSelected(airports: readonly MapAirport[], selected: MapAirport | null): readonly MapAirport[] {
  return selected === null || airports.some((one) => isSameAirport(one, selected)) ? airports : [...airports, selected];
}

function airportFeatures(airports: readonly MapAirport[], selected: MapAirport | null): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: airports.map((airport) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [airport.longitudeDeg, airport.latitudeDeg] },
      properties: {
        key: airportKey(airport),
        label: oneLine((airport.airportICAO?.trim() || airport.airportIata?.trim()) ?? ''),
        isSelected: isSameAirport(airport, selected),
      },
    })),
  };
}

function routeFeatures({ latitudeDeg, longitudeDeg }: MapAirport, routes: readonly Route[]): FeatureCollection {
  const from = { lat: latitudeDeg, lon: longitudeDeg };
  return {
    type: 'FeatureCollection',
    features: routes.flatMap(({ place }) =>
      place
        ? [{ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: greatCircle(from, place) } }]
        : [],
    ),
  };
}

/** A click selects the nearest airport within tolerance, or null. Clicks on aircraft, which are above, are excluded. */
function usePress(airports: readonly MapAirport[], onPress: (airport: MapAirport | null) => void): void {
  const map = useGlMap();
  const latest = useRef({ airports, onPress });
  latest.current = { airports, onPress };
  useEffect(() => {
    const below = (event: MapMouseEvent): MapAirport | null => nearest(map, latest.current.airports, event);
    const onClick = (event: MapMouseEvent): void => {
      const airport = below(event);
      // Layers above receive the same click after this one.
      queueMicrotask(() => {
        if (!event.defaultPrevented) latest.current.onPress(airport);
      });
    };
    const onMove = (event: MapMouseEvent): void => {
      if (event.originalEvent.buttons === 0)
        map.getCanvas().classList.toggle(styles.isOver ?? '', below(event) !== null);
    };
    const stop = listenTo(map, { click: onClick, mousemove: onMove });
    return () => {
      stop();
      map.getCanvas().classList.remove(styles.isOver ?? '');
    };
  }, [map]);
}

function nearest(map: GlMap, airports: readonly MapAirport[], event: MapMouseEvent): MapAirport | null {
  const isFinger = (event.originalEvent as Partial<PointerEvent>).pointerType === 'touch';
  let reach: number = isFinger ? reachPx.coarse : reachPx.fine;
  const { x, y } = event.point;
  const [southWest, northEast] = [map.unproject([x - reach, y + reach]), map.unproject([x + reach, y - reach])];
  const around = { south: southWest.lat, west: southWest.lng, north: northEast.lat, east: northEast.lng };
  let found: MapAirport | null = null;
  for (const airport of airports) {
    if (!isWithin(around, airport.latitudeDeg, airport.longitudeDeg)) continue;
    const at = map.project([nearLon(airport.longitudeDeg, event.lngLat.lng), airport.latitudeDeg]);
    const away = Math.hypot(at.x - x, at.y - y);
    if (away > reach) continue;
    reach = away;
    found = airport;
  }
  return found;
}

/** On the copy of the world at the other longitude. */
const nearLon = (lon: number, otherLon: number): number => otherLon + wrapLon(lon - otherLon);

// ---- fewer airports on a map of a continent

/** From this zoom on all are drawn. */
const allFromZoom = 7;
const cellPx = 96;

/** The first airport of each cell, of the server's order (larger first). Cells belong to the world: a move of the map changes none. */
export function thinAirports(airports: readonly MapAirport[], zoom: number): readonly MapAirport[] {
  if (zoom >= allFromZoom) return airports;
  const cells = (256 * 2 ** Math.floor(zoom)) / cellPx;
  const taken = new Set<string>();
  return airports.filter(({ latitudeDeg, longitudeDeg }) => {
    const { x, y } = worldOf(latitudeDeg, longitudeDeg);
    const cell = `${Math.floor(x * cells)} ${Math.floor(y * cells)}`;
    if (taken.has(cell)) return false;
    taken.add(cell);
    return true;
  });
}
