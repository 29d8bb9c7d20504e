/** Bottom edge of the map: scale, zoom, attribution. Attribution is never hidden. Clicks pass through to the map. */
import { type ReactElement, type ReactNode, useRef } from 'react';
import { UnitSign } from '../../../objects/Measure.tsx';
import { useUnits } from '../../../objects/units-choice.ts';
import { useNoticesAbove } from '../../../ui/use-notices-above.ts';
import { useMapShare } from '../map-context.ts';
import styles from './MapControls.module.css';
import { scaleBar } from './scale-bar.ts';

type MapFootProps = {
  readonly attribution: string | null;
  /** Legend and replay, above the scale. */
  readonly children: ReactNode;
};

export function MapFoot({ attribution, children }: MapFootProps): ReactElement {
  const { address } = useMapShare();
  const { distance } = useUnits();
  const bar = scaleBar(address.lat, address.zoom, distance);
  const foot = useRef<HTMLDivElement>(null);
  useNoticesAbove(foot);
  return (
    <div className={styles.bottom}>
      {children}
      <div ref={foot} className={styles.foot}>
        <p className={styles.scale} data-uncovered>
          <span className={styles.bar} style={{ width: bar.widthPx }} aria-hidden="true" />
          {bar.value} <UnitSign of="distance" />{' '}
          <span className={styles.zoom}>zoom {Math.round(address.zoom * 10) / 10}</span>
        </p>
        <p className={styles.attribution} data-uncovered>
          Map: <Link to="https://www.naturalearthdata.com">Natural Earth</Link>,{' '}
          <Link to="https://simplemaps.com/data/world-cities">SimpleMaps</Link> (CC BY 4.0)
          {attribution ? `. ${attribution}` : null}
        </p>
      </div>
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
