/** Start cards: the first screens of Admin and Parser are made of them. Must not: know who may see which. */
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import styles from './StartCard.module.css';

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
      <span className={styles.icon}>{icon}</span>
      <span className={styles.words}>
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
    </Link>
  );
}

/** A card with a button of its own. */
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
      <span className={styles.icon}>{icon}</span>
      <span className={styles.words}>
        <h2>{title}</h2>
        <span>{text}</span>
        <span className={styles.action}>{action}</span>
      </span>
    </section>
  );
}

export function StartPage({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      <div className={styles.cards}>{children}</div>
    </div>
  );
}
