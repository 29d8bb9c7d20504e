import { IconX } from '@tabler/icons-react';
import clsx from 'clsx';
import type { ReactElement } from 'react';
import { type FilterField, filterText, isFieldSet, paramNamesOf } from './filter-fields.ts';
import type { FilterTexts } from './filter-text.ts';
import styles from './SetFields.module.css';

/** Fields in use of a long panel, always in view. A click moves to the field, the cross clears it. */
export function SetFields(props: {
  readonly fields: readonly FilterField[];
  /** Applied values, overlaid with typed ones. */
  readonly texts: FilterTexts;
  /** Names of pending filters. */
  readonly open: FilterTexts;
  readonly onGoTo: (field: FilterField) => void;
  readonly onText: (name: string, text: string) => void;
}): ReactElement {
  const { texts, open } = props;
  const isOpen = (field: FilterField): boolean => paramNamesOf(field).some((name) => name in open);
  const shown = props.fields.filter((field) => isFieldSet(field, texts) || isOpen(field));
  return (
    <div className={styles.setFields} role="group" aria-label="Fields in use">
      {shown.length === 0 ? <span className={styles.noneSet}>No fields in use.</span> : null}
      {shown.map((field) => (
        <span key={field.id} className={clsx(styles.setField, isOpen(field) && styles.setOpen)}>
          <button type="button" className={styles.goTo} onClick={() => props.onGoTo(field)}>
            {field.label} <b dir="auto">{filterText(field, texts) || 'cleared'}</b>
            {isOpen(field) ? <span className="dl-hidden">, not applied yet</span> : null}
          </button>
          {isFieldSet(field, texts) ? (
            <button
              type="button"
              aria-label={`Clear ${field.label}`}
              onClick={() => {
                for (const name of paramNamesOf(field)) props.onText(name, '');
              }}
            >
              <IconX size={14} aria-hidden="true" />
            </button>
          ) : null}
        </span>
      ))}
    </div>
  );
}
