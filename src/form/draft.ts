/** Selects the form fields stored for a reload. Passwords are excluded. */
import { dropDraft, readDraftTexts, storeDraftTexts } from '../session/typed-drafts.ts';
import { type FormDefinition, type FormValues, fieldsOf } from './define-form.ts';

const isStorable = ({ type, isReadOnly }: { readonly type?: string; readonly isReadOnly?: true }): boolean =>
  type !== 'password' && !isReadOnly;

/** Fields that differ from `initial`. Empty if storage contains nothing valid. */
export function readDraft(form: FormDefinition, key: string): FormValues {
  const stored = readDraftTexts(key);
  const typed: Record<string, string> = {};
  for (const field of fieldsOf(form)) {
    const text = Object.hasOwn(stored, field.name) ? stored[field.name] : undefined;
    if (isStorable(field) && text !== undefined && isChoice(field.choices, text)) typed[field.name] = text;
  }
  return typed;
}
const isChoice = (choices: readonly string[] | undefined, text: string): boolean => choices?.includes(text) ?? true;

export function storeDraft(form: FormDefinition, key: string, values: FormValues, initial: FormValues): void {
  const typed = fieldsOf(form).filter((field) => isStorable(field) && values[field.name] !== initial[field.name]);
  if (typed.length === 0) dropDraft(key);
  else storeDraftTexts(key, Object.fromEntries(typed.map(({ name }) => [name, values[name] ?? ''])));
}
