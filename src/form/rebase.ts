/**
 * A form whose record somebody else has saved meanwhile: what was typed stays, everything else is what is stored now. Pure.
 * Must not: decide for the person where both changed the same; it says so.
 */
import { type FormDefinition, type FormErrors, type FormField, type FormValues, fieldsOf } from './define-form.ts';

/** Texts by field: when the form was opened, as they are stored now, and as they stand in the form. */
export type Meanwhile = { readonly before: FormValues; readonly now: FormValues; readonly typed: FormValues };

const isTyped = ({ name }: FormField, { before, typed }: Meanwhile): boolean => typed[name] !== before[name];

export function rebased(form: FormDefinition, meanwhile: Meanwhile): FormValues {
  const kept = fieldsOf(form).filter((field) => isTyped(field, meanwhile));
  return { ...meanwhile.now, ...Object.fromEntries(kept.map(({ name }) => [name, meanwhile.typed[name] ?? ''])) };
}

/** What is stored now, under each field into which another text was typed than somebody else has stored. */
export function overtakenOf(form: FormDefinition, meanwhile: Meanwhile): FormErrors {
  const { before, now, typed } = meanwhile;
  const both = fieldsOf(form).filter(
    (field) =>
      isTyped(field, meanwhile) && now[field.name] !== before[field.name] && now[field.name] !== typed[field.name],
  );
  return Object.fromEntries(
    both.map(({ name, choiceLabels }) => {
      const text = now[name] ?? '';
      return [name, `Stored now: ${text === '' ? 'nothing' : (choiceLabels?.[text] ?? text)}`];
    }),
  );
}
