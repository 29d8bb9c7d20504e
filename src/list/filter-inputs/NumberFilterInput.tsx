import type { ReactElement } from 'react';
import { type InputProps, ownAttributes } from './input-props.ts';
import styles from './inputs.module.css';

/**
 * A number with minimum 0 (PAGE-16); a signed quantity takes a typed negative all the same (C34).
 * Browsers hide invalid input: `onBad` reports it, and the text is then empty.
 */
export function NumberFilterInput(
  props: InputProps & {
    readonly unit: string | null;
    readonly hasMinimum: boolean;
    readonly accessibleName?: string;
    readonly onBad: (isBad: boolean) => void;
  },
): ReactElement {
  return (
    <span className={styles.box}>
      <input
        {...ownAttributes(props)}
        type="number"
        step="any"
        min={props.hasMinimum ? 0 : undefined}
        placeholder={props.placeholder}
        aria-label={props.accessibleName}
        onInput={(event) => props.onBad(event.currentTarget.validity.badInput)}
        onChange={(event) => props.onText(event.target.value)}
        onBlur={props.onLeave}
        // The wheel over a focused field would change it unnoticed.
        onWheel={(event) => event.currentTarget.blur()}
      />
      {props.unit ? <span className={styles.unit}>{props.unit}</span> : null}
    </span>
  );
}
