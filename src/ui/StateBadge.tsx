import {
  IconAlertTriangle,
  IconCircleDashed,
  IconCircleDot,
  IconClockPause,
  IconDeviceFloppy,
  IconLoader2,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';
import styles from './StateBadge.module.css';

/** `stored` = data of this device. `idle` = neither working nor failed: off, paused, waiting. */
export type BadgeKind = 'live' | 'stored' | 'stale' | 'warn' | 'failed' | 'loading' | 'idle';

const icons: Readonly<Record<BadgeKind, ReactElement>> = {
  live: <IconCircleDot size={16} aria-hidden />,
  stored: <IconDeviceFloppy size={16} aria-hidden />,
  stale: <IconClockPause size={16} aria-hidden />,
  warn: <IconAlertTriangle size={16} aria-hidden />,
  failed: <IconPlugConnectedX size={16} aria-hidden />,
  loading: <IconLoader2 size={16} aria-hidden />,
  idle: <IconCircleDashed size={16} aria-hidden />,
};

/** A status as word, icon and outline, never by colour alone. `children` = time or age next to the word. */
export function StateBadge({
  kind,
  word,
  children,
}: {
  kind: BadgeKind;
  word: string;
  children?: ReactNode;
}): ReactElement {
  return (
    <span className={styles.badge} data-kind={kind}>
      {icons[kind]}
      <span>
        <strong>{word}</strong>
        {children ? <span> {children}</span> : null}
      </span>
    </span>
  );
}
