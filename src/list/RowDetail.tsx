/**
 * An open row: the text with its line breaks, every field with its label and unit, and below what only this list knows of it.
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

export function RowDetail({ list, row }: { list: ListDefinition; row: AnyRow }): ReactElement {
  const text = row[list.card.text];
  const hasText = typeof text === 'string' && text !== '';
  const label = list.columns.find((column) => column.key === list.card.text)?.header;
  const More = list.detail;
  return (
    <div className={styles.detail}>
      <div className={styles.parts}>
        <section className={styles.textPart} aria-label={label}>
          <h2 className={styles.label}>{label}</h2>
          {hasText ? (
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
        <dl className={styles.facts}>
          {factsOf(list, row)
            .filter(({ column }) => column.key !== list.card.text)
            .map(({ column, kind, value }) => (
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
                  {value === '' ? '–' : column.cell ? column.cell(row) : value}
                </dd>
              </div>
            ))}
        </dl>
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
