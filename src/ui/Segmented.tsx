import clsx from 'clsx';
import { type ReactElement, type ReactNode, useId } from 'react';
import styles from './Segmented.module.css';

type SegmentedProps<T extends string> = {
  /** Of its inputs. Otherwise one of its own. */
  readonly name?: string;
  readonly legend: string;
  /** `beside` = in the line of the choices. */
  readonly legendAt?: 'above' | 'beside' | 'hidden';
  /** `small` where a panel is narrow. */
  readonly size?: 'small' | 'medium';
  readonly value: T;
  readonly choices: readonly T[];
  readonly textOf?: (choice: T) => ReactNode;
  readonly onChange: (choice: T) => void;
};

const legendStyles = { above: styles.legend, beside: styles.beside, hidden: 'dl-hidden' } as const;

/** Radio buttons in one line. */
export function Segmented<T extends string>(props: SegmentedProps<T>): ReactElement {
  const { legend, legendAt = 'above', size = 'medium', value, choices, textOf = (choice) => choice, onChange } = props;
  const ownName = useId();
  return (
    <fieldset className={clsx(styles.segmented, size === 'small' && styles.small)}>
      <legend className={legendStyles[legendAt]}>{legend}</legend>
      <div>
        {choices.map((one) => (
          <label key={one} data-checked={one === value || undefined}>
            <input type="radio" name={props.name ?? ownName} checked={one === value} onChange={() => onChange(one)} />
            {textOf(one)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
