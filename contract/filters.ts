/** Filter kinds. Read by the server (SQL), the device (stored rows) and the panel (input). */
import { decodedWords, meaningKinds } from './entities/meaning.ts';
import {
  codeParam,
  codesParam,
  dayParam,
  flagParam,
  instantParam,
  numberParam,
  type Param,
  textParam,
  wordParam,
  wordsParam,
} from './params.ts';

/**
 * `equals` and `contains` compare without ASCII letter case (C80); `min` and `max` include their bound; `exists` = the field is not null (C35).
 * `names` = part of an airline's name, or one of its codes whole; `country` = the code of a country, or its English name whole (C43).
 * `receiver` and `station` = the number of a station or the name of a receiver, in a field with receiver names or with station numbers (C118).
 * `kind`, `element`, `chapter` and `decoded` read a meaning: one of several kinds, which a text that nobody reads has none of; an element of CPDLC;
 * the ATA chapters of faults; how much was read. `among` = one of several ATA chapters.
 * A null field matches only an absent filter.
 */
type MeaningOp = 'kind' | 'element' | 'chapter' | 'decoded';
type FilterOp =
  | 'equals'
  | 'contains'
  | 'min'
  | 'max'
  | 'exists'
  | 'names'
  | 'country'
  | 'receiver'
  | 'station'
  | 'among'
  | MeaningOp;
type FilterValueKind = 'text' | 'number' | 'instant' | 'day' | 'flag' | MeaningOp;
export type FilterParam<N extends string = string> = {
  readonly name: N;
  readonly op: FilterOp;
  readonly value: FilterValueKind;
};
/** `P` = its parameters, `F` = the filtered wire field. */
export type Filter<P extends string = string, F extends string = string> = {
  readonly field: F;
  readonly way: 'equals' | 'contains' | 'range' | 'between' | 'days' | 'flag';
  readonly params: readonly FilterParam<P>[];
  /** A quantity that can be negative: the input has min 0 as specified, but a typed negative is sent (C34). */
  readonly signed?: true;
};

