/** State of a form: values, errors, one save at a time. A failed save loses no input. */

import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, supportText } from '../data/api-error.ts';
import { EndedSession } from '../session/session-signal.ts';
import { currentUserId, draftKey, dropDraft, readDraftTexts, storeDraftTexts } from '../session/typed-drafts.ts';
import { openError } from '../ui/notices.ts';
import {
  checkForm,
  errorsOfServer,
  type FormDefinition,
  type FormErrors,
  type FormField,
  type FormValues,
  faultOf,
  fieldsOf,
} from './define-form.ts';

export type FormHandle = {
  readonly values: FormValues;
  readonly errors: FormErrors;
  /** Saved values of fields that someone else changed as well. */
  readonly overtaken: FormErrors;
  /** Why the last save failed, or null. */
  readonly failure: ApiError | null;
  readonly isBusy: boolean;
  /** Input from before a reload was restored. */
  readonly isRestored: boolean;
  /** There is unsaved input. */
  isUnsaved(): boolean;
  set(name: string, text: string): void;
  /** The field lost focus: errors of its value are shown. Missing values are shown when saving. */
  leave(name: string): void;
  clear(): void;
  /** Someone else saved: untouched fields get the saved values. Typed values stay, with a note. */
  rebase(read: () => Promise<FormValues>): Promise<void>;
  /** Discards the input on purpose: leaving shows no confirmation. */
  giveUp(): void;
  submit(): Promise<void>;
};

const asApiError = (error: unknown): ApiError => (error instanceof ApiError ? error : new ApiError({ cause: error }));

/** `focusField` is called with the first invalid field. */
export function useForm(
  form: FormDefinition,
  initial: FormValues,
  save: (values: FormValues) => Promise<void>,
  focusField: (name: string) => void,
): FormHandle {
  const [key] = useState(() => draftKey(currentUserId(), form.name, location.pathname));
  const [draft, setDraft] = useState(() => readDraft(form, key));
  const [values, setValues] = useState<FormValues>(() => ({ ...initial, ...draft }));
  const [errors, setErrors] = useState<FormErrors>({});
  const [overtaken, setOvertaken] = useState<FormErrors>({});
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Values at the time of the response, not of the request.
  const latest = useRef(values);
  latest.current = values;
  const isUnderWay = useRef(false);
  const isDone = useRef(false);

  useEffect(() => storeDraft(form, key, values, initial), [form, key, values, initial]);
  // Leaving the screen is not a reload.
  useEffect(() => () => dropDraft(key), [key]);

  const show = (found: FormErrors): boolean => {
    // Render before focusing: the message at the top moves the fields down, and the focused one would leave the view.
    flushSync(() => setErrors(found));
    const first = fieldsOf(form).find(({ name }) => found[name] !== undefined);
    if (first) focusField(first.name);
    return first !== undefined;
  };
  const reportError = (error: unknown): void => {
    if (error instanceof EndedSession) return;
    const failed = asApiError(error);
    setFailure(failed);
    show(errorsOfServer(form, failed.body?.errors));
    // An unreachable server is shown in the form and the connection bar (C51). After focusing: the dialog returns the focus to the field.
    if (failed.unreached) return;
    const support = supportText(failed);
    if (form.failure) openError({ title: form.failed, message: form.failure(failed), isWhole: true, support });
    else openError({ title: form.failed, message: failed.message, support });
  };

  return {
    values,
    errors,
    overtaken,
    failure,
    isBusy,
    isRestored: Object.keys(draft).length > 0,
    isUnsaved: () => !isDone.current && Object.keys(initial).some((name) => values[name] !== initial[name]),
    set(name, text) {
      setValues((old) => ({ ...old, [name]: text }));
      setErrors(({ [name]: _gone, ...others }) => others);
    },
    leave(name) {
      const field = fieldsOf(form).find((one) => one.name === name);
      const text = values[name] ?? '';
      const fault = field && text.trim() !== '' ? faultOf(field, text) : null;
      if (fault !== null) setErrors((old) => ({ ...old, [name]: fault }));
    },
    clear() {
      setValues(initial);
      setDraft({});
      setErrors({});
      setOvertaken({});
      setFailure(null);
    },
    async rebase(read) {
      try {
        const stored = await read();
        const meanwhile = { before: initial, now: stored, typed: latest.current };
        setValues(rebased(form, meanwhile));
        setOvertaken(conflictsOf(form, meanwhile));
        setErrors({});
        setFailure(null);
      } catch (error) {
        reportError(error);
      }
    },
    giveUp() {
      isDone.current = true;
    },
    async submit() {
      // A second click while saving does nothing.
      if (isUnderWay.current) return;
      setFailure(null);
      if (show(checkForm(form, values))) return;
      isUnderWay.current = true;
      setBusy(true);
      try {
        isDone.current = true;
        await save(values);
      } catch (error) {
        isDone.current = false;
        reportError(error);
      } finally {
        isUnderWay.current = false;
        setBusy(false);
      }
    },
  };
}

// ---- Selects the form fields stored for a reload. Passwords are excluded.

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

// ---- Merges a record that someone else saved into a form: typed values stay, others are updated, conflicts are reported. Pure.

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
