/** Popup of the selected aircraft (MAP-04). It moves by style alone and never renders while the map or aircraft moves. */

import { IconX } from '@tabler/icons-react';
import type { Map as GlMap } from 'maplibre-gl';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { altitudeText } from '../../../lib/altitude-text.ts';
import { wrapLon } from '../../../lib/bounds.ts';
import { oneLine } from '../../../lib/format.ts';
import { specTexts } from '../../../lib/spec-texts.ts';
import { useUnits } from '../../../objects/units-choice.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { focusBeside, onEscape } from '../panel/focus.ts';
import { mapNow } from '../past/map-clock.ts';
import { placeOver } from '../place-over.ts';
import type { Aircraft } from '../positions/aircraft.ts';
import { latLonOf, placeAt } from '../positions/motion.ts';
import { useGlMap } from '../use-gl-map.ts';
import styles from './AircraftPopup.module.css';
import type { AircraftLayer } from './aircraft-layer.ts';

/** Distance from the centre of the aircraft, which leaves room for the ring. */
const gapPx = 30;

type AircraftPopupProps = {
  readonly layer: AircraftLayer;
  readonly aircraft: Aircraft;
  /** No panel shows them. */
  readonly hasFacts: boolean;
};

export function AircraftPopup({ layer, aircraft, hasFacts }: AircraftPopupProps): ReactElement | null {
  const map = useGlMap();
  const units = useUnits();
  const [isOpen, setOpen] = useState(true);
  const popup = useRef<HTMLElement>(null);
  const latest = useRef(aircraft);
  latest.current = aircraft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: its content changes its size
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
  const facts = [aircraft.callsign && oneLine(aircraft.callsign), altitudeText(aircraft, units)]
    .filter(Boolean)
    .join(' ');
  return (
    <section ref={popup} className={styles.popup} aria-label={title} onKeyDown={onEscape(close)}>
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

/** Drawn position, on the copy of the world at the centre of the map. */
function placeOf(aircraft: Aircraft, map: GlMap, layer: AircraftLayer): { x: number; y: number } {
  const { lat, lon } = latLonOf(placeAt(aircraft, mapNow(), layer.furthestS()));
  const center = map.getCenter().lng;
  return map.project([center + wrapLon(lon - center), lat]);
}
