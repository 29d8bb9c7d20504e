/**
 * An open row: the text with its line breaks, the fields with their labels and units, and below what only this list knows of it. A list that
 * declares groups has its fields in these, and no text apart.
 * Must not: know where it stands (under its row, in a card, beside the table); its width decides its shape.
 */
import { type ReactElement, Suspense } from 'react';
import { manyLines } from '../lib/format.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { type Fact, factsOf, hasValue, unitOf } from './cells.ts';
import type { AnyRow, FieldGroup, ListDefinition } from './define-list.ts';
import styles from './RowDetail.module.css';

type RowProps = { readonly list: ListDefinition; readonly row: AnyRow };
/** `shown` = columns of the table above; where those are few, their fields are not said again (REF-01). */
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
  const isSaid = (key: string): boolean => list.hasFewColumns === true && shown.includes(key);
  const facts = factsOf(list, row).filter(({ column: { key } }) => key !== list.card.text && !isSaid(key));
  const More = list.detail;
  return (
    <div className={styles.parts}>
      {list.card.text === null ? null : <TextPart list={list} row={row} field={list.card.text} />}
      {facts.length === 0 ? null : (
        <dl className={styles.facts}>
          {facts.map((fact) => (
            <OneFact key={fact.column.key} fact={fact} row={row} />
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
  );
}

/** No message of the air is so long; a joined one may be. Behind it the fields stay in reach. */
const scrollsFrom = 2000;

function TextPart({ list, row, field }: RowProps & { readonly field: string }): ReactElement {
  const text = row[field];
  const label = list.columns.find((column) => column.key === field)?.header;
  const Action = list.textAction;
  return (
    <section className={styles.textPart} aria-label={label}>
      <h2 className={styles.label}>{label}</h2>
      {typeof text === 'string' && text !== '' ? (
        <>
          {/* A text that scrolls by itself must be reachable by keyboard. */}
          <pre className={styles.text} dir="auto" tabIndex={text.length > scrollsFrom ? 0 : undefined}>
            {manyLines(text)}
          </pre>
          <div className={styles.actions}>
            <CopyButton text={text}>Copy text</CopyButton>
            {Action ? (
              <Suspense fallback={null}>
                <Action row={row} />
              </Suspense>
            ) : null}
          </div>
        </>
      ) : (
        <p className={styles.none}>No text in this one.</p>
      )}
    </section>
  );
}

/** Of the many fields of such a list a row has some: these with their values, the others by name alone. */
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
        <section className={styles.group} aria-label="Without a value">
          <h2 className={styles.label}>Without a value</h2>
          <p className={styles.none}>{names.join(', ')}</p>
        </section>
      ) : null}
    </div>
  );
}

/** Such a text gets the whole width; where more is told of the row, it stands there whole and here in four lines. */
const longText = 60;

function OneFact({ fact, row }: { readonly fact: Fact; readonly row: AnyRow }): ReactElement {
  const { column, kind, value } = fact;
  const unit = unitOf(column, row);
  return (
    <div className={styles.fact} data-long={(kind === 'text' && value.length > longText) || undefined}>
      <dt title={column.meaning}>
        {column.header}
        {unit ? <span className={styles.unit}> {unit}</span> : null}
      </dt>
      <dd dir="auto" data-mono={(value !== '' && (column.isMono ?? kind === 'text')) || undefined}>
        {value === '' ? '–' : column.cell ? column.cell(row) : value}
      </dd>
    </div>
  );
}
