/** Field rules (PAGE-17): text in, error or null out. Pure. */

/** Error for a value, or null. `label` = that of the field. */
export type Rule = (text: string, label: string) => string | null;

/** Blank counts as missing. */
export const required: Rule = (text, label) => (text.trim() === '' ? `${label} is required.` : null);

/** The other rules accept blank values: `required` decides about those. */
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

/** Like a browser's email input, plus a dot in the domain. */
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const email: Rule = unlessBlank((text, label) =>
  emailPattern.test(text.trim()) ? null : `${label} must be a valid email address.`,
);

/** ASCII digits only: databases accept no others. */
export const digitsOnly: Rule = unlessBlank((text, label) =>
  /^\d+$/.test(text.trim()) ? null : `${label} must contain only digits.`,
);
