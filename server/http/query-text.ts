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
