/** The rows of a page by aircraft: a head that closes its rows, then one row per fault. Own file: loaded when selected. */
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { rowKey } from '../../data/list-resource.ts';
import { counted, oneLine } from '../../lib/format.ts';
import type { AnyRow, ViewProps } from '../../list/define-list.ts';
import { faultsPath } from '../../objects/object-paths.ts';
import shared from '../../ui/shared.module.css';
import styles from './Faults.module.css';
import { chapterCell, lastCell, legsText, stateCell, stripCell } from './fault-cells.tsx';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function FaultGroups({ list, rows, isChanging, isStored }: ViewProps): ReactElement {
  const tails = [...new Set(rows.map(({ tail }) => textOf(tail)))];
  return (
    <section
      className={styles.groups}
      aria-label={`${list.title} by aircraft`}
      aria-busy={isChanging || undefined}
      data-stored={isStored || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
    >
      {tails.map((tail) => (
        <OneAircraft key={tail} tail={tail} rows={rows.filter((row) => row.tail === tail)} />
      ))}
    </section>
  );
}

function OneAircraft({ tail, rows }: { tail: string; rows: readonly AnyRow[] }): ReactElement {
  const [isOpen, setOpen] = useState(true);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className={styles.leg} aria-label={oneLine(tail)}>
      <h2>
        <button type="button" className={styles.legHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Chevron size={16} aria-hidden="true" />
          <b>{oneLine(tail)}</b>
          <span className={shared.dim}>{counted(rows.length, 'fault')} of this page</span>
        </button>
      </h2>
      {isOpen ? (
        <ul className={styles.legRows}>
          {rows.map((row) => (
            <li key={rowKey(row)} className={styles.groupRow}>
              {stateCell(row)}
              <span>{chapterCell(row)}</span>
              <FaultLink row={row} />
              <span className={shared.dim}>{oneLine(textOf(row.source))}</span>
              <span>{stripCell(row)}</span>
              <span>{legsText(row)}</span>
              <span className={shared.dim}>{lastCell(row)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function FaultLink({ row: { tail, identity, name } }: { row: AnyRow }): ReactElement {
  const path = faultsPath(textOf(tail));
  const text = <code>{oneLine(textOf(name))}</code>;
  return path === null ? (
    text
  ) : (
    <Link to={path} search={{ fault: textOf(identity) } as never}>
      {text}
    </Link>
  );
}
