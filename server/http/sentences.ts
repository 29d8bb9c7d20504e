/** Validation errors of a body as texts by field, in our own words. */
import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** Texts by field. An error of the whole body is under 'body'. */
export function sentencesOf(issues: readonly Issue[]): Record<string, string[]> {
  const byField = new Map<string, string[]>();
  const add = (path: readonly PropertyKey[], sentence: string): void => {
    const field = path.map(String).join('.') || 'body';
    byField.set(field, [...(byField.get(field) ?? []), sentence]);
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add([...issue.path, key], 'Unknown field.');
    else add(issue.path, sentenceOf(issue));
  }
  return fieldsOf(byField);
}

/** A record whose keys may be any text of a client, including `__proto__`. */
export function fieldsOf(entries: Iterable<readonly [string, string[]]>): Record<string, string[]> {
  const fields = Object.create(null) as Record<string, string[]>;
  for (const [name, sentences] of entries) fields[shorten(name)] = sentences;
  return fields;
}

const shorten = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}...` : name);

const kinds: Readonly<Record<string, string>> = {
  string: 'Must be text.',
  number: 'Enter a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object.',
};

function sentenceOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Required.' : (kinds[issue.expected] ?? 'Invalid format.');
    case 'invalid_value':
      return `Must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return 'Too small or too short.';
    case 'too_big':
      return 'Too large or too long.';
    default:
      return 'Invalid format.';
  }
}
