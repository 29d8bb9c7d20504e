/**
 * What is typed into a form and not saved yet, kept in this tab so that a reload, a crash or an update of the app loses nothing.
 * Must not: keep a password, or outlive the session, the form's screen, or this tab.
 */
import { type FormDefinition, type FormValues, fieldsOf } from './define-form.ts';

const prefix = 'draft:';

/** One for each user, form and address: the form of one user is not that of another. */
export const draftKey = (userId: string, form: Pick<FormDefinition, 'name'>, path: string): string =>
  `${prefix}${userId}:${form.name}:${path}`;

const isKept = ({ type, isReadOnly }: { readonly type?: string; readonly isReadOnly?: true }): boolean =>
  type !== 'password' && !isReadOnly;

/** The fields that differ from `initial`; nothing when storage holds nothing that fits. */
export function readDraft(form: FormDefinition, key: string): FormValues {
  const stored = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown);
  if (typeof stored !== 'object' || stored === null) return {};
  const typed: Record<string, string> = {};
  for (const field of fieldsOf(form)) {
    const text: unknown = Object.hasOwn(stored, field.name) ? (stored as Record<string, unknown>)[field.name] : null;
    if (isKept(field) && typeof text === 'string' && isChoice(field.choices, text)) typed[field.name] = text;
  }
  return typed;
}
const isChoice = (choices: readonly string[] | undefined, text: string): boolean => choices?.includes(text) ?? true;

export function keepDraft(form: FormDefinition, key: string, values: FormValues, initial: FormValues): void {
  const typed = fieldsOf(form).filter((field) => isKept(field) && values[field.name] !== initial[field.name]);
  if (typed.length === 0) {
    dropDraft(key);
    return;
  }
  const draft = Object.fromEntries(typed.map(({ name }) => [name, values[name] ?? '']));
  attempt(() => sessionStorage.setItem(key, JSON.stringify(draft)));
}

export function dropDraft(key: string): void {
  attempt(() => sessionStorage.removeItem(key));
}

/** At the end of every session: what one person typed is not the next one's. */
export function forgetDrafts(): void {
  attempt(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  });
}

/** Storage that is full, shut or damaged: then a reload loses what was typed, as everywhere else. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
