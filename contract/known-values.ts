/**
 * Reads a response of a newer server: a value that this version does not know is unknown, and the rest stays. An installed app would refuse
 * the whole response otherwise.
 */
import type * as z from 'zod/mini';

type Read<T> = { readonly success: true; readonly data: T } | { readonly success: false; readonly error: Error };

/** `path` = keys from the body to the value. */
type Unknown = { readonly path: readonly PropertyKey[]; readonly values: readonly unknown[] };

/** Where a schema has one of them, it is shown in place of the value. */
const wordsForUnknown = ['unknown', 'other'];

/**
 * The value becomes a word for unknown or null; else it leaves its list or its object; else null replaces the object that contains it. A
 * response that allows none of these is not read: null further up would mean that there is nothing.
 */
export function safeReadKnown<T>(schema: z.ZodMiniType<T>, value: unknown): Read<T> {
  const read = schema.safeParse(value);
  if (read.success || !unknownsOf(read.error)?.every(({ path }) => typeof partOf(value, path) === 'string'))
    return read;
  // It arrived as JSON.
  const body: unknown = JSON.parse(JSON.stringify(value));
  let next = schema.safeParse(body);
  for (const replace of [byWord, byNothing, byNoObject]) {
    const unknowns = next.success ? null : unknownsOf(next.error);
    if (!unknowns) break;
    // From the end: the places before it in a list stay.
    for (const one of unknowns.toReversed()) replace(body, one);
    next = schema.safeParse(body);
  }
  return next.success ? next : read;
}

/** @throws ZodError */
export function readKnown<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const read = safeReadKnown(schema, value);
  if (!read.success) throw read.error;
  return read.data;
}

/** null = something else is wrong. */
function unknownsOf({ issues }: z.core.$ZodError): readonly Unknown[] | null {
  const found = issues.flatMap((issue) =>
    issue.code === 'invalid_value' && issue.path.length > 0 ? [{ path: issue.path, values: issue.values }] : [],
  );
  return found.length === issues.length ? found : null;
}

type Part = Record<PropertyKey, unknown> | null | undefined;
const partOf = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((part, key) => (part as Part)?.[key], body);

function put(body: unknown, path: readonly PropertyKey[], value: unknown): void {
  const parent = partOf(body, path.slice(0, -1)) as Part;
  const key = path.at(-1);
  if (parent && key !== undefined) parent[key] = value;
}

function byWord(body: unknown, { path, values }: Unknown): void {
  put(body, path, wordsForUnknown.find((word) => values.includes(word)) ?? null);
}

function byNothing(body: unknown, { path }: Unknown): void {
  const parent = partOf(body, path.slice(0, -1));
  if (Array.isArray(parent)) parent.splice(Number(path.at(-1)), 1);
  else put(body, path, undefined);
}

function byNoObject(body: unknown, { path }: Unknown): void {
  put(body, path.slice(0, -1), null);
}
