/** Selects the form fields stored for a reload. Passwords are excluded. */
import { dropDraft, keepDraftTexts, readDraftTexts } from '../session/typed-drafts.ts';
import { type FormDefinition, type FormValues, fieldsOf } from './define-form.ts';

const isKept = ({ type, isReadOnly }: { readonly type?: string; readonly isReadOnly?: true }): boolean =>
  type !== 'password' && !isReadOnly;

/** Fields that differ from `initial`. Empty if storage contains nothing valid. */
export function readDraft(form: FormDefinition, key: string): FormValues {
  const stored = readDraftTexts(key);
  const typed: Record<string, string> = {};
  for (const field of fieldsOf(form)) {
    const text = Object.hasOwn(stored, field.name) ? stored[field.name] : undefined;
    if (isKept(field) && text !== undefined && isChoice(field.choices, text)) typed[field.name] = text;
  }
  return typed;
}
const isChoice = (choices: readonly string[] | undefined, text: string): boolean => choices?.includes(text) ?? true;

export function keepDraft(form: FormDefinition, key: string, values: FormValues, initial: FormValues): void {
  const typed = fieldsOf(form).filter((field) => isKept(field) && values[field.name] !== initial[field.name]);
  if (typed.length === 0) dropDraft(key);
  else keepDraftTexts(key, Object.fromEntries(typed.map(({ name }) => [name, values[name] ?? ''])));
}
