import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { sources } from './support/repository.ts';

/** Regular expressions written in a file. */
function patternsOf(file: string, text: string): RegExp[] {
  const found: RegExp[] = [];
  JSON.stringify(parseSync(file, text).program, (_key, node: { regex?: { pattern: string; flags: string } } | null) => {
    if (node?.regex) found.push(new RegExp(node.regex.pattern, node.regex.flags));
    return typeof node === 'bigint' ? null : node;
  });
  return found;
}

/** Long texts that almost match many patterns, each whole and a quarter of it: a time that grows with the square of the length is 16 times as long. */
const repeated = [...'aAZ01 /.-,:@"\'(%<&*\n\t\\', 'a ', '0 ', 'a.', '1.', 'a-', '0,', '/a', '1:'];
const texts = repeated.map((part) => {
  const [whole, quarter] = [16_000, 4000].map((length) => `${part.repeat(length / part.length)}\u0001`);
  return { whole: whole ?? '', quarter: quarter ?? '' };
});
/** Shorter times say nothing. */
const leastMs = 40;
const growth = 8;

test('ASVS 1.3.12: no text makes a regular expression slow', () => {
  const product = sources(/^(contract|decoder|server|src|sw)\/.+(?<!\.test)\.tsx?$/);
  const patterns = product.flatMap(({ file, text }) => patternsOf(file, text).map((pattern) => ({ file, pattern })));
  expect(patterns.length).toBeGreaterThan(300);
  const different = [...new Map(patterns.map((one) => [String(one.pattern), one])).values()];
  const costMs = (pattern: RegExp, text: string): number => {
    const before = process.cpuUsage();
    text.replace(pattern, '');
    return process.cpuUsage(before).user / 1000;
  };
  // The process also collects garbage: only a pattern that is slow each time counts as slow.
  const isSlow = (pattern: RegExp, { whole, quarter }: (typeof texts)[number]): boolean =>
    [1, 2, 3].every(() => {
      const ms = costMs(pattern, whole);
      return ms > leastMs && ms > growth * costMs(pattern, quarter);
    });
  const slow = different.filter(({ pattern }) => texts.some((text) => isSlow(pattern, text)));
  expect(slow.map(({ file, pattern }) => `${file}: ${pattern}`)).toEqual([]);
});
