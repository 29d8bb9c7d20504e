/** Compares the settings that the server reads with docs/settings.md. */
import { expect, test } from 'vitest';
import { read, sources } from './support/repository.ts';

/** Only for the tests and `npm run dev`. */
const internal = ['APP_DIR', 'CHECK_ANSWERS', 'CLOCK_OFFSET_MS', 'INIT_CWD', 'LC_ALL', 'RATE_LIMIT_LOOPBACK'];

test('every setting that the server reads is documented, and no other setting', () => {
  const code = sources(/^server\/(?!demo\/).*(?<!\.test)\.ts$/);
  const readNames = code.flatMap(({ text }) =>
    [...text.matchAll(/\benv(?:\.|\??\[')([A-Z][A-Z_]+)\b|\(env, '([A-Z][A-Z_]+)'/g)].map((m) => m[1] ?? m[2] ?? ''),
  );
  const rows = read('docs/settings.md').lines.filter((line) => line.startsWith('| `'));
  const documented = rows
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z_<>]+)`/g)].map((m) => m[1] ?? ''))
    .filter((name) => !name.startsWith('_') && !name.startsWith('TILES_<'));
  expect([...new Set(readNames)].filter((name) => !internal.includes(name)).sort()).toEqual(documented.sort());
  for (const part of ['URL', 'KEY', 'ATTRIBUTION', 'STORING'])
    expect(rows.join('\n')).toContain(`TILES_<LAYER>_${part}`);
});
