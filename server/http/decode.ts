/** Decodes query, path and body strictly by the contract. Everything else is a 400 with field and reason. */
import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { BadValue, type Params, textParam } from '../../contract/params.ts';
import { HttpError } from './api-error.ts';
import type { QueryPairs } from './query-text.ts';
import { fieldsOf, sentencesOf } from './sentences.ts';

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

/** `z.object` drops unknown keys. Here they are reported: a mistake, or an attack. */
function strict(schema: z.ZodMiniType): z.ZodMiniType {
  return schema instanceof z.ZodMiniObject && !schema.def.catchall ? z.strictObject(schema.def.shape) : schema;
}

/** PostgreSQL's texts cannot contain NUL. Bodies are flat: the schema refuses deeper values anyway. */
function fieldWithNul(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  for (const [name, value] of Object.entries(body))
    if (name.includes('\0') || (typeof value === 'string' && value.includes('\0'))) return name.replaceAll('\0', '');
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
