/** Aircraft names as a symbol layer, and which aircraft get one. The library avoids collisions with other names. Own file: the rules of names. */
import type { FeatureCollection, Point } from 'geojson';
import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { bandOf, isTextBand, unknownBand } from '../../../charts/altitude-bands.ts';
import { altitudeText } from '../../../lib/altitude-text.ts';
import { isWithin } from '../../../lib/bounds.ts';
import { oneLine } from '../../../lib/format.ts';
import type { Units } from '../../../lib/units.ts';
import { useUnits } from '../../../objects/units-choice.ts';
import type { MapColours } from '../../../ui/map-colours.ts';
import { textFont } from '../../../ui/text-font.ts';
import { type Aircraft, emergencyText, isEmergency, kindMark, nameOf } from '../fleet/aircraft.ts';
import { useFilterShare } from '../fleet/filter-context.tsx';
import { latLonOf, placeAt, worldOf } from '../fleet/motion.ts';
import { mapNow } from '../fleet/past-context.tsx';
import { bandExpression, noFeatures, slots, toGlZoom, useGlMap } from '../gl-map.ts';
import { useMapShare } from '../map-context.ts';
import { aircraftSizePx, type Viewport } from '../viewport.ts';
import type { AircraftLayer } from './aircraft-layer.ts';
import { visiblePx } from './pack-aircraft.ts';
import { worldPxOf } from './use-aircraft-layer.ts';

/** Interval at which names follow their aircraft, if they moved visibly. */
const followMs = 1000;

export function AircraftLabels({ layer }: { readonly layer: AircraftLayer }): ReactElement {
  const map = useGlMap();
  const { colours, viewport } = useMapShare();
  const { fleet, selectedKey } = useFilterShare();
  const units = useUnits();
  const layout = useMemo(() => layoutOf(colours), [colours]);
  const [features, setFeatures] = useState<LabelFeatures>(noFeatures);
  const labels = useMemo(
    () => (viewport ? selectLabels({ list: fleet.list, viewport, selectedKey, now: mapNow(), units }) : []),
    [fleet, viewport, selectedKey, units],
  );
  useEffect(() => {
    const put = (): void =>
      setFeatures((before) => {
        const next = labelFeatures(labels, mapNow(), layer.furthestS());
        return areDrawnAlike(before, next, worldPxOf(map)) ? before : next;
      });
    put();
    if (labels.length === 0) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') put();
    }, followMs);
    return () => clearInterval(timer);
  }, [layer, labels, map]);
  // Colours of names change after the land: dark on dark. A new layer shows no name before it has its colours.
  const id = `aircraft-labels ${colours.text} ${colours.land}`;
  return (
    <Source id="aircraft-labels" type="geojson" data={features}>
      <Layer
        key={id}
        id={id}
        type="symbol"
        layout={layout}
        paint={{
          'text-color': ['case', ['get', 'isEmergency'], colours['failed-fg'], colours.text],
          'text-halo-color': colours.land,
          'text-halo-width': 1.5,
        }}
        beforeId={slots.aircraft}
      />
    </Source>
  );
}

/** Beside the icon, whose size depends on zoom (MAP-14). A ring or frame is twice as wide. */
function besideIcon(): ExpressionSpecification {
  const isLeft: ExpressionSpecification = ['==', ['get', 'side'], 'left'];
  const offset = (px: number): ExpressionSpecification => {
    const ems = (px + gapPx) / textPx;
    return ['case', isLeft, ['literal', [-ems, 0]], ['literal', [ems, 0]]];
  };
  const atZoom = (zoom: number): ExpressionSpecification => {
    const iconPx = aircraftSizePx(zoom);
    return ['case', ['get', 'isWide'], offset(iconPx), offset(iconPx / 2)];
  };
  const steps = [3, 4, 5, 6, 7, 8, 9, 10].flatMap((zoom) => [toGlZoom(zoom), atZoom(zoom)]);
  return ['step', ['zoom'], atZoom(2), ...steps] as ExpressionSpecification;
}
const layoutOf = (colours: MapColours): SymbolLayerSpecification['layout'] => ({
  'text-field': [
    'format',
    ['get', 'name'],
    {},
    ['case', ['==', ['get', 'level'], ''], '', ['concat', ' ', ['get', 'level']]],
    { 'text-color': bandExpression(colours) },
  ],
  'text-font': [textFont],
  'text-size': textPx,
  'text-anchor': ['case', ['==', ['get', 'side'], 'left'], 'right', 'left'],
  'text-offset': besideIcon(),
  'text-max-width': 100,
  'text-padding': 0,
  'symbol-sort-key': ['get', 'order'],
});

