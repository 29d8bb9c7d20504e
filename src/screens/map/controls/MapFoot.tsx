/**
 * The lower edge of the map: scale, zoom, and whose data is shown. The latter is never hidden.
 * Must not: take presses that are meant for the map.
 */
import { type ReactElement, useRef } from 'react';
import { useNoticesAbove } from '../../../ui/use-notices-above.ts';
import { useMapShare } from '../map-context.ts';
import styles from './MapControls.module.css';
import { scaleBar } from './scale-bar.ts';

export function MapFoot({ attribution }: { attribution: string | null }): ReactElement {
  const { map, address } = useMapShare();
  const bar = scaleBar(address.lat, address.zoom);
  const foot = useRef<HTMLDivElement>(null);
  useNoticesAbove(foot);
  return (
    <div ref={foot} className={styles.foot}>
      {map ? (
        <p className={styles.scale} data-kept-clear>
          <span className={styles.bar} style={{ width: bar.widthPx }} aria-hidden="true" />
          {bar.nmi} nmi <span className={styles.zoom}>zoom {Math.round(address.zoom * 10) / 10}</span>
        </p>
      ) : null}
      <p className={styles.attribution} data-kept-clear>
        Map: <Link to="https://www.naturalearthdata.com">Natural Earth</Link>,{' '}
        <Link to="https://simplemaps.com/data/world-cities">SimpleMaps</Link> (CC BY 4.0)
        {attribution ? `. ${attribution}` : null}
      </p>
    </div>
  );
}

function Link({ to, children }: { to: string; children: string }): ReactElement {
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
