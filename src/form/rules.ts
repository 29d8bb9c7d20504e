/**
 * The rules that a field of a form may have (PAGE-17). Pure: text in, sentence or null out.
 * Must not: know a form, or judge a text that the server alone can judge.
 */

/** What is wrong with a text, as a sentence for the person; null = nothing. `label` = the field's own. */
export type Rule = (text: string, label: string) => string | null;

/** A blank text is none. */
export const required: Rule = (text, label) => (text.trim() === '' ? `${label} is required.` : null);

/** The others say nothing about a blank text: whether it may be blank is what `required` is for. */
const unlessBlank =
  (rule: Rule): Rule =>
  (text, label) =>
    text.trim() === '' ? null : rule(text, label);

export const minLength = (length: number): Rule =>
  unlessBlank((text, label) =>
    [...text].length < length ? `${label} must have at least ${length} characters.` : null,
  );

export const maxLength = (length: number): Rule =>
  unlessBlank((text, label) => ([...text].length > length ? `${label} must have at most ${length} characters.` : null));

/** As a browser's e-mail input judges, and with a dot in the domain. */
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const email: Rule = unlessBlank((text, label) =>
  emailPattern.test(text.trim()) ? null : `${label} must be a valid e-mail address.`,
);

/** ASCII digits: other scripts' digits are not what a database takes for a number. */
export const digitsOnly: Rule = unlessBlank((text, label) =>
  /^\d+$/.test(text.trim()) ? null : `${label} must have digits only.`,
);
