/** The newest messages in words. New rows wait for a click. */

import { type ReactElement, type ReactNode, useId, useState } from 'react';
import type { MeaningKind } from '../../contract/entities/meaning.ts';
import type { WireRow } from '../../contract/entities/overview.ts';
import { parseInstant } from '../../contract/params.ts';
import { utcShort } from '../lib/time.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import panel from '../ui/panel.module.css';
import shared from '../ui/shared.module.css';
import { KindIcon } from './KindIcon.tsx';
import { LinkedWords } from './LinkedWords.tsx';
import { FlightLink, ObjectLink } from './ObjectLink.tsx';
import styles from './Wire.module.css';

type Props = {
  readonly wire: readonly WireRow[];
  readonly isNow: boolean;
  readonly isStored: boolean;
  readonly title?: string;
  /** Of one station or airport: without kinds and number of receivers. */
  readonly isShort?: boolean;
  /** Without rows. */
  readonly none: ReactNode;
  /** A line above the rows. */
  readonly first?: ReactNode;
};

export function Wire(props: Props): ReactElement {
  const { wire, isNow, isStored, title = 'Newest messages', isShort = false } = props;
  const heading = useId();
  const [taken, setTaken] = useState({ wire, isStored });
  // A live response replaces a stored copy: no one reads rows that are known to be old.
  if (taken.isStored && taken.wire !== wire) setTaken({ wire, isStored });
  const [filter, setFilter] = useState<WireFilter | null>(null);
  const { rows, waiting } = wireOf(taken.wire, wire, filter);
  return (
    <section className={styles.panel} aria-labelledby={heading} data-old={!isNow || undefined}>
      <div className={panel.head}>
        <h2 id={heading}>{title}</h2>
        <span className={shared.atEnd} role="status">
          {waiting > 0 ? (
            <PlainButton look="subtle" onClick={() => setTaken({ wire, isStored })}>
              {newText(waiting, filtered(wire, filter).length)}
            </PlainButton>
          ) : null}
        </span>
      </div>
      {props.first}
      {isShort ? null : <Kinds filter={filter} onChange={setFilter} />}
      {rows.length === 0 ? (
        <p className={styles.none}>
          {filter === null || filter === 'All'
            ? props.none
            : `No messages of this kind among the newest ${taken.wire.length}.`}
        </p>
      ) : (
        <ol className={`${shared.bareList} ${styles.rows}`} aria-label="Messages" data-short={isShort || undefined}>
          {rows.map((row) => (
            <OneRow key={row.id} row={row} isShort={isShort} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Kinds(props: { filter: WireFilter | null; onChange: (filter: WireFilter | null) => void }): ReactElement {
  const { filter, onChange } = props;
  return (
    <fieldset className={styles.filters} aria-label="Kinds of messages">
      {wireFilters.map((name) => (
        <PlainButton
          key={name}
          aria-pressed={filter === name}
          className={styles.filter}
          onClick={() => onChange(filter === name ? null : name)}
        >
          {name}
        </PlainButton>
      ))}
    </fieldset>
  );
}

function OneRow({ row, isShort }: { row: WireRow; isShort: boolean }): ReactElement {
  const at = parseInstant(row.at);
  return (
    <li className={styles.row} data-kind={row.kind}>
      <span className={`${shared.dim} ${styles.at}`}>{at === null ? '' : utcShort(at)}</span>
      <KindIcon kind={row.kind} className={styles.icon} />
      <span className={`${panel.touchLinks} ${styles.tail}`}>
        <ObjectLink to="tail" id={row.tail} />
      </span>
      <span className={`${panel.touchLinks} ${styles.flight}`}>
        <FlightLink tail={row.tail} flight={row.flight} at={row.at} />
      </span>
      <span className={styles.words}>
        <LinkedWords kind={row.kind} words={row.words} />
      </span>
      {isShort ? null : (
        <span className={`${shared.dim} ${styles.heard}`}>
          <span className={styles.heardWords}>received by </span>
          {row.heardBy}
        </span>
      )}
    </li>
  );
}

// ---- rows: filters, and rows that wait for the reader (decision 34)

const wireFilters = ['All', 'Gate and air', 'Positions', 'Faults', 'Weather'] as const;
type WireFilter = (typeof wireFilters)[number];
const kindsOf: Readonly<Record<WireFilter, readonly MeaningKind[] | null>> = {
  All: null,
  'Gate and air': ['gateTimes', 'load'],
  Positions: ['position'],
  Faults: ['fault'],
  Weather: ['weather'],
};
const maxRows = 16;

/** Without a filter, messages that only keep the link alive are hidden. */
function filtered(rows: readonly WireRow[], filter: WireFilter | null): readonly WireRow[] {
  if (filter === null) return rows.filter(({ kind }) => kind !== 'link');
  const kinds = kindsOf[filter];
  return kinds === null ? rows : rows.filter(({ kind }) => kinds.includes(kind));
}

/** Rows on screen, and the number of newer ones that wait. */
export function wireOf(
  taken: readonly WireRow[],
  latest: readonly WireRow[],
  filter: WireFilter | null,
): { readonly rows: readonly WireRow[]; readonly waiting: number } {
  const known = new Set(taken.map(({ id }) => id));
  const oldest = taken.at(-1)?.at ?? '';
  const waiting = filtered(latest, filter).filter(({ id, at }) => !known.has(id) && at >= oldest).length;
  return { rows: filtered(taken, filter).slice(0, maxRows), waiting };
}

/** `4 new`, `100 or more new`: every row of the response is new. */
export const newText = (waiting: number, total: number): string =>
  waiting > 0 && waiting >= total ? `${waiting} or more new` : `${waiting} new`;
