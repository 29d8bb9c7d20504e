/** Aircraft on the map (MAP-03, MAP-04, MAP-05): layer, labels, and trail and popup of the selected aircraft. */
import { IconX } from '@tabler/icons-react';
import clsx from 'clsx';
import type { Map as GlMap, MapLibreEvent } from 'maplibre-gl';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Layer } from 'react-map-gl/maplibre';
import { altitudeText } from '../../../lib/altitude-text.ts';
import { oneLine } from '../../../lib/format.ts';
import { specTexts } from '../../../lib/spec-texts.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useUnits } from '../../../objects/units-choice.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { placeOver } from '../AnchoredCard.tsx';
import { type Aircraft, emergencyText, kindMark } from '../fleet/aircraft.ts';
import { useFilterShare } from '../fleet/filter-context.tsx';
import { latLonOf, placeAt } from '../fleet/motion.ts';
import { mapNow, usePast } from '../fleet/past-context.tsx';
import { listenTo, pointOn, slots, useGlMap } from '../gl-map.ts';
import styles from '../MapCanvas.module.css';
import screen from '../MapScreen.module.css';
import { follow, useFollowed, useMapShare } from '../map-context.ts';
import { focusBeside, onEscape } from '../panel/Card.tsx';
import { AircraftLabels } from './AircraftLabels.tsx';
import type { AircraftLayer } from './aircraft-layer.ts';
import { MessageRings } from './MessageRings.tsx';
import { FleetTrails, PastTrails, PossiblePaths, SelectedTrail } from './TrailLayers.tsx';
import { useAircraftLayer } from './use-aircraft-layer.ts';

export function AircraftOnMap(): ReactElement {
  const { change, colours, display } = useMapShare();
  const { fleet, selectedKey, selected } = useFilterShare();
  const { past } = usePast();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const layer = useAircraftLayer({
    fleet,
    colours,
    selectedKey,
    canMove: !isStill,
    // Clicks on nothing are handled by the lowest layer, the airports.
    onPress: (aircraft) => aircraft && change({ icao: aircraft.key }),
  });
  useFollow(layer);
  return (
    <>
      {fleet.source === 'stored' ? <PossiblePaths /> : null}
      {past && display.trails !== 'none' ? <PastTrails past={past} trails={display.trails} /> : null}
      {!past && display.trails === 'all' ? <FleetTrails /> : null}
      {!past && selected && display.trails !== 'none' ? (
        <SelectedTrail key={`trail ${selected.key}`} aircraft={selected} />
      ) : null}
      <Layer {...layer} beforeId={slots.aircraft} />
      <AircraftLabels layer={layer} />
      {past ? null : <MessageRings layer={layer} isStill={isStill} />}
      {selected ? <AircraftPopup key={selected.key} layer={layer} aircraft={selected} /> : null}
    </>
  );
}

/** Distance from the centre of the aircraft, which leaves room for the ring. */
const gapPx = 30;

type AircraftPopupProps = { readonly layer: AircraftLayer; readonly aircraft: Aircraft };

/** Popup of the selected aircraft (MAP-04). It moves by style alone and never renders while the map or aircraft moves. */
function AircraftPopup({ layer, aircraft }: AircraftPopupProps): ReactElement | null {
  const map = useGlMap();
  // No panel shows them.
  const hasFacts = useMapShare().address.isWall;
  const units = useUnits();
  const [isOpen, setOpen] = useState(true);
  const popup = useRef<HTMLElement>(null);
  const latest = useRef(aircraft);
  latest.current = aircraft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: its content changes its size
  useEffect(() => {
    const place = (): void => {
      if (!popup.current) return;
      const { lat, lon } = drawnPlace(latest.current, layer);
      placeOver(popup.current, map, pointOn(map, lat, lon), gapPx);
    };
    place();
    return listenTo(map, { render: place });
  }, [map, layer, isOpen, aircraft]);
  const close = (): void => {
    if (popup.current?.contains(document.activeElement) && !focusBeside()) map.getCanvas().focus();
    setOpen(false);
  };
  if (!isOpen) return null;
  const title = `${specTexts.map.icao} ${oneLine(aircraft.icao)}`;
  const name = aircraft.callsign ?? aircraft.registration;
  const facts = [name && oneLine(name), altitudeText(aircraft, units), kindMark(aircraft), emergencyText(aircraft)]
    .filter(Boolean)
    .join(' ');
  return (
    <section ref={popup} className={clsx(screen.raised, styles.popup)} aria-label={title} onKeyDown={onEscape(close)}>
      <div>
        <strong>{title}</strong>
        {hasFacts && facts ? <span>{facts}</span> : null}
      </div>
      <PlainButton look="icon" aria-label={`Close ${title}`} onClick={close}>
        <IconX size={16} aria-hidden="true" />
      </PlainButton>
    </section>
  );
}

