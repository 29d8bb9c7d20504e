import { type ReactElement, useState } from 'react';
import { parseInstant } from '../../../contract/params.ts';
import { serverNow } from '../../api/send.ts';
import { InstantPicker } from '../../ui/InstantPicker.tsx';
import { asTyped, type InputProps, ownAttributes } from './input-props.ts';
import styles from './inputs.module.css';
import { useDayBars } from './use-day-bars.ts';

/** Usual ranges: 2 h, 24 h, 3 d, 7 d. */
const presetHours = [2, 24, 72, 168];

/**
 * A UTC date and time: typed as `2026-02-01 23:58` or in the T form, or picked. Reports missing parts when it loses focus (ERR-10).
 * Typed text stays as typed.
 */
export function DateTimeInput(props: InputProps): ReactElement {
  const [isOpened, setOpened] = useState(false);
  const bars = useDayBars(props.counts, isOpened);
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
        now={serverNow}
        presetHours={presetHours}
        bars={bars}
        onOpen={() => setOpened(true)}
        onPick={(text) => {
          props.onText(text);
          props.onLeave();
        }}
      />
    </span>
  );
}
