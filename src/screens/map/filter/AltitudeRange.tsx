/** Two sliders on the altitude bands. */
import type { ReactElement } from 'react';
import { altitudeBands } from '../../../charts/altitude-bands.ts';
import { useUnits } from '../../../objects/units-choice.ts';
import { rangeText } from './altitude-range.ts';
import styles from './Filter.module.css';
import { highestBand, lowestBand, type MapFilter } from './map-filter.ts';

type AltitudeRangeProps = {
  readonly from: number;
  readonly to: number;
  readonly onChange: (part: Pick<MapFilter, 'fromBand' | 'toBand'>) => void;
};

export function AltitudeRange({ from, to, onChange }: AltitudeRangeProps): ReactElement {
  const units = useUnits();
  return (
    <fieldset className={styles.altitude}>
      <legend>Altitude</legend>
      <output>{rangeText(from, to, units)}</output>
      <span className={styles.strip} aria-hidden="true">
        {altitudeBands.slice(lowestBand).map(({ token }, index) => (
          <i
            key={token}
            data-off={index + lowestBand < from || index + lowestBand > to || undefined}
            style={{ background: `var(--dl-${token})` }}
          />
        ))}
      </span>
      <Slider
        label="Lowest"
        value={from}
        onChange={(band) => onChange({ fromBand: band, toBand: Math.max(band, to) })}
      />
      <Slider
        label="Highest"
        value={to}
        onChange={(band) => onChange({ fromBand: Math.min(band, from), toBand: band })}
      />
    </fieldset>
  );
}

type SliderProps = {
  readonly label: string;
  readonly value: number;
  readonly onChange: (band: number) => void;
};
function Slider({ label, value, onChange }: SliderProps): ReactElement {
  const units = useUnits();
  return (
    <label>
      <span>{label}</span>
      <input
        type="range"
        min={lowestBand}
        max={highestBand}
        value={value}
        aria-valuetext={rangeText(value, value, units)}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  );
}
