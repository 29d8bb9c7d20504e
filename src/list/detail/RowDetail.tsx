/** Expanded row: what it means, its text, fields with labels and units, and the list's own `detail`. Its own width decides the layout. */
import { type ReactElement, Suspense } from 'react';
import { manyLines } from '../../lib/format.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import shared from '../../ui/shared.module.css';
import { factsOf, hasValue } from '../cells.ts';
import type { AnyRow, FieldGroup, ListDefinition } from '../define-list.ts';
import { Facts, OneFact } from './Facts.tsx';
import styles from './RowDetail.module.css';

type RowProps = { readonly list: ListDefinition; readonly row: AnyRow };
/** `shown` = columns of the table above. Where those are few, their fields are not repeated (REF-01). */
type DetailProps = RowProps & { readonly shown?: readonly string[] };

export function RowDetail(props: DetailProps): ReactElement {
  const { list, row } = props;
  return (
    <div className={styles.detail}>
      {list.groups ? <GroupedFacts list={list} row={row} groups={list.groups} /> : <TextAndFacts {...props} />}
    </div>
  );
}

function TextAndFacts({ list, row, shown = [] }: DetailProps): ReactElement {
  const isInRow = (key: string): boolean => list.hasFewColumns === true && shown.includes(key);
  const facts = factsOf(list, row).filter(({ column: { key } }) => key !== list.card.text && !isInRow(key));
  const More = list.detail;
  return (
    <div className={styles.parts}>
      {list.card.text === null ? null : <TextPart list={list} row={row} field={list.card.text} />}
      {facts.length === 0 ? null : <Facts facts={facts} row={row} />}
      {More ? (
        <div className={styles.more}>
          <Suspense fallback={null}>
            <More row={row} />
          </Suspense>
        </div>
      ) : null}
    </div>
  );
}

/** Longer than any single message. Reassembled texts can exceed it: fields stay reachable below. */
const scrollsFrom = 2000;

function TextPart({ list, row, field }: RowProps & { readonly field: string }): ReactElement {
  const text = row[field];
  const label = list.columns.find((column) => column.key === field)?.header;
  const { words: Words, textAction: Action, rowActions: Actions } = list;
  return (
    <section className={styles.textPart} aria-label={label}>
      {Words ? (
        <p className={styles.meaning}>
          <Suspense fallback={null}>
            <Words row={row} />
          </Suspense>
        </p>
      ) : null}
      <h2 className={styles.label}>{label}</h2>
      {typeof text === 'string' && text !== '' ? (
        <>
          {/* Scrollable text must be focusable. */}
          <pre className={styles.text} dir="auto" tabIndex={text.length > scrollsFrom ? 0 : undefined}>
            {manyLines(text)}
          </pre>
        </>
      ) : (
        <p className={styles.none}>No text.</p>
      )}
      <div className={shared.buttons}>
        {typeof text === 'string' && text !== '' ? <CopyButton text={text}>Copy text</CopyButton> : null}
        <Suspense fallback={null}>
          {Actions ? <Actions row={row} list={list} /> : null}
          {Action && typeof text === 'string' && text !== '' ? <Action row={row} /> : null}
        </Suspense>
      </div>
    </section>
  );
}

/** Rows have few of the many fields: those with values, then the names of the others. */
function GroupedFacts({ list, row, groups }: RowProps & { readonly groups: readonly FieldGroup[] }): ReactElement {
  const isThere = (key: string): boolean => hasValue(row[key]);
  const filled = groups.filter(({ fields }) => fields.some(isThere));
  const empty = groups.flatMap(({ fields }) => fields.filter((key) => !isThere(key)));
  const names = factsOf(list, row, empty).map(({ column }) => column.header);
  return (
    <div className={styles.groups}>
      {filled.map(({ name, fields }) => (
        <section key={name} className={styles.group} aria-label={name}>
          <h2 className={styles.label}>{name}</h2>
          <dl>
            {factsOf(list, row, fields.filter(isThere)).map((fact) => (
              <OneFact key={fact.column.key} fact={fact} row={row} />
            ))}
          </dl>
        </section>
      ))}
      {names.length > 0 ? (
        <section className={styles.group} aria-label="Empty fields">
          <h2 className={styles.label}>Empty fields</h2>
          <p className={styles.none}>{names.join(', ')}</p>
        </section>
      ) : null}
    </div>
  );
}
