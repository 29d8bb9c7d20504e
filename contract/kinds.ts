/** Value kinds: in a row (`Kind`) and in a query (`Param`). */
import * as z from 'zod/mini';
import { dayPattern, instantExamples, instantPattern } from './params.ts';

/** How a value is read, shown and compared. `code` = short identifier, compared as a whole. `text` = free text, searched by part. */
export type KindName = 'instant' | 'day' | 'code' | 'text' | 'number' | 'flag' | 'object';

/** A field of a row. `schema` is the strict wire format. `tolerant` never throws: unreadable values become `empty` (invariant 10). */
export type Kind<T> = {
  readonly name: KindName;
  readonly schema: z.ZodMiniType<T>;
  readonly tolerant: (value: unknown) => T;
};

const utcPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
/** `YYYY-MM-DDTHH:mm:ssZ`, 20 characters (C26b). */
export const utcText = z.string().check(z.regex(utcPattern));

/** Dates in a body. Handlers refuse invalid ones with their own text. Here the formats are described for the OpenAPI document. */
export const requestInstant = z
  .string()
  .register(z.globalRegistry, { pattern: instantPattern.source, examples: instantExamples });
export const requestDay = z.string().register(z.globalRegistry, { format: 'date', pattern: dayPattern.source });

/** A name in a body: without blanks around it, and not empty. */
export const shortText = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

/** Fields of a body or a response that is not a list row. */
export const nullableText = z.nullable(z.string());
export const nullableNumber = z.nullable(z.number());

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const asNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

function orNull<T>(name: KindName, schema: z.ZodMiniType<T>, read: (value: unknown) => T | null): Kind<T | null> {
  return { name, schema: z.nullable(schema), tolerant: read };
}

export const instant: Kind<string> = { name: 'instant', schema: utcText, tolerant: (v) => asText(v) ?? '' };
export const instantOrNull = orNull('instant', utcText, asText);
export const day: Kind<string> = { name: 'day', schema: z.string(), tolerant: (v) => asText(v) ?? '' };
export const dayOrNull = orNull('day', z.string(), asText);
export const code: Kind<string> = { name: 'code', schema: z.string(), tolerant: (v) => asText(v) ?? '' };
/** Receivers and other servers may send identifiers as numbers: they become text. */
export const codeOrNull = orNull('code', z.string(), (v) => (typeof v === 'number' ? String(v) : asText(v)));
export const text: Kind<string> = { name: 'text', schema: z.string(), tolerant: (v) => asText(v) ?? '' };
export const textOrNull = orNull('text', z.string(), asText);
export const number: Kind<number> = { name: 'number', schema: z.number(), tolerant: (v) => asNumber(v) ?? 0 };
export const numberOrNull = orNull('number', z.number(), asNumber);
export const flag: Kind<boolean> = { name: 'flag', schema: z.boolean(), tolerant: (v) => v === true };
export const flagOrNull = orNull('flag', z.boolean(), (v) => (typeof v === 'boolean' ? v : null));

/** A nested object, or null. The tolerant form drops invalid objects as a whole. */
export function objectOrNull<T>(schema: z.ZodMiniType<T>): Kind<T | null> {
  return orNull('object', schema, (value) => {
    const result = schema.safeParse(value);
    return result.success ? result.data : null;
  });
}

/** Fields of a row by wire name, in specified order. */
export type Entity = Readonly<Record<string, Kind<unknown>>>;
export type Row<E extends Entity> = { -readonly [F in keyof E]: E[F] extends Kind<infer T> ? T : never };

/** Strict schema of a row of our server. Unknown keys are an error, so that tests find misspelt fields. */
export function rowSchema<E extends Entity>(entity: E): z.ZodMiniType<Row<E>> {
  const shape = Object.fromEntries(Object.entries(entity).map(([field, kind]) => [field, kind.schema]));
  return z.strictObject({ id: z.optional(z.string()), ...shape }) as unknown as z.ZodMiniType<Row<E>>;
}

/** Reads a row of any server: every field is present, invalid and missing values are empty, unknown keys are dropped. `id` stays. */
export function tolerantRow<E extends Entity>(entity: E, value: unknown): Row<E> & { id?: string } {
  const source = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const row: Record<string, unknown> = {};
  for (const field in entity) row[field] = entity[field]?.tolerant(source[field]);
  if (typeof source.id === 'string') row.id = source.id;
  return row as Row<E> & { id?: string };
}

/** A row within a row, or null. The tolerant form takes missing fields as null and drops unknown ones, so that another server may lack ours. */
export function nestedRow<E extends Entity>(entity: E): Kind<Row<E> | null> {
  const schema = rowSchema(entity);
  return orNull('object', schema, (value) => {
    const source = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
    const known = Object.entries(entity).map(([field, { name, tolerant }]) => {
      const part = source[field] ?? null;
      return [field, name === 'object' ? tolerant(part) : part] as const;
    });
    const result = schema.safeParse(
      Object.fromEntries([...known, ...(typeof source.id === 'string' ? [['id', source.id] as const] : [])]),
    );
    return result.success ? result.data : null;
  });
}
