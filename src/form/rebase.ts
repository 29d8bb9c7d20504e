/** Merges a record that someone else saved into a form: typed values stay, others are updated, conflicts are reported. Pure. */
import { type FormDefinition, type FormErrors, type FormField, type FormValues, fieldsOf } from './define-form.ts';

/** Texts by field: at opening, stored now, and in the form. */
type ConcurrentChange = { readonly before: FormValues; readonly now: FormValues; readonly typed: FormValues };

const isTyped = ({ name }: FormField, { before, typed }: ConcurrentChange): boolean => typed[name] !== before[name];

export function rebased(form: FormDefinition, change: ConcurrentChange): FormValues {
  const typedFields = fieldsOf(form).filter((field) => isTyped(field, change));
  return { ...change.now, ...Object.fromEntries(typedFields.map(({ name }) => [name, change.typed[name] ?? ''])) };
}

/** Saved values of fields with a different typed value. */
export function conflictsOf(form: FormDefinition, change: ConcurrentChange): FormErrors {
  const { before, now, typed } = change;
  const both = fieldsOf(form).filter(
    (field) =>
      isTyped(field, change) && now[field.name] !== before[field.name] && now[field.name] !== typed[field.name],
  );
  return Object.fromEntries(
    both.map(({ name, choiceLabels }) => {
      const text = now[name] ?? '';
      return [name, `Saved version: ${text === '' ? 'nothing' : (choiceLabels?.[text] ?? text)}`];
    }),
  );
}