/** Codes: the whole value. `param` if the parameter differs from the field name. */
export function equals<const F extends string, const P extends string = F>(field: F, param?: P): Filter<P, F> {
  return { field, way: 'equals', params: [{ name: (param ?? field) as P, op: 'equals', value: 'text' }] };
}
/** Identifying integers, such as a channel. */
export function equalsNumber<const F extends string, const P extends string = F>(
  field: F,
  options: { param?: P; signed?: true } = {},
): Filter<P, F> {
  const name = (options.param ?? field) as P;
  return {
    field,
    way: 'equals',
    params: [{ name, op: 'equals', value: 'number' }],
    ...(options.signed ? { signed: true } : {}),
  };
}
/** Free text: part of it. */
export function contains<const F extends string, const P extends string = F>(field: F, param?: P): Filter<P, F> {
  return { field, way: 'contains', params: [{ name: (param ?? field) as P, op: 'contains', value: 'text' }] };
}
/** true / false / any. */
export function isFlag<const F extends string>(field: F): Filter<F, F> {
  return { field, way: 'flag', params: [{ name: field, op: 'equals', value: 'flag' }] };
}
/** A quantity: sends `<stem>Min` and `<stem>Max`. */
export function range<const F extends string, const S extends string = F>(
  field: F,
  options: { stem?: S; signed?: true } = {},
): Filter<`${S}Min` | `${S}Max`, F> {
  const stem = (options.stem ?? field) as S;
  return {
    field,
    way: 'range',
    params: fromTo(`${stem}Min`, `${stem}Max`, 'number'),
    ...(options.signed ? { signed: true as const } : {}),
  };
}
/** Instants, both ends included, to the second. */
export function between<const F extends string, const A extends string, const B extends string>(
  field: F,
  from: A,
  to: B,
): Filter<A | B, F> {
  return { field, way: 'between', params: fromTo(from, to, 'instant') };
}
/** Calendar days `YYYY-MM-DD`, both ends included. */
export function betweenDays<const F extends string, const A extends string, const B extends string>(
  field: F,
  from: A,
  to: B,
): Filter<A | B, F> {
  return { field, way: 'days', params: fromTo(from, to, 'day') };
}
const fromTo = <A extends string, B extends string>(
  from: A,
  to: B,
  value: FilterValueKind,
): readonly FilterParam<A | B>[] => [
  { name: from, op: 'min', value },
  { name: to, op: 'max', value },
];
/** A field that contains an airline (`airlineName`, `iata`, `icao`), found by name or code. */
export function namesAirline<const F extends string, const P extends string = F>(field: F, param?: P): Filter<P, F> {
  return { field, way: 'contains', params: [{ name: (param ?? field) as P, op: 'names', value: 'text' }] };
}
/** A field with an ISO country code. */
export function isCountry<const F extends string, const P extends string = F>(field: F, param?: P): Filter<P, F> {
  return { field, way: 'equals', params: [{ name: (param ?? field) as P, op: 'country', value: 'text' }] };
}
/** A field with a receiver name. A station's number matches all of its receivers. */
export function isReceivedBy<const F extends string>(field: F): Filter<F, F> {
  return { field, way: 'equals', params: [{ name: field, op: 'receiver', value: 'text' }] };
}
/** A field with the number of a station. A receiver's name matches its station. */
export function isStation<const F extends string>(field: F): Filter<F, F> {
  return { field, way: 'equals', params: [{ name: field, op: 'station', value: 'text' }] };
}
/** A field with an ATA chapter: one of several, with commas between. */
export function isOfChapters<const F extends string>(field: F): Filter<F, F> {
  return { field, way: 'equals', params: [{ name: field, op: 'among', value: 'chapter' }] };
}
/** What a message says: conditions on the field of its meaning. */
const ofMeaning = <const P extends string>(name: P, op: MeaningOp): Filter<P, 'meaning'> => ({
  field: 'meaning',
  way: 'equals',
  params: [{ name, op, value: op }],
});
export const meaningFilters = [
  ofMeaning('kind', 'kind'),
  ofMeaning('element', 'element'),
  ofMeaning('ata', 'chapter'),
  ofMeaning('decoded', 'decoded'),
] as const;

/** Adds the 'Exist?' variant: every parameter of the field with suffix 2 (C35). */
export function withExists<P extends string, F extends string>(filter: Filter<P, F>): Filter<P | `${P}2`, F> {
  const exists = filter.params.map((p) => ({
    name: `${p.name}2` as const,
    op: 'exists' as const,
    value: 'flag' as const,
  }));
  return { ...filter, params: [...filter.params, ...exists] };
}

type FilterParamNames<L extends readonly Filter[]> = L[number] extends Filter<infer P> ? P : never;

const readers = {
  text: textParam,
  number: numberParam,
  instant: instantParam,
  day: dayParam,
  flag: flagParam,
  kind: wordsParam(meaningKinds),
  element: codeParam(/^[UD]M\d{1,3}$/, 'Enter an element such as UM20 or DM6.'),
  chapter: codesParam(/^\d\d$/, 'Enter the two digits of an ATA chapter, or several with commas.'),
  decoded: wordParam(decodedWords),
} as const;
export const paramOf = (value: FilterValueKind): Param<unknown> => readers[value];

/** Query parameters of a list of filters, as text. */
export function filterParams<const L extends readonly Filter[]>(
  filters: L,
): { [N in FilterParamNames<L>]: Param<unknown> } {
  const params: Record<string, Param<unknown>> = {};
  for (const filter of filters) for (const p of filter.params) params[p.name] = paramOf(p.value);
  return params as { [N in FilterParamNames<L>]: Param<unknown> };
}

/** ASCII letters only, like the database (collation "C"): `A` matches `a`, `Ä` does not match `ä`. */
export function foldCase(text: string): string {
  // Fast path for ASCII, which nearly all texts are.
  return isAscii.test(text) ? text.toLowerCase() : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant, control characters among it
const isAscii = /^[\x00-\x7f]*$/;
