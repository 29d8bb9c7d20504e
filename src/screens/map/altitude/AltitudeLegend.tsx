/** Legend of the altitude colours. On a phone it closes to a strip, which opens it again. */
import clsx from 'clsx';
import { type ReactElement, useEffect, useState } from 'react';
import { altitudeBands, bandLabels } from '../../../charts/altitude-bands.ts';
import { useUnits } from '../../../objects/units-choice.ts';
import styles from './AltitudeLegend.module.css';

const closesAfterMs = 10_000;

export function AltitudeLegend({ isPhone }: { isPhone: boolean }): ReactElement {
  const [isOpen, setOpen] = useState(true);
  const units = useUnits();
  const title = `Altitude, 1,000 ${units.altitude.sign}`;
  const bands = <Bands title={title} labels={bandLabels(units)} />;
  useEffect(() => {
    if (!isPhone || !isOpen) return;
    const timer = setTimeout(() => setOpen(false), closesAfterMs);
    return () => clearTimeout(timer);
  }, [isPhone, isOpen]);
  if (!isPhone)
    return (
      <section className={styles.legend} aria-label={title} data-uncovered>
        {bands}
      </section>
    );
  return (
    <section className={clsx(styles.legend, styles.phone)} aria-label={title} data-uncovered>
      <button type="button" aria-expanded={isOpen} aria-label={title} onClick={() => setOpen(!isOpen)}>
        {isOpen ? bands : <Strip />}
      </button>
    </section>
  );
}

function Bands({ title, labels }: { title: string; labels: readonly string[] }): ReactElement {
  return (
    <>
      <span className={styles.title}>{title}</span>
      <Strip />
      <span className={styles.labels}>
        {labels.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </span>
    </>
  );
}

function Strip(): ReactElement {
  return (
    <span className={styles.strip} aria-hidden="true">
      {altitudeBands.map(({ token }) => (
        <i key={token} style={{ background: `var(--dl-${token})` }} />
      ))}
    </span>
  );
}
