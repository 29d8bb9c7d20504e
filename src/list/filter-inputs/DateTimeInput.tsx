import type { ReactElement } from 'react';
import { parseInstant } from '../../../contract/params.ts';
import { InstantPicker } from '../../ui/InstantPicker.tsx';
import { asTyped, type InputProps, ownAttributes } from './input-props.ts';
import styles from './inputs.module.css';

/**
 * A date and time, always UTC: typed as `2026-02-01 23:58` or in the T form, or picked. Says what is missing when it is left (ERR-10).
 * Typed text stays as typed.
 */
export function DateTimeInput(props: InputProps): ReactElement {
  return (
    <span className={styles.withPicker}>
      <input
        {...ownAttributes(props)}
        {...asTyped}
        inputMode="numeric"
        maxLength={30}
        placeholder={props.placeholder}
        onChange={(event) => props.onText(event.target.value)}
        onBlur={props.onLeave}
      />
      <InstantPicker
        label={props.label}
        ms={parseInstant(props.text)}
        onPick={(text) => {
          props.onText(text);
          props.onLeave();
        }}
      />
    </span>
  );
}
