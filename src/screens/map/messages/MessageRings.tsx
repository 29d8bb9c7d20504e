/** A ring around each aircraft with a new message, moved by style alone, and lines to the stations that received it. */
import { type ReactElement, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { serverNow } from '../../../api/send.ts';
import { wrapLon } from '../../../lib/bounds.ts';
import type { AircraftLayer } from '../layers/aircraft-layer.ts';
import { useMapShare } from '../map-context.ts';
import type { Aircraft } from '../positions/aircraft.ts';
import type { Fleet } from '../positions/fleet.ts';
import { latLonOf, placeAt } from '../positions/motion.ts';
import { useGlMap } from '../use-gl-map.ts';
import { HeardLines } from './HeardLines.tsx';
import styles from './MessageRings.module.css';
import { newMessages } from './new-messages.ts';
import { useHeardBy } from './use-heard-by.ts';

type Ring = Pick<Aircraft, 'icao' | 'messageAt' | 'lat' | 'lon'> & { readonly id: string };
const noRings: readonly Ring[] = [];
const [onceMs, stillMs] = [900, 3000];

type MessageRingsProps = {
  readonly fleet: Fleet;
  readonly layer: AircraftLayer;
  /** Rings do not move and remain longer. */
  readonly isStill: boolean;
  /** Its lines are always drawn. */
  readonly selected: Aircraft | null;
};

export function MessageRings({ fleet, layer, isStill, selected }: MessageRingsProps): ReactElement {
  const before = useRef(fleet);
  const [rings, setRings] = useState<readonly Ring[]>([]);
  useEffect(() => {
    const now = serverNow();
    const found = newMessages(before.current, fleet, now);
    before.current = fleet;
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
  const { address, company } = useMapShare();
  const isOwn = address.source === 'receivers' && fleet.source === 'live';
  const ofRings = useHeardBy(isOwn ? rings : noRings, company);
  const ofSelected = useHeardBy(isOwn && selected ? [selected] : noRings, company);
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
      const center = map.getCenter().lng;
      const { x, y } = map.project([center + wrapLon(lon - center), lat]);
      if (ring.current) ring.current.style.translate = `${x}px ${y}px`;
    };
    place();
    map.on('move', place);
    return () => void map.off('move', place);
  }, [map, lat, lon]);
  return (
    <div ref={ring} className={styles.place}>
      <div className={styles.ring} data-message-ring />
    </div>
  );
}
