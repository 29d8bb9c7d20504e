/**
 * Each row of the specification that is delivered has a test with its id in the title.
 * Must not: hold ids itself (they stand in spec-rows.json), or count an id that stands in a comment.
 */
import { expect, test } from 'vitest';
import { read, sources } from './support/repository.ts';

const wanted = JSON.parse(read('tests/spec-rows.json').text) as Record<string, string[]>;

/** Titles of tests and of the groups around them. */
function titles(): string[] {
  const call = /\b(?:test|it|describe)(?:\.[a-z]+)*(?:\([^`'"]*?\)|<[^>]*>)?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
  return sources(/^(contract|decoder|src|sw|server|tests)\/.*\.(test|spec)\.tsx?$/).flatMap((source) =>
    [...source.text.matchAll(call)].map((match) => match[2] ?? ''),
  );
}

test('each delivered row of the specification has a test that names it', () => {
  const named = new Set(
    titles().flatMap((title) => title.match(/\b(?:[A-Z]{2,4}-\d\d[a-d]?|[CS]\d\d\d?[a-d]?)\b/g) ?? []),
  );
  const missing = Object.entries(wanted).flatMap(([step, ids]) =>
    ids.filter((id) => !named.has(id)).map((id) => `${step}: no test title names ${id}`),
  );
  expect(missing).toEqual([]);
});

test('the list names each row once', () => {
  const ids = Object.values(wanted).flat();
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});