type LabelFeatures = FeatureCollection<Point, Omit<Label, 'aircraft'> & { readonly order: number }>;

/** Names as features at the drawn positions of their aircraft. `furthestS` = maximum extrapolation past a fix, seconds. */
export function labelFeatures(labels: readonly Label[], now: number, furthestS: number): LabelFeatures {
  if (labels.length === 0) return noFeatures;
  return {
    type: 'FeatureCollection',
    features: labels.map(({ aircraft, ...properties }, order) => {
      const { lat, lon } = latLonOf(placeAt(aircraft, now, furthestS));
      return {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [lon, lat] },
        properties: { ...properties, order },
      };
    }),
  };
}

/** The same names, none of them visibly moved: new features cost a round of a worker and several frames. `worldPx` = width of the world. */
export function areDrawnAlike(before: LabelFeatures, next: LabelFeatures, worldPx: number): boolean {
  if (before.features.length !== next.features.length) return false;
  return next.features.every(({ geometry, properties }, at) => {
    const other = before.features[at];
    if (!other || !sameBy.every((part) => properties[part] === other.properties[part])) return false;
    const [[lon = 0, lat = 0], [otherLon = 0, otherLat = 0]] = [geometry.coordinates, other.geometry.coordinates];
    const [from, to] = [worldOf(otherLat, otherLon), worldOf(lat, lon)];
    return Math.hypot(to.x - from.x, to.y - from.y) * worldPx < visiblePx;
  });
}
const sameBy = ['name', 'level', 'band', 'isEmergency', 'isWide', 'side'] as const;

// ---- Selects the aircraft that get a name, so that no name covers another one or an aircraft. Pure

/** Below, only the selected aircraft, emergencies and the newest messages have names. */
const namesFromZoom = 6;
const levelsFromZoom = 8;
const newestMessages = 40;
const maxLabels = 250;
/** Where the map is full, further candidates find no place either. */
const maxTries = 1000;
const recentMessageMs = 5 * 60_000;

type Label = {
  readonly aircraft: Aircraft;
  readonly name: string;
  /** '' = none at this zoom. */
  readonly level: string;
  /** Colour of the level. */
  readonly band: number;
  readonly isEmergency: boolean;
  /** Next to a ring or frame. */
  readonly isWide: boolean;
  readonly side: 'left' | 'right';
};

type Labelled = {
  readonly list: readonly Aircraft[];
  readonly viewport: Viewport;
  readonly selectedKey: string | null;
  readonly now: number;
  readonly units: Units;
};

export function selectLabels({ list, viewport, selectedKey, now, units }: Labelled): Label[] {
  const inView = list.filter((one) => isWithin(viewport.bounds, one.lat, one.lon));
  const ranked = candidates(inView, { viewport, selectedKey, now }).slice(0, maxTries);
  if (ranked.length === 0) return [];
  const levelUnits = viewport.zoom >= levelsFromZoom ? units : null;
  const place = placer(inView, viewport);
  const labels: Label[] = [];
  for (const aircraft of ranked) {
    if (labels.length === maxLabels) break;
    const label = labelOf(aircraft, levelUnits, aircraft.key === selectedKey);
    const side = place(label, aircraft.key === selectedKey);
    if (side !== null) labels.push({ ...label, side });
  }
  return labels;
}

/** `levelUnits` null = without its level. */
function labelOf(aircraft: Aircraft, levelUnits: Units | null, isSelected: boolean): Omit<Label, 'side'> {
  const emergency = emergencyText(aircraft);
  const band = bandOf(aircraft);
  return {
    aircraft,
    name: [oneLine(nameOf(aircraft)), kindMark(aircraft), emergency].filter((part) => part !== null).join(' '),
    level: (levelUnits && altitudeText(aircraft, levelUnits)) || '',
    band: isTextBand(band) ? band : unknownBand,
    isEmergency: emergency !== null,
    isWide: isSelected || emergency !== null,
  };
}

