/**
 * Where positions come from (C111): one of three is polled. Only for those who may make the calls of the others.
 * Must not: poll; the address holds the choice.
 */
import { type ReactElement, useId } from 'react';
import { api } from '../../../../contract/api.ts';
import { permissionFor } from '../../../../contract/audience.ts';
import { formatCount } from '../../../lib/format.ts';
import { useAudience } from '../../../session/use-session.ts';
import { type PositionSource, positionSources } from '../map-address.ts';
import { useMapShare } from '../map-context.ts';
import type { AltitudeBandM } from '../zoom-tables.ts';
import styles from './SourceSwitch.module.css';

const words: Readonly<Record<PositionSource, string>> = {
  receivers: 'Receivers',
  opensky: 'OpenSky',
  states: 'Public states',
};
const callOf: Readonly<Record<PositionSource, string>> = {
  receivers: api.map.currentLocation.id,
  opensky: api.map.openSky.id,
  states: api.map.states.id,
};

/** `trouble` = a sentence; null = the source answers. `bandM` = what OpenSky is asked for (MAP-12, MAP-13). */
export function SourceSwitch({
  trouble,
  bandM,
}: {
  readonly trouble: string | null;
  readonly bandM: AltitudeBandM | null;
}): ReactElement | null {
  const { address, change } = useMapShare();
  const audience = useAudience();
  const name = useId();
  const offered = positionSources.filter((source) => permissionFor(callOf[source], audience, true) === 'yes');
  const { source } = address;
  return (
    <>
      {offered.length > 1 ? (
        <fieldset className={styles.sources}>
          <legend className="dl-hidden">Positions from</legend>
          {offered.map((one) => (
            <label key={one} data-checked={one === source || undefined}>
              <input type="radio" name={name} checked={one === source} onChange={() => change({ source: one })} />
              {words[one]}
            </label>
          ))}
        </fieldset>
      ) : null}
      {trouble ? (
        <p className={styles.trouble} role="status">
          {trouble}
        </p>
      ) : source === 'opensky' && bandM ? (
        <p className={styles.note}>
          Altitude {formatCount(bandM.minM)} to {formatCount(bandM.maxM)} m, by zoom
        </p>
      ) : null}
    </>
  );
}