const drawnPlace = (aircraft: Aircraft, layer: AircraftLayer): { readonly lat: number; readonly lon: number } =>
  latLonOf(placeAt(aircraft, mapNow(), layer.furthestS()));

// ---- following

/** Distances from the centre, as fractions of the map, at which the map moves: each move requests what is in view. */
const looseness = { centred: 0, followed: 0.12, inView: 0.375 } as const;
/** The map is what panels and sheet leave free. Within this time after a selection the sheet has its height. */
const sheetOpensMs = 1000;

/** Centres a newly selected aircraft and keeps it in view until the user drags the map. A followed one stays at the centre. */
function useFollow(layer: AircraftLayer): void {
  const map = useGlMap();
  const { selectedKey, selected } = useFilterShare();
  const key = useFollowed();
  const isFollowed = key !== null && selected?.key === key;
  /** Selected here and not moved away from since. An address with a selection has its own view. */
  const inViewKey = useRef<string | null>(null);
  useEffect(() => {
    if (key !== selectedKey) follow(null);
  }, [key, selectedKey]);
  useEffect(() => {
    const stop = (): void => {
      inViewKey.current = null;
      follow(null);
    };
    const leave = ({ originalEvent, isElsewhere }: MapLibreEvent & { isElsewhere?: boolean }): void => {
      if (isElsewhere || originalEvent instanceof KeyboardEvent) inViewKey.current = null;
    };
    const stopListening = listenTo(map, { dragstart: stop, movestart: leave });
    return () => {
      stopListening();
      stop();
    };
  }, [map]);
  useEffect(() => {
    if (!selected) return;
    if (isFollowed) keepWithin(map, layer, selected, looseness.followed);
    else if (inViewKey.current === selected.key) keepWithin(map, layer, selected, looseness.inView);
  }, [map, layer, selected, isFollowed]);
  const latest = useRef(selected);
  latest.current = selected;
  const keyBefore = useRef(selectedKey);
  useEffect(() => {
    if (keyBefore.current === selectedKey) return;
    keyBefore.current = selectedKey;
    inViewKey.current = selectedKey;
    const centre = (): void => {
      if (latest.current) keepWithin(map, layer, latest.current, looseness.centred);
    };
    centre();
    const stopListening = listenTo(map, { resize: centre });
    const timer = setTimeout(stopListening, sheetOpensMs);
    return () => {
      stopListening();
      clearTimeout(timer);
    };
  }, [map, layer, selectedKey]);
}

/** `share` = distance from the centre, as a fraction of the map. */
function keepWithin(map: GlMap, layer: AircraftLayer, aircraft: Aircraft, share: number): void {
  if (map.isMoving()) return;
  const { lat, lon } = drawnPlace(aircraft, layer);
  const { x, y } = pointOn(map, lat, lon);
  const { clientHeight } = map.getContainer();
  const { freePx, coveredPx } = freeWidthOf(map);
  const isNear = Math.abs(x / freePx - 0.5) < share && Math.abs(y / clientHeight - 0.5) < share;
  if (!isNear) map.easeTo({ center: [lon, lat], offset: [-coveredPx / 2, 0] });
}

/** The panel of the selected aircraft covers the right of the map. */
function freeWidthOf(map: GlMap): { readonly freePx: number; readonly coveredPx: number } {
  const { left, right, width } = map.getContainer().getBoundingClientRect();
  const panel = document.querySelector('[data-over-map]')?.getBoundingClientRect();
  const coveredPx = panel && panel.left > left ? Math.max(0, right - panel.left) : 0;
  return { freePx: width - coveredPx, coveredPx };
}
