/** A group of results with its heading. */
import clsx from 'clsx';
import type { MouseEvent, ReactElement } from 'react';
import styles from './GoToDialog.module.css';
import type { Row, Section } from './go-to.ts';
import type { Target } from './go-to-targets.ts';
import { MenuIcon } from './MenuIcon.tsx';

type Props = {
  section: Section;
  selected: Row | undefined;
  idOf(row: Row): string;
  onOpen(row: Row, target: Target): void;
};

export function GoToSection({ section: { title, rows, isLate }, selected, idOf, onOpen }: Props): ReactElement {
  const open = (event: MouseEvent, row: Row): void =>
    onOpen(row, event.ctrlKey || event.metaKey ? (row.onMap ?? row.open) : row.open);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a listbox
    <div role="group" aria-label={title} className={clsx(isLate && styles.late)}>
      <div className={styles.heading} aria-hidden="true">
        {title}
      </div>
      {rows.map((row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works in the input above (combobox)
        <div
          key={row.key}
          id={idOf(row)}
          role="option"
          aria-selected={row === selected}
          tabIndex={-1}
          className={styles.option}
          onClick={(event) => open(event, row)}
        >
          <MenuIcon name={row.icon} />
          <span className={styles.text}>
            <strong className={styles.label}>{row.label}</strong> <span className={styles.note}>{row.note}</span>
          </span>
          <span className={styles.fact}>{row.fact}</span>
        </div>
      ))}
    </div>
  );
}
