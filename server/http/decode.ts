/** Decodes query, path and body strictly by the contract. Everything else is a 400 with field and reason. */
import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { BadValue, type Params, textParam } from '../../contract/params.ts';
import { HttpError } from './api-error.ts';

/** Values by parameter name. @throws HttpError 400 for unknown, repeated and malformed ones */
export function decodeQuery(params: Params, { pairs, malformed }: QueryPairs): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const faults = new Map<string, string[]>();
  for (const name of malformed) faults.set(name, ['This is not correctly encoded.']);
  const seen = new Set<string>();
  for (const [name, text] of pairs) {
    if (!Object.hasOwn(params, name)) faults.set(name, ['Unknown parameter.']);
    else if (seen.has(name)) faults.set(name, ['Send this parameter once.']);
    else {
      seen.add(name);
      const fault = readInto(values, params, name, text);
      if (fault) faults.set(name, [fault]);
    }
  }
  if (faults.size > 0) throw refuse('The query', faults);
  return values;
}

function readInto(values: Record<string, unknown>, params: Params, name: string, text: string): string | null {
  try {
    values[name] = params[name]?.read(text);
    return null;
  } catch (error) {
    if (error instanceof BadValue) return error.message;
    throw error;
  }
}

/** Path parameters: bounded texts without NUL. */
export function decodePath(params: Readonly<Record<string, string>>): Record<string, string> {
  const values: Record<string, string> = {};
  const faults = new Map<string, string[]>();
  for (const [name, text] of Object.entries(params)) {
    const fault = readInto(values, { [name]: textParam }, name, text);
    if (fault) faults.set(name, [fault]);
  }
  if (faults.size > 0) throw refuse('The address', faults);
  return values;
}

/** A body reader, created once per call: the contract's schema, with unknown keys refused. */
export function bodyReader(endpoint: Endpoint): (body: unknown) => unknown {
  const schema = endpoint.body && strict(endpoint.body);
  if (!schema) return () => undefined;
  return (body) => {
    const nul = endpoint.sends === 'bytes' ? null : fieldWithNul(body);
    if (nul !== null) throw refuse('The body', new Map([[nul, ['A NUL character is not allowed here.']]]));
    const result = schema.safeParse(body, { reportInput: true });
    if (result.success) return result.data;
    throw refuse('The body', Object.entries(sentencesOf(result.error.issues)));
  };
}

/** `z.object` drops unknown keys. Here they are reported at every level: a mistake, or an attack. The checks of a schema stay. */
function strict(schema: z.ZodMiniType): z.ZodMiniType {
  if (schema instanceof z.ZodMiniObject) {
    if (schema.def.catchall) return schema;
    const fields = Object.entries(schema.def.shape as Readonly<Record<string, z.ZodMiniType>>);
    const shape = Object.fromEntries(fields.map(([name, field]) => [name, strict(field)]));
    return schema.clone({ ...schema.def, shape, catchall: z.never() });
  }
  if (schema instanceof z.ZodMiniArray)
    return schema.clone({ ...schema.def, element: strict(schema.def.element as z.ZodMiniType) });
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable)
    return schema.clone({ ...schema.def, innerType: strict(schema.def.innerType as z.ZodMiniType) } as never);
  if (schema instanceof z.ZodMiniUnion || schema instanceof z.ZodMiniDiscriminatedUnion) {
    const options = schema.def.options as readonly z.ZodMiniType[];
    return schema.clone({ ...schema.def, options: options.map(strict) } as never);
  }
  return schema;
}

/** Path of the first text with a NUL, which PostgreSQL cannot store. Bodies have a few levels (bodies.ts). null = none */
function fieldWithNul(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  for (const [name, value] of Object.entries(body)) {
    if (name.includes('\0') || (typeof value === 'string' && value.includes('\0'))) return name.replaceAll('\0', '');
    const inner = fieldWithNul(value);
    if (inner !== null) return `${name}.${inner}`;
  }
  return null;
}

function refuse(what: string, faults: Iterable<readonly [string, string[]]>): HttpError {
  const fields = fieldsOf(faults);
  const names = Object.keys(fields);
  const first = names.slice(0, 3).map((name) => `${printable(name)}: ${fields[name]?.[0]}`);
  return new HttpError(400, `${what} is invalid. ${first.join(' ')}`, fields);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const printable = (name: string): string => name.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');

/** Parses the query string into pairs: no object whose keys an attacker chooses. Never throws. */
export type QueryPairs = {
  readonly pairs: readonly (readonly [name: string, value: string])[];
  /** Names (or texts) with invalid percent signs. */
  readonly malformed: readonly string[];
};

/** More pairs than any call has parameters. */
const maxPairs = 500;

export function parseQueryText(text: string): QueryPairs {
  const pairs: [string, string][] = [];
  const malformed: string[] = [];
  if (text === '') return { pairs, malformed };
  for (const part of text.split('&', maxPairs)) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const name = unescapeText(at < 0 ? part : part.slice(0, at));
    const value = unescapeText(at < 0 ? '' : part.slice(at + 1));
    if (name === null || value === null) malformed.push(name ?? part.slice(0, 40));
    else pairs.push([name, value]);
  }
  return { pairs, malformed };
}

function unescapeText(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

// ---- Validation errors of a body as texts by field, in our own words.

type Issue = z.core.$ZodIssue;

/** Texts by field. An error of the whole body is under 'body'. */
function sentencesOf(issues: readonly Issue[]): Record<string, string[]> {
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
function fieldsOf(entries: Iterable<readonly [string, string[]]>): Record<string, string[]> {
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
