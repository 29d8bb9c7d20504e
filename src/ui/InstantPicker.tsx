/**
 * 'UTC' and the calendar at the end of an input for a date and time: the browser's own picker, whose time is read as UTC.
 * Must not: hold a text; the input beside it does.
 */
import { IconCalendar } from '@tabler/icons-react';
import { type ReactElement, useRef } from 'react';
import styles from './InstantPicker.module.css';
import { PlainButton } from './PlainButton.tsx';

export function InstantPicker(props: {
  readonly label: string;
  /** Epoch ms of what stands in the input; null = nothing whole. */
  readonly ms: number | null;
  /** Minutes between the times that it offers; 1 where absent. */
  readonly stepMinutes?: number;
  /** `YYYY-MM-DD HH:mm` */
  readonly onPick: (text: string) => void;
}): ReactElement {
  const picker = useRef<HTMLInputElement>(null);
  const { ms, stepMinutes } = props;
  return (
    <span className={styles.ends}>
      <span className={styles.unit}>UTC</span>
      <PlainButton
        look="icon"
        className={styles.open}
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
        step={stepMinutes === undefined ? undefined : stepMinutes * 60}
        value={ms === null ? '' : new Date(ms).toISOString().slice(0, 16)}
        onChange={(event) => props.onPick(event.target.value.replace('T', ' '))}
      />
    </span>
  );
}
