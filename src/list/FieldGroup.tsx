import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { specTexts } from '../lib/spec-texts.ts';
import styles from './FilterPanel.module.css';
import { type FilterField, isFieldSet } from './filter-fields.ts';
import type { FilterTexts } from './filter-text.ts';

/** A group of fields with the number of those in use. `isFolded` null = not collapsible. */
export function FieldGroup(props: {
  name: string;
  members: readonly FilterField[];
  texts: FilterTexts;
  isFolded: boolean | null;
  onFold: () => void;
  children: (field: FilterField) => ReactElement;
}): ReactElement {
  const { name, members, texts, isFolded } = props;
  const hasExists = members.some((field) => field.exists.length > 0);
  const title = (
    <>
      {name}{' '}
      <span className={styles.count}>
        {members.filter((field) => isFieldSet(field, texts)).length} of {members.length} set
      </span>
    </>
  );
  return (
    <fieldset className={styles.group} data-group={name} data-exists={hasExists || undefined}>
      <legend>
        {isFolded === null ? (
          <span>
            {title}
            {hasExists ? (
              <span className={styles.existsHead} aria-hidden="true">
                {specTexts.list.exists}
              </span>
            ) : null}
          </span>
        ) : (
          <button type="button" className={styles.fold} aria-expanded={!isFolded} onClick={props.onFold}>
            <span>{title}</span>
            {isFolded ? (
              <IconChevronRight size={18} aria-hidden="true" />
            ) : (
              <IconChevronDown size={18} aria-hidden="true" />
            )}
          </button>
        )}
      </legend>
      {isFolded ? null : members.map(props.children)}
    </fieldset>
  );
}
