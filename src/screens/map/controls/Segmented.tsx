import { type ReactElement, useId } from 'react';
import styles from './Segmented.module.css';

type SegmentedProps<T extends string> = {
  readonly legend: string;
  readonly isLegendHidden?: boolean;
  readonly value: T;
  readonly choices: readonly T[];
  readonly textOf?: (choice: T) => string;
  readonly onChange: (choice: T) => void;
};

/** Radio buttons in one line. */
export function Segmented<T extends string>(props: SegmentedProps<T>): ReactElement {
  const { legend, isLegendHidden = false, value, choices, textOf = (choice) => choice, onChange } = props;
  const name = useId();
  return (
    <fieldset className={styles.segmented}>
      <legend className={isLegendHidden ? 'dl-hidden' : styles.legend}>{legend}</legend>
      <div>
        {choices.map((one) => (
          <label key={one} data-checked={one === value || undefined}>
            <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
            {textOf(one)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
