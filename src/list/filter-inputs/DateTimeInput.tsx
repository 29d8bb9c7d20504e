import { IconCalendar } from '@tabler/icons-react';
import { type ReactElement, useRef } from 'react';
import { parseInstant } from '../../../contract/params.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { asTyped, type InputProps, ownAttributes } from './input-props.ts';
import styles from './inputs.module.css';

/**
 * A date and time, always UTC: typed as `2026-02-01 23:58` or in the T form, or picked. Says what is missing when it is left (ERR-10).
 * Typed text stays as typed; the picker is the browser's own.
 */
export function DateTimeInput(props: InputProps): ReactElement {
  const picker = useRef<HTMLInputElement>(null);
  const ms = parseInstant(props.text);
  return (
    <span className={styles.box}>
      <input
        {...ownAttributes(props)}
        {...asTyped}
        inputMode="numeric"
        maxLength={30}
        placeholder={props.placeholder}
        onChange={(event) => props.onText(event.target.value)}
        onBlur={props.onLeave}
      />
      <span className={styles.unit}>UTC</span>
      <PlainButton
        look="icon"
        className={styles.inner}
        aria-label={`Pick ${props.label}`}
        onClick={() => {
          try {
            picker.current?.showPicker();
          } catch {
            picker.current?.focus();
          }
        }}
      >
        <IconCalendar size={16} aria-hidden="true" />
      </PlainButton>
      <input
        ref={picker}
        className={styles.picker}
        type="datetime-local"
        tabIndex={-1}
        aria-hidden="true"
        value={ms === null ? '' : new Date(ms).toISOString().slice(0, 16)}
        onChange={(event) => {
          props.onText(event.target.value.replace('T', ' '));
          props.onLeave();
        }}
      />
    </span>
  );
}
