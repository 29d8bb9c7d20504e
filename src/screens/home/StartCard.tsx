/** Start cards of Admin and Parser. */
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import shared from '../../ui/shared.module.css';
import styles from './StartCard.module.css';

/** The cards render first. */
const Overview = lazyPart(async () => ({ default: (await import('./Overview.tsx')).Overview }));

/** A card whose whole area opens `to`. */
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
    </Link>
  );
}

/** A card with its own button. */
export function ActionCard({
  icon,
  title,
  text,
  action,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  action: ReactNode;
}): ReactElement {
  return (
    <section className={styles.card} aria-label={title}>
      <span className={shared.accentIcon}>{icon}</span>
      <span className={styles.words}>
        <h2>{title}</h2>
        <span>{text}</span>
        <span className={styles.action}>{action}</span>
      </span>
    </section>
  );
}

/** The specified cards, below them a note and the overview. */
export function StartPage({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
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
          <Overview heading="h2" scroller={scroller} />
        </Suspense>
      </div>
    </div>
  );
}
