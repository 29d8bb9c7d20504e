/**
 * An open row: the text with its line breaks, the fields with their labels and units, and below what only this list knows of it.
 * Must not: know where it stands (under its row, in a card, beside the table); its width decides its shape.
 */
import { type ReactElement, Suspense } from 'react';
import { manyLines } from '../lib/format.ts';
import { CopyButton } from './CopyButton.tsx';
import { factsOf } from './cells.ts';
import type { AnyRow, ListDefinition } from './define-list.ts';
import styles from './RowDetail.module.css';

/** Such a text gets the whole width; where more is told of the row, it stands there whole and here in four lines. */
const longText = 60;

/** `shown` = columns of the table above; where those are few, their fields are not said again (REF-01). */
export function RowDetail(props: {
  readonly list: ListDefinition;
  readonly row: AnyRow;
  readonly shown?: readonly string[];
}): ReactElement {
  const { list, row, shown = [] } = props;
  const isSaid = (key: string): boolean => list.hasFewColumns === true && shown.includes(key);
  const facts = factsOf(list, row).filter(({ column: { key } }) => key !== list.card.text && !isSaid(key));
  const More = list.detail;
  return (
    <div className={styles.detail}>
      <div className={styles.parts}>
        {list.card.text === null ? null : <TextPart list={list} row={row} field={list.card.text} />}
        {facts.length === 0 ? null : (
          <dl className={styles.facts}>
            {facts.map(({ column, kind, value }) => (
              <div
                key={column.key}
                className={styles.fact}
                data-long={(kind === 'text' && value.length > longText) || undefined}
              >
                <dt>
                  {column.header}
                  {column.unit ? <span className={styles.unit}> {column.unit}</span> : null}
                </dt>
                <dd dir="auto" data-mono={(value !== '' && (column.isMono ?? kind === 'text')) || undefined}>
                  {column.cell ? column.cell(row) : value === '' ? '–' : value}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {More ? (
          <div className={styles.more}>
            <Suspense fallback={null}>
              <More row={row} />
            </Suspense>
          </div>
        ) : null}
      </div>
    </div>
  );
}

function TextPart({ list, row, field }: { list: ListDefinition; row: AnyRow; field: string }): ReactElement {
  const text = row[field];
  const label = list.columns.find((column) => column.key === field)?.header;
  return (
    <section className={styles.textPart} aria-label={label}>
      <h2 className={styles.label}>{label}</h2>
      {typeof text === 'string' && text !== '' ? (
        <>
          <pre className={styles.text} dir="auto">
            {manyLines(text)}
          </pre>
          <CopyButton text={text}>Copy text</CopyButton>
        </>
      ) : (
        <p className={styles.none}>No text in this one.</p>
      )}
    </section>
  );
}
