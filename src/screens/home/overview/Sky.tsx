/** The aircraft of the last minute on a small map without controls. A click opens the map. */
import { IconMap } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { useNow } from '../../../api/use-now.ts';
import { viewOf } from '../../../charts/small-map/box-view.ts';
import { drawAircraft } from '../../../charts/small-map/draw-aircraft.ts';
import { toNearestPoint } from '../../../charts/small-map/draw-world.ts';
import type { Size } from '../../../charts/small-map/position-view.ts';
import { useOutlines } from '../../../charts/small-map/use-outlines.ts';
import { formatCount } from '../../../lib/format.ts';
import { ageText, utcMoment } from '../../../lib/time.ts';
import { useWidth } from '../../../lib/use-width.ts';
import { useAudience } from '../../../session/use-session.ts';
import { useMapColours } from '../../../ui/map-colours.ts';
import styles from './Sky.module.css';
import { type SkyState, useNear, useSky } from './use-sky.ts';

const tickMs = 10_000;
/** Longer than the motion of a ring. Without motion it is shown for the same time. */
const ringMs = 3000;

export default function Sky(): ReactElement {
  const heading = useId();
  const map = useAudience() === 'customer' ? '/openstreetMapCompany' : '/openstreetMap';
  const [frame, width] = useWidth();
  const isNear = useNear(frame);
  const { sky, error } = useSky(isNear);
  const now = useNow(tickMs);
  return (
    <section className={styles.panel} aria-labelledby={heading} data-old={sky?.isLive === false || undefined}>
      <div className={styles.head}>
        <h2 id={heading}>Live sky</h2>
        <span className={styles.count}>{sky ? countText(sky, now) : ''}</span>
      </div>
      <div ref={frame} className={styles.frame}>
        {width > 0 ? <Picture sky={sky} width={width} /> : null}
        {sky === null && error ? <p className={styles.none}>Positions are not stored on this device.</p> : null}
        <Link to={map} className={styles.open}>
          <span>
            <IconMap size={16} aria-hidden="true" /> Open the map
          </span>
        </Link>
      </div>
    </section>
  );
}

function countText({ aircraft, inRegion, at, isLive }: SkyState, now: number): string {
  if (!isLive) return `Positions of ${utcMoment(at, now)}, ${ageText(now - at)} old`;
  return inRegion === aircraft.length
    ? `${formatCount(aircraft.length)} aircraft in the last minute`
    : `${formatCount(aircraft.length)} aircraft, ${formatCount(inRegion)} in this region`;
}

function Picture({ sky, width }: { sky: SkyState | null; width: number }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const colours = useMapColours();
  const outlines = useOutlines({ hasCities: false });
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const size = { width, height: element.clientHeight };
    setSize(size);
    const view = viewOf(sky?.box ?? null, size);
    drawAircraft(element, {
      view,
      size,
      colours,
      outlines,
      aircraft: sky?.aircraft ?? [],
      isLive: sky?.isLive ?? true,
    });
  }, [sky, width, colours, outlines]);
  return (
    <div className={styles.picture} aria-hidden="true">
      <canvas ref={canvas} className={styles.canvas} />
      {size && sky ? <Rings key={sky.at} sky={sky} size={size} /> : null}
    </div>
  );
}

/** A ring around each aircraft with a new message. */
function Rings({ sky, size }: { sky: SkyState; size: Size }): ReactElement | null {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ringMs);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) return null;
  const view = viewOf(sky.box, size);
  return (
    <>
      {sky.spoke.map((one) => {
        const { x, y } = toNearestPoint({ view, size }, one);
        return (
          <div key={one.icao} className={styles.place} style={{ left: x, top: y }}>
            <div className={styles.ring} data-message-ring />
          </div>
        );
      })}
    </>
  );
}
