/** Expressions of rules, in linear time. The only importer of `re2js`. A text is searched for the literals of an expression first. Own file: a library. */
import { RE2JS, RE2JSException } from 're2js';
import { ruleLimits } from '../../../contract/entities/rules.ts';
import { foldCase } from '../../../contract/filters.ts';

export type Expression = {
  /** One of these is in each text that matches. In lower case. */
  readonly literals: readonly string[];
  /** `text` in lower case. Reads its first characters only. */
  test(text: string): boolean;
};

/** Of its program. Repeats of repeats are short to write. */
const maxProgram = 2000;

/** A node of the literals that `re2js` requires. */
type Required = { readonly type: 0 | 1 | 2 | 3; readonly str: string; readonly subs: readonly Required[] };
const nodes = { exact: 1, all: 2, any: 3 } as const;

/** Its literals are long enough, or null. */
function literalsOf(node: Required | null): readonly string[] | null {
  if (node === null) return null;
  if (node.type === nodes.exact) return node.str.length >= ruleLimits.literal ? [foldCase(node.str)] : null;
  const found = node.subs.map(literalsOf);
  if (node.type === nodes.any) return found.every((one) => one !== null) ? found.flat() : null;
  const usable = found.filter((one) => one !== null);
  const length = (literals: readonly string[]): number => Math.min(...literals.map((one) => one.length));
  return usable.sort((a, b) => a.length - b.length || length(b) - length(a))[0] ?? null;
}

/** A sentence = why it cannot be used. */
export function readExpression(pattern: string): Expression | string {
  try {
    // Literals are found in their own case only.
    const required = RE2JS.compile(pattern).re2().prefilter as Required | null;
    const program = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    if (program.programSize() > maxProgram) return 'The expression is too large. Use fewer or shorter repeats.';
    const literals = literalsOf(required);
    if (literals === null)
      return `Each match of the expression must contain the same text of at least ${ruleLimits.literal} characters, without brackets or (?i). Case is ignored.`;
    return {
      literals,
      test: (text) => program.test(text.length > ruleLimits.read ? text.slice(0, ruleLimits.read) : text),
    };
  } catch (error) {
    if (error instanceof RE2JSException)
      return `The expression is not valid: ${error.message.replace(/^error parsing regexp: /, '')}. The syntax is that of RE2.`;
    throw error;
  }
}
