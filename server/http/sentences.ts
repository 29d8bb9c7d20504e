/**
 * What is wrong with a body, as sentences for the person who sent it, by field. Must not: show the validator's own words.
 */
import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** Sentences by field; a fault of the body as a whole stands under 'body'. */
export function sentencesOf(issues: readonly Issue[]): Record<string, string[]> {
  const byField = new Map<string, string[]>();
  const add = (path: readonly PropertyKey[], sentence: string): void => {
    const field = path.map(String).join('.') || 'body';
    byField.set(field, [...(byField.get(field) ?? []), sentence]);
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add([...issue.path, key], 'This field is not known.');
    else add(issue.path, sentenceOf(issue));
  }
  return fieldsOf(byField);
}

/** A record whose keys may be anything a client sent, `__proto__` included. */
export function fieldsOf(entries: Iterable<readonly [string, string[]]>): Record<string, string[]> {
  const fields = Object.create(null) as Record<string, string[]>;
  for (const [name, sentences] of entries) fields[shorten(name)] = sentences;
  return fields;
}

const shorten = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}...` : name);

const kinds: Readonly<Record<string, string>> = {
  string: 'This must be a text.',
  number: 'This must be a number.',
  int: 'This must be a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  object: 'This must be an object.',
};

function sentenceOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is required.' : (kinds[issue.expected] ?? 'This has the wrong form.');
    case 'invalid_value':
      return `This must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return 'This is too small or too short.';
    case 'too_big':
      return 'This is too large or too long.';
    default:
      return 'This has the wrong form.';
  }
}
