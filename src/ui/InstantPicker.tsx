/**
 * 'UTC' and calendar button of a date input. The browser's calendar would show the time in the format of the region.
 * The text belongs to the input next to it, which stays editable.
 */

import { Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactElement, Suspense, useEffect, useRef, useState } from 'react';
import styles from './InstantPicker.module.css';
import type { InstantPickerProps } from './instant-picker-props.ts';
import { lazyPart } from './lazy-part.tsx';
import { PlainButton } from './PlainButton.tsx';

const load = () => import('./InstantCalendar.tsx');
const InstantCalendar = lazyPart(load);
const preload = (): void => void load().catch(() => undefined);

export function InstantPicker(props: InstantPickerProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const ends = useRef<HTMLSpanElement>(null);
  const wasOpen = useRef(false);
  // Esc and Done remove the focused element. A click elsewhere moves the focus itself.
  useEffect(() => {
    if (wasOpen.current && !isOpen && (document.activeElement ?? document.body) === document.body)
      ends.current?.querySelector('button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <span className={styles.ends} ref={ends}>
      <span className={styles.unit}>UTC</span>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus>
        <Popover.Target>
          <PlainButton
            look="icon"
            className={styles.open}
            aria-label={`Pick ${props.label}`}
            onPointerEnter={preload}
            onFocus={preload}
            onClick={() => {
              props.onOpen?.();
              setOpen((open) => !open);
            }}
          >
            <IconCalendar size={16} aria-hidden="true" />
          </PlainButton>
        </Popover.Target>
        <Popover.Dropdown
          className={styles.dropdown}
          // Esc closes the calendar first, then the drawer around the input.
          onFocusCapture={(event) => event.target.setAttribute('data-mantine-stop-propagation', 'true')}
        >
          <Suspense fallback={<span className={styles.loading} role="status" aria-label="Loading the calendar" />}>
            <InstantCalendar {...props} onDone={() => setOpen(false)} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </span>
  );
}
