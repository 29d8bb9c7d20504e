/**
 * What stands above the selected aircraft (MAP-04), and goes with it.
 * Must not: be drawn anew while the map or the aircraft moves: it is moved by its style alone.
 */
import { IconX } from '@tabler/icons-react';
import type { Map as GlMap } from 'maplibre-gl';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { serverNow } from '../../../api/send.ts';
import { wrapLon } from '../../../lib/bounds.ts';
import { oneLine } from '../../../lib/format.ts';
import { specTexts } from '../../../lib/spec-texts.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { focusBeside, onEscape } from '../panel/focus.ts';
import { placeOver } from '../place-over.ts';
import { type Aircraft, altitudeText } from '../positions/aircraft.ts';
import { latLonOf, placeAt } from '../positions/motion.ts';
import styles from './AircraftPopup.module.css';
import type { AircraftLayer } from './aircraft-layer.ts';

/** Between the middle of the aircraft and the popup: the ring is between. */
const gapPx = 30;

export type AircraftPopupProps = { readonly map: GlMap; readonly layer: AircraftLayer; readonly aircraft: Aircraft };

export function AircraftPopup({ map, layer, aircraft }: AircraftPopupProps): ReactElement | null {
  const [isOpen, setOpen] = useState(true);
  const popup = useRef<HTMLElement>(null);
  const latest = useRef(aircraft);
  latest.current = aircraft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says changes its size
  useEffect(() => {
    const place = (): void => {
      if (!popup.current) return;
      placeOver(popup.current, map, placeOf(latest.current, map, layer), gapPx);
    };
    place();
    map.on('render', place);
    return () => void map.off('render', place);
  }, [map, layer, isOpen, aircraft]);
  const close = (): void => {
    if (popup.current?.contains(document.activeElement) && !focusBeside()) map.getCanvas().focus();
    setOpen(false);
  };
  if (!isOpen) return null;
  const title = `${specTexts.map.icao} ${oneLine(aircraft.icao)}`;
  const facts = [aircraft.callsign && oneLine(aircraft.callsign), altitudeText(aircraft)].filter(Boolean).join(' ');
  return (
    <section ref={popup} className={styles.popup} aria-label={title} onKeyDown={onEscape(close)}>
      <div>
        <strong>{title}</strong>
        {facts ? <span>{facts}</span> : null}
      </div>
      <PlainButton look="icon" aria-label={`Close ${title}`} onClick={close}>
        <IconX size={16} aria-hidden="true" />
      </PlainButton>
    </section>
  );
}

/** Where it is drawn, on the copy of the world in the middle of the map. */
function placeOf(aircraft: Aircraft, map: GlMap, layer: AircraftLayer): { x: number; y: number } {
  const { lat, lon } = latLonOf(placeAt(aircraft, serverNow(), layer.furthestS()));
  const center = map.getCenter().lng;
  return map.project([center + wrapLon(lon - center), lat]);
}
