import type { ReactElement } from 'react';
import { manyLines } from '../lib/format.ts';
import { notify } from '../ui/notices.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import { factsOf } from './cells.ts';
import type { AnyRow, ListDefinition } from './define-list.ts';
import styles from './RowDetail.module.css';

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ title: 'Text copied', kind: 'done' });
  } catch {
    notify({
      title: 'The browser did not let the text be copied.',
      text: 'Select it and copy it by hand.',
      kind: 'warn',
    });
  }
}

/** An open row: the text with its line breaks, then every field with its label and unit. */
export function RowDetail({ list, row }: { list: ListDefinition; row: AnyRow }): ReactElement {
  const text = row[list.card.text];
  const hasText = typeof text === 'string' && text !== '';
  const label = list.columns.find((column) => column.key === list.card.text)?.header;
  return (
    <div className={styles.detail}>
      <section className={styles.textPart} aria-label={label}>
        <h2 className={styles.label}>{label}</h2>
        {hasText ? (
          <>
            <pre className={styles.text} dir="auto">
              {manyLines(text)}
            </pre>
            <PlainButton onClick={() => void copy(text)}>Copy text</PlainButton>
          </>
        ) : (
          <p className={styles.none}>No text in this one.</p>
        )}
      </section>
      <dl className={styles.facts}>
        {factsOf(list, row)
          .filter(({ column }) => column.key !== list.card.text)
          .map(({ column, kind, value }) => (
            <div key={column.key} className={styles.fact}>
              <dt>
                {column.header}
                {column.unit ? <span className={styles.unit}> {column.unit}</span> : null}
              </dt>
              <dd dir="auto" data-mono={(value !== '' && (kind === 'text' || column.isMono)) || undefined}>
                {value === '' ? '–' : value}
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
