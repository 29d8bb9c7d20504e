/** Fields with labels and units: those with a value, then the names of the others, which a button unfolds. */
import { type ReactElement, useId, useState } from 'react';
import { counted } from '../../lib/format.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { type Fact, unitOf } from '../cells.ts';
import type { AnyRow } from '../define-list.ts';
import styles from './RowDetail.module.css';

export function Facts({ facts, row }: { readonly facts: readonly Fact[]; readonly row: AnyRow }): ReactElement {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const empty = facts.filter(({ value }) => isEmpty(value));
  return (
    <div className={styles.factList}>
      <dl className={styles.facts}>
        {facts
          .filter(({ value }) => !isEmpty(value))
          .map((fact) => (
            <OneFact key={fact.column.key} fact={fact} row={row} />
          ))}
      </dl>
      {empty.length === 0 ? null : (
        <>
          <PlainButton
            look="subtle"
            className={styles.fold}
            aria-expanded={isShown}
            aria-controls={id}
            onClick={() => setShown(!isShown)}
          >
            {counted(empty.length, 'empty field')}
          </PlainButton>
          <dl id={id} className={isShown ? styles.facts : styles.folded}>
            {empty.map((fact) => (
              <OneFact key={fact.column.key} fact={fact} row={row} />
            ))}
          </dl>
        </>
      )}
    </div>
  );
}

const isEmpty = (value: string): boolean => value === '' || value === '–';

/** Full width for such a text. If details contain the whole text, four lines of it. */
const longText = 60;

export function OneFact({ fact, row }: { readonly fact: Fact; readonly row: AnyRow }): ReactElement {
  const { column, kind, value } = fact;
  const unit = unitOf(column, row);
  return (
    <div className={styles.fact} data-long={(kind === 'text' && value.length > longText) || undefined}>
      <dt title={column.meaning}>
        {column.header}
        {unit ? ` ${unit}` : null}
      </dt>
      <dd dir="auto" data-mono={(value !== '' && (column.isMono ?? kind === 'text')) || undefined}>
        {value === '' ? '–' : column.cell ? column.cell(row) : value}
      </dd>
    </div>
  );
}