/** First the selected aircraft, emergencies, recent messages, then by altitude. */
function candidates(
  inView: readonly Aircraft[],
  { viewport, selectedKey, now }: Omit<Labelled, 'list' | 'units'>,
): readonly Aircraft[] {
  const rankOf = (one: Aircraft): number => {
    if (one.key === selectedKey) return 4e6;
    if (isEmergency(one)) return 3e6;
    const isRecent = one.messageAt !== null && now - one.messageAt < recentMessageMs;
    return (isRecent ? 1e6 : 0) + (one.isOnGround === true ? -5000 : (one.altitudeFt ?? 0));
  };
  const ranked = (some: readonly Aircraft[]): Aircraft[] =>
    some
      .map((one) => ({ one, rank: rankOf(one) }))
      .sort((a, b) => b.rank - a.rank)
      .map(({ one }) => one);
  if (viewport.zoom >= namesFromZoom) return ranked(inView);
  const newest = inView
    .filter(({ messageAt }) => messageAt !== null)
    .sort((a, b) => (b.messageAt ?? 0) - (a.messageAt ?? 0))
    .slice(0, newestMessages);
  return ranked([...new Set([...inView.filter((one) => one.key === selectedKey || isEmergency(one)), ...newest])]);
}

// ---- places in px

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

const textPx = 12;
const gapPx = 3;
const letterPx = 7;
const heightPx = 16;
const cellPx = 64;
/** Of an icon, filled by its outline in any direction. */
const outlineShare = 3 / 4;

/** Finds a free side for each label in turn and occupies it. null = none. */
function placer(inView: readonly Aircraft[], { zoom, bounds }: Viewport) {
  const worldPx = 256 * 2 ** zoom;
  const west = (bounds.west + 180) / 360;
  const iconPx = aircraftSizePx(zoom);
  const pointOf = ({ lat, lon }: Aircraft): { x: number; y: number } => {
    const { x, y } = worldOf(lat, lon);
    return { x: (x - west - Math.floor(x - west)) * worldPx, y: y * worldPx };
  };
  const marks = marksOf(inView.map(pointOf), (iconPx * outlineShare) / 2);
  const names: Box[] = [];
  const isFree = (box: Box): boolean => !marks(box) && !names.some((name) => isOver(box, name));
  return (label: Omit<Label, 'side'>, isForced: boolean): Label['side'] | null => {
    const { x, y } = pointOf(label.aircraft);
    const from = (label.isWide ? iconPx : iconPx / 2) + gapPx;
    const width = (label.name.length + (label.level === '' ? 0 : label.level.length + 1)) * letterPx;
    const boxOn = (side: Label['side']): Box => ({
      left: side === 'right' ? x + from : x - from - width,
      right: side === 'right' ? x + from + width : x - from,
      top: y - heightPx / 2,
      bottom: y + heightPx / 2,
    });
    const side = (['right', 'left'] as const).find((one) => isFree(boxOn(one))) ?? (isForced ? 'right' : null);
    if (side !== null) names.push(boxOn(side));
    return side;
  };
}

/** Whether a box is over one of the marks, which reach `reachPx` from their centres. */
function marksOf(centres: readonly { x: number; y: number }[], reachPx: number): (box: Box) => boolean {
  const keyOf = (column: number, row: number): number => column * 1_000_003 + row;
  const cells = new Map<number, { x: number; y: number }[]>();
  for (const centre of centres) {
    const key = keyOf(Math.floor(centre.x / cellPx), Math.floor(centre.y / cellPx));
    const cell = cells.get(key);
    if (cell) cell.push(centre);
    else cells.set(key, [centre]);
  }
  return (box) => {
    const [left, right, top, bottom] = [
      box.left - reachPx,
      box.right + reachPx,
      box.top - reachPx,
      box.bottom + reachPx,
    ];
    for (let column = Math.floor(left / cellPx); column <= Math.floor(right / cellPx); column++)
      for (let row = Math.floor(top / cellPx); row <= Math.floor(bottom / cellPx); row++)
        for (const { x, y } of cells.get(keyOf(column, row)) ?? [])
          if (x > left && x < right && y > top && y < bottom) return true;
    return false;
  };
}

const isOver = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
