import { type ReactElement, useLayoutEffect, useRef } from 'react';
import { onSecond, secondMs } from '../lib/use-second.ts';
import styles from './SecondText.module.css';

/**
 * A text that changes each second. It is written without a render and painted in a layer of its own: on a screen at rest nothing else changes.
 * `read` gets the epoch ms of the second.
 */
export function SecondText({ read }: { readonly read: (nowMs: number) => string }): ReactElement {
  const text = useRef<HTMLSpanElement>(null);
  const latest = useRef(read);
  latest.current = read;
  useLayoutEffect(() => {
    const write = (): void => {
      const next = latest.current(secondMs());
      if (text.current && text.current.textContent !== next) text.current.textContent = next;
    };
    write();
    return onSecond(write);
  });
  return <span ref={text} className={styles.second} />;
}
