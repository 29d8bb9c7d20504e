/** Start cards of Admin and Parser. */
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import shared from '../../ui/shared.module.css';
import styles from './StartCard.module.css';

/** The cards render first. */
const Overview = lazyPart(async () => ({ default: (await import('./Overview.tsx')).Overview }));

/** A card of one row whose whole area opens `to`. */
export function LinkCard({
  to,
  icon,
  title,
  text,
}: {
  to: string;
  icon: ReactNode;
  title: string;
  text: string;
}): ReactElement {
  return (
    <Link to={to} className={styles.card}>
      <span className={shared.accentIcon}>{icon}</span>
      <span className={styles.words}>
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
      <IconChevronRight size={16} className={styles.chevron} aria-hidden="true" />
    </Link>
  );
}

/** A card with its own button, and what it is used for below. */
export function ActionCard({
  icon,
  title,
  text,
  action,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  action: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <section className={`${styles.card} ${styles.wide}`} aria-label={title}>
      <span className={shared.accentIcon}>{icon}</span>
      <span className={styles.words}>
        <h2>{title}</h2>
        <span>{text}</span>
      </span>
      {action}
      <div className={styles.use}>{children}</div>
    </section>
  );
}

/** The specified cards, below them a note and the overview. */
export function StartPage({
  title,
  note,
  isSilenceListed = false,
  children,
}: {
  title: string;
  note?: ReactNode;
  /** The note contains the silent stations. */
  isSilenceListed?: boolean;
  children: ReactNode;
}): ReactElement {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  return (
    <div ref={setScroller} className={shared.scroller}>
      <div className={styles.page}>
        <h1>{title}</h1>
        <div className={styles.cards}>{children}</div>
        {note}
        <Suspense fallback={null}>
          <Overview heading="h2" scroller={scroller} isSilenceListed={isSilenceListed} />
        </Suspense>
      </div>
    </div>
  );
}
