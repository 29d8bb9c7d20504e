import type { ReactElement, ReactNode } from 'react';
import type { FormDefinition, FormErrors, FormValues } from './define-form.ts';
import { FormFieldRow } from './FormFieldRow.tsx';
import styles from './FormSections.module.css';

export function FormSections(props: {
  /** Prefix of the ids of inputs. */
  readonly id: string;
  readonly form: Pick<FormDefinition, 'sections'>;
  readonly values: FormValues;
  readonly errors?: FormErrors;
  /** In place of hints. */
  readonly notes?: FormErrors;
  readonly onText?: (name: string, text: string) => void;
  readonly onLeave?: (name: string) => void;
  /** Below the fields of the section with that title. */
  readonly below?: (title: string) => ReactNode;
}): ReactElement {
  return (
    <>
      {props.form.sections.map((section) => (
        <fieldset key={section.title} className={styles.section}>
          <legend className={styles.legend}>{section.title}</legend>
          <div className={styles.fields}>
            {section.fields
              .filter(({ applies }) => applies?.(props.values) !== false)
              .map((field) => (
                <FormFieldRow
                  key={field.name}
                  id={`${props.id}-${field.name}`}
                  field={field}
                  text={props.values[field.name] ?? ''}
                  error={props.errors?.[field.name] ?? null}
                  hint={props.notes?.[field.name] ?? field.hint}
                  onText={(text) => props.onText?.(field.name, text)}
                  onLeave={() => props.onLeave?.(field.name)}
                />
              ))}
          </div>
          {props.below?.(section.title)}
        </fieldset>
      ))}
    </>
  );
}
