/** Declaration of a form. Fields have wire names, so that errors of the server find them. */
import type { ApiError } from '../data/api-error.ts';
import type { OptionSource } from '../data/options.ts';
import type { Rule } from './rules.ts';

/** `meaning` = explanation next to the value. */
export type Suggestion = { readonly value: string; readonly meaning: string };
export type FormField<N extends string = string> = {
  readonly name: N;
  readonly label: string;
  /** Default 'text'. 'day' = a calendar day, `YYYY-MM-DD`. 'instant' = a UTC date and time, typed or picked by the hour. */
  readonly type?: 'email' | 'password' | 'number' | 'day' | 'instant';
  /** Visible lines of text. Absent = one line, no line breaks. */
  readonly lines?: number;
  /** The only allowed values. */
  readonly choices?: readonly string[];
  /** Label of a value that differs from it. */
  readonly choiceLabels?: Readonly<Record<string, string>>;
  /** Suggestions of the server while typing. The selection is shown in full. */
  readonly sources?: readonly OptionSource[];
  /** Values to choose from a list. Any other text can be typed. */
  readonly offers?: readonly Suggestion[];
  /** Suggestions while typing. Any text is allowed. */
  readonly suggestions?: readonly (string | Suggestion)[];
  readonly rules?: readonly Rule[];
  /** Absent = always. A field that does not apply is neither shown nor checked, and the screen does not save it. */
  readonly applies?: (values: FormValues) => boolean;
  /** Marks the field. Its rules check blank values. Implied by the rule `required`. */
  readonly isRequired?: true;
  /** Other names that a server may use for the field. */
  readonly aliases?: readonly string[];
  readonly isReadOnly?: true;
  /** Unit after the input, such as °. */
  readonly unit?: string;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly autoComplete?: string;
};
type FormSection<N extends string = string> = {
  readonly title: string;
  readonly fields: readonly FormField<N>[];
};
export type FormDefinition<N extends string = string> = {
  readonly name: string;
  readonly sections: readonly FormSection<N>[];
  /** Button labels. `clear` empties the input, `cancel` leaves without saving. */
  readonly buttons: { readonly save: string; readonly clear?: string; readonly cancel?: string };
  /** Saving is irreversible: the button has a warning colour. */
  readonly isRemoval?: true;
  /** Title of the alert after a refusal. */
  readonly failed: string;
  /** Its text, where it is not the response's message. */
  readonly failure?: (error: ApiError) => string;
};
/** Typed values by field. */
export type FormValues<N extends string = string> = Readonly<Record<N, string>>;
export type FormErrors = Readonly<Record<string, string>>;

export function defineForm<const N extends string>(form: FormDefinition<N>): FormDefinition<N> {
  return form;
}

export const fieldsOf = (form: FormDefinition): readonly FormField[] => form.sections.flatMap(({ fields }) => fields);

/** Every field that breaks a rule, with its first error. */
export function checkForm(form: FormDefinition, values: FormValues): FormErrors {
  const errors: Record<string, string> = {};
  for (const field of fieldsOf(form)) {
    if (field.applies?.(values) === false) continue;
    const sentence = faultOf(field, values[field.name] ?? '');
    if (sentence !== null) errors[field.name] = sentence;
  }
  return errors;
}

/** First error of a value, or null. Read-only fields are only checked for presence. */
export function faultOf(field: FormField, text: string): string | null {
  if (field.isReadOnly && !field.isRequired) return null;
  for (const rule of field.rules ?? []) {
    const sentence = rule(text, field.label);
    if (sentence !== null) return sentence;
  }
  return null;
}

/** First error of the server per field (BID-10). Names in other case are accepted. */
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
