/**
 * Airports as diamonds in the map, the routes of the selected one as lines, and the press on one of them.
 * Must not: ask for airports, or hold what is selected (airports-context.tsx does).
 */
import type { GeoJSONSource, Map as GlMap, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useMemo, useRef } from 'react';
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { isWithin, wrapLon } from '../../../lib/bounds.ts';
import { oneLine } from '../../../lib/format.ts';
import type { MapColours } from '../../../ui/map-colours.ts';
import { slots } from '../base-map/base-style.ts';
import { useMapShare } from '../map-context.ts';
import { screenMark } from '../mark-image.ts';
import { airportKey } from '../panel/in-view.ts';
import styles from './AirportLayer.module.css';
import { isSameAirport, useAirportsShare } from './airports-context.tsx';
import { greatCircle, type Route } from './routes.ts';

const names = { airports: 'airports', routes: 'airport-routes' } as const;
const images = { plain: 'airport', selected: 'airport-selected' } as const;
/** Across, CSS px. */
const markPx = 13;
const edgePx = 1.25;
/** So far from a mark a press still means it: a mouse, a finger. */
const reachPx = { fine: 8, coarse: 22 } as const;
const fonts = ['sans-serif'];

type Collection = { readonly type: 'FeatureCollection'; readonly features: readonly object[] };
const none: Collection = { type: 'FeatureCollection', features: [] };

export function AirportLayer(): null {
  const { map, colours, change } = useMapShare();
  const { airports, selected, routes, select } = useAirportsShare();
  const shown = useMemo(() => withSelected(airports?.airports ?? [], selected), [airports, selected]);
  const marks = useMemo(() => airportFeatures(shown, selected), [shown, selected]);
  const { isShown, found } = routes;
  const lines = useMemo(
    () => (isShown && selected ? routeFeatures(selected, found) : none),
    [isShown, selected, found],
  );
  useLayers(map, colours);
  useData(map, names.airports, marks);
  useData(map, names.routes, lines);
  usePress(map, shown, (airport) => {
    select(airport);
    if (!airport) change({ icao: null });
  });
  return null;
}

/** The selected one stays on the map when it is none of those that the zoom shows. */
function withSelected(airports: readonly MapAirport[], selected: MapAirport | null): readonly MapAirport[] {
  return selected === null || airports.some((one) => isSameAirport(one, selected)) ? airports : [...airports, selected];
}

function airportFeatures(airports: readonly MapAirport[], selected: MapAirport | null): Collection {
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

function routeFeatures({ latitudeDeg, longitudeDeg }: MapAirport, routes: readonly Route[]): Collection {
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

function useLayers(map: GlMap | null, colours: MapColours): void {
  useEffect(() => {
    if (!map) return;
    addImages(map, colours);
    map.addSource(names.airports, { type: 'geojson', data: none as never });
    map.addSource(names.routes, { type: 'geojson', data: none as never });
    map.addLayer(
      {
        id: names.routes,
        type: 'line',
        source: names.routes,
        paint: { 'line-color': colours.accent, 'line-width': 1.25, 'line-opacity': 0.7 },
      },
      slots.lines,
    );
    map.addLayer(
      {
        id: names.airports,
        type: 'symbol',
        source: names.airports,
        layout: {
          'icon-image': ['case', ['get', 'isSelected'], images.selected, images.plain],
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
          'text-field': ['get', 'label'],
          'text-font': fonts,
          'text-size': 12,
          'text-anchor': 'top',
          'text-offset': [0, 0.7],
          'text-optional': true,
          'symbol-sort-key': ['case', ['get', 'isSelected'], 0, 1],
        },
        paint: { 'text-color': colours.text, 'text-halo-color': colours.land, 'text-halo-width': 1.5 },
      },
      slots.airports,
    );
    return () => {
      for (const name of Object.values(names)) {
        if (map.getLayer(name)) map.removeLayer(name);
        if (map.getSource(name)) map.removeSource(name);
      }
      for (const name of Object.values(images)) if (map.hasImage(name)) map.removeImage(name);
    };
  }, [map, colours]);
}

function addImages(map: GlMap, { text, land, accent }: MapColours): void {
  map.addImage(images.plain, ...screenMark('diamond', markPx, edgePx, { edge: text, fill: land }));
  map.addImage(images.selected, ...screenMark('diamond', markPx, edgePx, { edge: accent, fill: accent }));
}

/** Other colours make the sources anew, so the data go in again. */
function useData(map: GlMap | null, source: string, data: Collection): void {
  const { colours } = useMapShare();
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    map?.getSource<GeoJSONSource>(source)?.setData(data as never);
  }, [map, source, colours, data]);
}

/** A press takes the nearest airport within reach, null where there is none. An aircraft lies above: what it took is not told here. */
function usePress(
  map: GlMap | null,
  airports: readonly MapAirport[],
  onPress: (airport: MapAirport | null) => void,
): void {
  const latest = useRef({ airports, onPress });
  latest.current = { airports, onPress };
  useEffect(() => {
    if (!map) return;
    const below = (event: MapMouseEvent): MapAirport | null => nearest(map, latest.current.airports, event);
    const onClick = (event: MapMouseEvent): void => {
      const airport = below(event);
      // Layers above are told of the same press after this one.
      queueMicrotask(() => {
        if (!event.defaultPrevented) latest.current.onPress(airport);
      });
    };
    const onMove = (event: MapMouseEvent): void => {
      if (event.originalEvent.buttons === 0)
        map.getCanvas().classList.toggle(styles.isOver ?? '', below(event) !== null);
    };
    map.on('click', onClick);
    map.on('mousemove', onMove);
    return () => {
      map.off('click', onClick);
      map.off('mousemove', onMove);
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

/** On the copy of the world that another longitude lies on. */
const nearLon = (lon: number, otherLon: number): number => otherLon + wrapLon(lon - otherLon);
