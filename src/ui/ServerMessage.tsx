import clsx from 'clsx';
import type { ReactElement, ReactNode } from 'react';
import { errorStore } from './notices.ts';
import styles from './ServerMessage.module.css';
import { useValue } from './value-store.ts';

/** An inline error message. Hidden while the error dialog shows the same text (C51). */
export function ServerMessage({ text, children }: { text: string; children?: ReactNode }): ReactElement {
  const isInDialog = useValue(errorStore)?.message === text;
  return <span className={clsx(isInDialog && styles.inDialog)}>{children ?? text}</span>;
}
