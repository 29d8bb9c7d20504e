/** Texts of a row of messages. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
