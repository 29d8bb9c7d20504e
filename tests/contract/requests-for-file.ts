/** Requests generated from an OpenAPI document: mostly valid by its schemas, some values wrong. */
import fc from 'fast-check';
import { anyText } from '../support/any-text.ts';

export type Schema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
};
export type Operation = {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
};
export type OpenApi = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
export type Generated = {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly contentType: string | null;
  readonly body: string | undefined;
  readonly who: string;
};

const hostile = fc.constantFrom<unknown>(
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1e309',
    'NaN',
    'null',
    '__proto__',
    'constructor',
    '%',
    "' or 1=1--",
    '\u0000',
    '\ud800',
    '٣',
  ],
  ...['x'.repeat(5000), '2026-02-30', '9999-12-31T23:59:59Z', '..%2f..%2fetc/passwd', '\u202e', '=1+1'],
  ...[null, true, -1, 0, 2 ** 53, 1e308, [], {}, [[]], { __proto__: null }],
);
/** One of seven values is wrong. */
const often = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: right }, { weight: 1, arbitrary: hostile });

function fromSchema(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return often(fc.constant(schema.const));
  if (schema.enum) return often(fc.constantFrom(...schema.enum));
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices?.length) return fc.oneof(...choices.map(fromSchema));
  return often(ofType(schema));
}

function ofType(schema: Schema): fc.Arbitrary<unknown> {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  const { minimum = -1e6, maximum = 1e6 } = schema;
  switch (type) {
    case 'integer':
      return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) });
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}), { maxLength: 5 });
    case 'object':
      return ofObject(schema);
    case 'string':
      return ofString(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function ofObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fromSchema(schema)]));
  const asAsked = fc.record(fields, { requiredKeys: [...required] });
  const more = fc.record({ ...fields, unasked: hostile }, { requiredKeys: [] });
  return fc.oneof({ weight: 6, arbitrary: asAsked }, { weight: 1, arbitrary: more });
}

function ofString({ pattern, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  const any = anyText(Math.min(maxLength, 60));
  return pattern ? fc.stringMatching(new RegExp(pattern)) : fc.oneof(any, fc.string({ maxLength: 12 }));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
/** A lone surrogate has no encoding. */
const encoded = (value: unknown): string => encodeURIComponent(textOf(value).replace(/\p{Surrogate}/gu, '\ufffd'));

/** `whoOf` = identities that may send an operation. `ids` fit path parameters. */
export function requestsOf(
  { paths }: OpenApi,
  ids: readonly string[],
  whoOf: (operation: Operation) => readonly string[],
): fc.Arbitrary<Generated> {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      oneOperation(path, method, operation, ids, whoOf(operation)),
    ),
  );
  return fc.oneof(...all);
}

function oneOperation(
  path: string,
  method: string,
  operation: Operation,
  ids: readonly string[],
  who: readonly string[],
): fc.Arbitrary<Generated> {
  const inPath = operation.parameters.filter((one) => one.in === 'path');
  const inQuery = operation.parameters.filter((one) => one.in === 'query');
  const ofQuery = Object.fromEntries(inQuery.map(({ name, schema }) => [name, fromSchema(schema)]));
  const id = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: hostile });
  const [contentType = null, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return fc
    .record({
      who: fc.constantFrom(...who),
      path: fc.record(Object.fromEntries(inPath.map(({ name }) => [name, id]))),
      query: fc.record(ofQuery, { requiredKeys: [] }),
      names: fc.subarray(Object.keys(ofQuery), { maxLength: Math.min(4, inQuery.length) }),
      body: bodyOf(contentType, content?.schema),
    })
    .map(({ who, path: values, query, names, body }) => {
      const text = names.filter((name) => name in query).map((name) => `${name}=${encoded(query[name])}`);
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(values[name]) || '0');
      const address = filled + (text.length > 0 ? `?${text.join('&')}` : '');
      return { operation: operation.operationId, method: method.toUpperCase(), path: address, contentType, body, who };
    });
}

function bodyOf(contentType: string | null, schema: Schema | undefined): fc.Arbitrary<string | undefined> {
  if (contentType === null || !schema) return fc.constant(undefined);
  if (contentType === 'application/json') return fromSchema(schema).map((value) => JSON.stringify(value));
  return fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 6 }).map((lines) => lines.map(textOf).join('\n'));
}
