/** Values of an object that a receiver has sent: each is checked before it is used. Pure. */
export type Json = Readonly<Record<string, unknown>>;

export const objectOf = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
export const objectIn = (values: Json, name: string): Json | null => objectOf(values[name]);

export function objectsIn(values: Json, name: string): Json[] {
  const list = values[name];
  return Array.isArray(list) ? list.map(objectOf).filter((one) => one !== null) : [];
}

/** null = missing, or out of the range. */
export function numberIn(values: Json, name: string, min: number, max: number): number | null {
  const value = values[name];
  return typeof value === 'number' && value >= min && value <= max ? value : null;
}

export function textIn(values: Json, name: string, pattern: RegExp): string | null {
  const value = values[name];
  return typeof value === 'string' && pattern.test(value) ? value : null;
}
