/**
 * What a form declares: sections of fields with their rules, buttons, and the words of a failure.
 * Must not: know React state, a route, or any one form. A field bears the wire's name, so that the server's errors find it.
 */
import type { ApiError } from '../api/api-error.ts';
import type { OptionSource } from '../api/options.ts';
import type { Rule } from './rules.ts';

/** `meaning` = what the value stands for, beside it. */
export type Suggestion = { readonly value: string; readonly meaning: string };
export type FormField<N extends string = string> = {
  readonly name: N;
  readonly label: string;
  /** 'text' where absent; 'day' = a calendar day, as `YYYY-MM-DD`; 'instant' = a UTC date and time, typed, or picked by the hour. */
  readonly type?: 'email' | 'password' | 'number' | 'day' | 'instant';
  /** So many lines of text are seen at once; absent = one line, without breaks. */
  readonly lines?: number;
  /** These and nothing else may be chosen. */
  readonly choices?: readonly string[];
  /** What a choice is called, where that is not its value. */
  readonly choiceLabels?: Readonly<Record<string, string>>;
  /** The server offers these while one types; what was chosen stands there whole. */
  readonly sources?: readonly OptionSource[];
  /** Offered while typing; any other text may be typed. */
  readonly suggestions?: readonly (string | Suggestion)[];
  readonly rules?: readonly Rule[];
  /** Marks the field; what is said of a blank one is a rule's. With `required` among the rules it need not be said. */
  readonly isRequired?: true;
  /** Other names under which a server may speak of the field. */
  readonly aliases?: readonly string[];
  readonly isReadOnly?: true;
  /** Behind what is typed, such as °. */
  readonly unit?: string;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly autoComplete?: string;
};
export type FormSection<N extends string = string> = {
  readonly title: string;
  readonly fields: readonly FormField<N>[];
};
export type FormDefinition<N extends string = string> = {
  readonly name: string;
  readonly sections: readonly FormSection<N>[];
  /** The words of the buttons. `clear` empties what was typed, `cancel` leaves without saving. */
  readonly buttons: { readonly save: string; readonly clear?: string; readonly cancel?: string };
  /** What saving takes away cannot be had back: the button says so by its colour. */
  readonly isRemoval?: true;
  /** Title of the alert when the server refuses. */
  readonly failed: string;
  /** Its words, where they are not the answer's message. */
  readonly failure?: (error: ApiError) => string;
};
/** What is typed, by field. */
export type FormValues<N extends string = string> = Readonly<Record<N, string>>;
export type FormErrors = Readonly<Record<string, string>>;

export function defineForm<const N extends string>(form: FormDefinition<N>): FormDefinition<N> {
  return form;
}

export const fieldsOf = (form: FormDefinition): readonly FormField[] => form.sections.flatMap(({ fields }) => fields);

/** Every field that breaks a rule of its own, with the first sentence. */
export function checkForm(form: FormDefinition, values: FormValues): FormErrors {
  const errors: Record<string, string> = {};
  for (const field of fieldsOf(form)) {
    const sentence = faultOf(field, values[field.name] ?? '');
    if (sentence !== null) errors[field.name] = sentence;
  }
  return errors;
}

/** The first sentence that a text earns in a field, or null. A read-only one is judged only where it must be there. */
export function faultOf(field: FormField, text: string): string | null {
  if (field.isReadOnly && !field.isRequired) return null;
  for (const rule of field.rules ?? []) {
    const sentence = rule(text, field.label);
    if (sentence !== null) return sentence;
  }
  return null;
}

/** The server's first sentence under each field that it speaks of (BID-10); another server may write the names in another letter case. */
export function errorsOfServer(
  form: FormDefinition,
  errors: Readonly<Record<string, readonly string[]>> | undefined,
): FormErrors {
  const found: Record<string, string> = {};
  for (const [name, [sentence]] of Object.entries(errors ?? {})) {
    const field = fieldsOf(form).find((one) => isNamed(one, name));
    if (field && !field.isReadOnly && sentence !== undefined) found[field.name] ??= sentence;
  }
  return found;
}
const isNamed = ({ name, aliases = [] }: FormField, other: string): boolean =>
  [name, ...aliases].some((one) => one.toLowerCase() === other.toLowerCase());
