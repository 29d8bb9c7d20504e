import { type FormEvent, type ReactElement, useId, useState } from 'react';
import type { api } from '../../../contract/api.ts';
import type { ImportReport } from '../../../contract/calls/imports.ts';
import type { Body } from '../../../contract/endpoint.ts';
import { checkForm, type FormErrors, fieldsOf } from '../../form/define-form.ts';
import { FormFieldRow } from '../../form/FormFieldRow.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './Import.module.css';
import { noOptions, type OptionName, optionsForm, optionsOf } from './write-options.ts';

type WriteFormProps = {
  readonly report: ImportReport;
  readonly isBusy: boolean;
  readonly onWrite: (options: Body<typeof api.imports.write>) => void;
  readonly onCancel: () => void;
};

export function WriteForm({ report: { of }, isBusy, onWrite, onCancel }: WriteFormProps): ReactElement {
  const id = useId();
  const [values, setValues] = useState(noOptions);
  const [errors, setErrors] = useState<FormErrors>({});
  const form = optionsForm(of);
  const usable = of.kind === 'reference' ? of.added + of.changed + of.same : of.usable + of.withoutTime;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const found = checkForm(form, values);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (!isBusy) onWrite(optionsOf(values));
  };
  return (
    <form noValidate className={styles.form} aria-label="Import" onSubmit={submit}>
      <div className={styles.fields}>
        {fieldsOf(form).map((field) => (
          <FormFieldRow
            key={field.name}
            id={`${id}-${field.name}`}
            field={field}
            text={values[field.name as OptionName]}
            error={errors[field.name] ?? null}
            onText={(text) => setValues((old) => ({ ...old, [field.name]: text }))}
          />
        ))}
      </div>
      {usable === 0 ? <p>This file has no usable rows.</p> : null}
      {of.kind === 'reference' && usable > 0 && of.added + of.changed === 0 ? (
        <p>Everything in this file is already stored.</p>
      ) : null}
      <div className={styles.buttons}>
        <PlainButton type="submit" look="filled" aria-disabled={isBusy} disabled={usable === 0}>
          {form.buttons.save}
        </PlainButton>
        <PlainButton onClick={onCancel} disabled={isBusy}>
          Cancel
        </PlainButton>
      </div>
    </form>
  );
}
