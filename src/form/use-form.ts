/**
 * What is typed into a form, what is wrong with it, and the one save that is under way.
 * Must not: draw, or lose what was typed when a save fails.
 */
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, EndedSession } from '../api/api-error.ts';
import { sessionStore } from '../session/session-store.ts';
import { openError } from '../ui/notices.ts';
import {
  checkForm,
  errorsOfServer,
  type FormDefinition,
  type FormErrors,
  type FormValues,
  faultOf,
  fieldsOf,
} from './define-form.ts';
import { draftKey, dropDraft, keepDraft, readDraft } from './draft.ts';
import { overtakenOf, rebased } from './rebase.ts';

export type FormHandle = {
  readonly values: FormValues;
  readonly errors: FormErrors;
  /** Under fields that somebody else has changed, too: what is stored there now. */
  readonly overtaken: FormErrors;
  /** Why the last save failed; null = it did not, or nothing was tried. */
  readonly failure: ApiError | null;
  readonly isBusy: boolean;
  /** What was typed before the page was loaded again stands in the fields. */
  readonly isRestored: boolean;
  /** Something was typed that is not saved. */
  isUnsaved(): boolean;
  set(name: string, text: string): void;
  /** The field was left: what stands there and is wrong is told. What is missing is told when it is saved. */
  leave(name: string): void;
  clear(): void;
  /** Others have saved meanwhile: what they wrote stands in the fields that were not touched here; what was typed stays, and says so. */
  rebase(read: () => Promise<FormValues>): Promise<void>;
  /** What was typed is given up on purpose: leaving asks no more. */
  giveUp(): void;
  submit(): Promise<void>;
};

const asApiError = (error: unknown): ApiError => (error instanceof ApiError ? error : new ApiError({ cause: error }));

function currentUserId(): string {
  const state = sessionStore.get();
  return state.kind === 'in' ? state.session.userId : '';
}

/** `focusField` is called with the first field that is wrong. */
export function useForm(
  form: FormDefinition,
  initial: FormValues,
  save: (values: FormValues) => Promise<void>,
  focusField: (name: string) => void,
): FormHandle {
  const [key] = useState(() => draftKey(currentUserId(), form, location.pathname));
  const [draft, setDraft] = useState(() => readDraft(form, key));
  const [values, setValues] = useState<FormValues>(() => ({ ...initial, ...draft }));
  const [errors, setErrors] = useState<FormErrors>({});
  const [overtaken, setOvertaken] = useState<FormErrors>({});
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  // As they are when an answer comes, not as they were when it was asked for.
  const latest = useRef(values);
  latest.current = values;
  const isUnderWay = useRef(false);
  const isDone = useRef(false);

  useEffect(() => keepDraft(form, key, values, initial), [form, key, values, initial]);
  // Leaving the screen, for whatever reason, is no reload.
  useEffect(() => () => dropDraft(key), [key]);

  const show = (found: FormErrors): boolean => {
    // Drawn before the focus: what stands on top then pushes the fields down, and the one that is looked at would leave the screen.
    flushSync(() => setErrors(found));
    const first = fieldsOf(form).find(({ name }) => found[name] !== undefined);
    if (first) focusField(first.name);
    return first !== undefined;
  };
  const tell = (error: unknown): void => {
    if (error instanceof EndedSession) return;
    const failed = asApiError(error);
    setFailure(failed);
    show(errorsOfServer(form, failed.body?.errors));
    // A server out of reach is told in the form and by the bar (C51). After the focus: the dialog gives it back to the field.
    if (failed.unreached) return;
    if (form.failure) openError({ title: form.failed, message: form.failure(failed), isWhole: true });
    else openError({ title: form.failed, message: failed.message });
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
        setOvertaken(overtakenOf(form, meanwhile));
        setErrors({});
        setFailure(null);
      } catch (error) {
        tell(error);
      }
    },
    giveUp() {
      isDone.current = true;
    },
    async submit() {
      // A second press while the first is on its way saves nothing twice.
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
        tell(error);
      } finally {
        isUnderWay.current = false;
        setBusy(false);
      }
    },
  };
}
