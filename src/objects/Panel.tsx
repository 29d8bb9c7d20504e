import { type ReactElement, type ReactNode, useId } from 'react';
import styles from './ObjectPage.module.css';

type Props = {
  readonly title: string;
  /** Next to the heading: period, or number. */
  readonly note?: ReactNode;
  /** Of a past time. */
  readonly isOld?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** A part of the page of one object. */
export function Panel({ title, note, isOld = false, className, children }: Props): ReactElement {
  const heading = useId();
  return (
    <section className={`${styles.panel} ${className ?? ''}`} aria-labelledby={heading} data-old={isOld || undefined}>
      <div className={styles.panelHead}>
        <h2 id={heading}>{title}</h2>
        {note ? <span className={styles.note}>{note}</span> : null}
      </div>
      {children}
    </section>
  );
}
