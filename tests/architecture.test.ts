/** Structure of the code: allowed imports, one importer per library, forbidden content. A failure names the file and the line. */
import { builtinModules } from 'node:module';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../contract/api.ts';
import { mayCall } from '../contract/audience.ts';
import { longFiles, shallowFiles } from './support/module-depth.ts';
import { importsOf, read, repositoryFiles, resolveImport, type Source, sources } from './support/repository.ts';

/** A folder may import itself and every row above its own; folders of one row do not import each other. */
const layers: readonly (readonly string[])[] = [
  ['contract'],
  ['decoder'],
  ['src/lib'],
  ['src/ui', 'src/session'],
  ['src/data/offline'],
  ['src/data'],
  ['src/range'],
  ['src/objects'],
  ['src/list', 'src/form', 'src/charts', 'src/decoding'],
  ['src/stations'],
  ['src/find'],
  ['src/screens'],
  ['src/app'],
];
/** Programs next to the app: our other folders that they may import. */
const programs: Readonly<Record<string, readonly string[]>> = {
  sw: ['contract'],
  server: ['contract', 'decoder'],
};

/**
 * Folders of the server, from the ground up: what each may import besides itself and `base`. Subfolders count as their folder. The
 * files next to them assemble the server and are imported by none.
 */
const serverFolders: Readonly<Record<string, readonly string[]>> = {
  base: [],
  database: [],
  query: ['database'],
  http: ['database', 'query'],
  outgoing: ['http'],
  mail: [],
  servers: ['database', 'http'],
  statistics: ['database', 'query', 'http'],
  accounts: ['database', 'query', 'http', 'outgoing', 'mail'],
  messages: ['database', 'query', 'http', 'statistics'],
  faults: ['database', 'query', 'http', 'messages'],
  reference: ['database', 'query', 'http', 'messages'],
  stations: ['database', 'query', 'http', 'mail', 'statistics', 'messages'],
  map: ['database', 'query', 'http', 'outgoing', 'statistics', 'messages', 'reference'],
  input: [
    ...['database', 'query', 'http', 'outgoing', 'servers', 'statistics', 'accounts', 'messages', 'reference'],
    ...['stations', 'map'],
  ],
  telling: [
    ...['database', 'query', 'http', 'outgoing', 'mail', 'servers', 'statistics', 'accounts', 'messages', 'faults'],
    ...['reference', 'stations', 'map'],
  ],
  pages: [
    ...['database', 'query', 'http', 'mail', 'statistics', 'messages', 'faults', 'reference', 'stations', 'map'],
    ...['telling'],
  ],
  ops: ['database', 'query', 'http', 'servers', 'statistics', 'accounts', 'messages', 'stations', 'input'],
  demo: ['database', 'query', 'statistics', 'accounts', 'messages', 'reference', 'stations', 'map', 'input', 'pages'],
};

/** A library is imported in one place only, its door, so that it can be replaced there. All entries are prefixes. */
const doors: Readonly<Record<string, readonly string[]>> = {
  dexie: ['src/data/offline/'],
  ofetch: ['src/data/send.ts'],
  'mantine-react-table': ['src/list/table/ListTable.tsx'],
  'maplibre-gl': ['src/screens/map/'],
  'react-map-gl': ['src/screens/map/'],
  uplot: ['src/charts/'],
  'write-excel-file': ['src/list/export/'],
  fflate: ['src/list/export/'],
  'temporal-polyfill': ['src/lib/time.ts', 'server/telling/ways/quiet-hours.ts'],
  workbox: ['sw/', 'src/app/app-update.ts'],
  pg: ['server/database/'],
  nodemailer: ['server/mail/'],
  mqtt: ['server/telling/mqtt/mqtt-line.ts'],
  'web-push': ['server/telling/ways/push.ts'],
  '@simplewebauthn/browser': ['src/lib/passkeys.ts'],
  '@simplewebauthn/server': ['server/accounts/'],
  'openid-client': ['server/accounts/oidc/'],
  'tar-stream': ['server/ops/backup/'],
  'prom-client': ['server/ops/metrics.ts'],
  '@opentelemetry': ['server/ops/open-telemetry.ts'],
  pako: ['decoder/fans/inflate.ts'],
  re2js: ['server/telling/rules/expressions.ts'],
};

const program = /^(contract|decoder|src|sw|server)\/.*\.tsx?$/;
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);
const places = layers.flat();
const placeOf = (file: string) => places.find((place) => file.startsWith(`${place}/`));
const rowOf = (place: string) => layers.findIndex((row) => row.includes(place));
const serverFolderOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1];
const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'));
const subjectOf = (file: string) => /^src\/screens\/([^/]+)\//.exec(file)?.[1];

function directionFault(file: string, target: string): string | null {
  // Data files, without imports.
  if (target.startsWith('reference-data/')) return null;
  const [top] = file.split('/') as [string];
  const allowed = programs[top];
  if (allowed) {
    const isOwn = target.startsWith(`${top}/`);
    if (isOwn && top === 'server') return serverFault(file, target);
    return isOwn || allowed.some((place) => target.startsWith(`${place}/`)) ? null : `${top}/ imports ${allowed} only`;
  }
  const from = placeOf(file);
  const to = placeOf(target);
  if (!from) return file === 'src/main.tsx' ? null : 'this file is outside the known folders';
  if (!to) return `${target} is no folder that ${from} may use`;
  if (from === to) {
    const subject = subjectOf(file);
    return subject && subject !== subjectOf(target) ? 'screens never import another subject' : null;
  }
  return rowOf(to) < rowOf(from)
    ? null
    : `${from} may import only what stands before it: ${layers.slice(0, rowOf(from)).flat().join(', ')}`;
}

function serverFault(file: string, target: string): string | null {
  const from = serverFolderOf(file);
  if (!from) return null;
  const allowed = serverFolders[from];
  if (!allowed) return `server/${from}/ is missing in the table of folders`;
  const to = serverFolderOf(target);
  if (to === from || to === 'base' || (to && allowed.includes(to))) return null;
  return `server/${from}/ imports server/base/ and ${allowed.map((name) => `server/${name}/`).join(', ') || 'nothing else'} only`;
}

/** The cycles of a graph, each as its names in order. */
function circlesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const circles = new Set<string>();
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    const start = path.indexOf(name);
    if (start >= 0) circles.add([...path.slice(start), name].join(' -> '));
    if (start >= 0 || done.has(name)) return;
    for (const next of edges.get(name) ?? []) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of edges.keys()) visit(name, []);
  return [...circles];
}

/** Imports between matching files; `nodeOf` = the file itself, or its folder. */
function importGraph(files: RegExp, nodeOf: (file: string) => string): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const one of sources(files)
    .filter(({ file }) => !isTest(file))
    .flatMap(importsOf)) {
    const target = resolveImport(one);
    const from = nodeOf(one.file);
    if (!target || !files.test(target) || from === nodeOf(target)) continue;
    edges.set(from, (edges.get(from) ?? new Set()).add(nodeOf(target)));
  }
  return edges;
}

describe('imports between folders', () => {
  test('import directions are valid in app, worker and server', () => {
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

  test('the server has no circular imports between folders', () => {
    expect(circlesOf(importGraph(/^server\/.*\.ts$/, folderOf))).toEqual([]);
  });

  test('no files import each other in a circle, those of the tools included', () => {
    expect(circlesOf(importGraph(/^(contract|decoder|src|sw|server|tools)\/.*\.(tsx?|mjs)$/, (file) => file))).toEqual(
      [],
    );
  });

  test('the first route contains the calls of accounts and of the server only (decision 38)', () => {
    const reached = new Set<string>();
    const visit = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      if (!/\.tsx?$/.test(file)) return;
      for (const [, from = ''] of read(file).text.matchAll(/^(?:import|export) (?!type )[^;']*'(\.[^']+)'/gm)) {
        const target = resolveImport({ file, line: 0, from });
        if (target) visit(target);
      }
    };
    // Files of the start: main.tsx loads start.tsx on demand.
    for (const file of ['src/main.tsx', 'src/app/start.tsx']) visit(file);
    expect([...reached].filter((file) => /^contract\/(api|calls\/.*)\.ts$/.test(file)).sort()).toEqual([
      'contract/calls/account.ts',
      'contract/calls/system.ts',
    ]);
  });

  /** The library with a door to which an import belongs. */
  const doorOf = (from: string): string | undefined =>
    Object.keys(doors).find(
      (name) => from === name || from.startsWith(`${name}/`) || (name === 'workbox' && from.startsWith('workbox-')),
    );
  const outerImports = sources(program)
    .filter((source) => !isTest(source.file))
    .flatMap(importsOf);

  test('each library is imported only through its designated module', () => {
    const faults = outerImports.flatMap((one) => {
      const allowed = doors[doorOf(one.from) ?? ''];
      return !allowed || allowed.some((door) => one.file.startsWith(door))
        ? []
        : [`${one.file}:${one.line}  imports '${one.from}': its door is ${allowed.join(' or ')}`];
    });
    expect(faults).toEqual([]);
  });

  test('each library with a designated module in the app is used', () => {
    const used = new Set(outerImports.map((one) => doorOf(one.from)));
    const ofApp = Object.entries(doors).filter(([, door]) => door.some((path) => path.startsWith('src/')));
    expect(ofApp.map(([name]) => name).filter((name) => !used.has(name))).toEqual([]);
  });

  test('imports of our own files have their extension, and there are no barrels', () => {
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

/** Packages that a file imports, also for their types: statements, calls of `import` and references. Not a text that looks like one. */
function packagesOf({ text }: Source): string[] {
  const statement = /^\s*(?:import|export)\b[^'"`;]*\bfrom\s+['"]([^'"\n]+)['"]|^\s*import\s+['"]([^'"\n]+)['"]/gm;
  const other = /\bimport\(\s*['"]([^'"\n]+)['"]|^\/\/\/ <reference types="([^"\n]+)"/gm;
  return [...text.matchAll(statement), ...text.matchAll(other)]
    .map(([, one, another]) => one ?? another ?? '')
    .filter((from) => !/^[./]|:/.test(from))
    .map((from) => /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from);
}

describe('modules', () => {
  test('each package that a file imports is in package.json, also where only its types are', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json').text) as Record<string, object>;
    const declared = new Set([
      ...Object.keys(dependencies ?? {}),
      ...Object.keys(devDependencies ?? {}),
      ...builtinModules,
    ]);
    const typesOf = (name: string): string => `@types/${name.replace(/^@([^/]+)\//, '$1__')}`;
    const faults = sources(/^((contract|decoder|src|sw|server|tests|tools)\/.*|[^/]+\.config)\.(m?tsx?|mjs)$/).flatMap(
      (source) =>
        packagesOf(source)
          .filter((name) => !declared.has(name) && !declared.has(typesOf(name)))
          .map((name) => `${source.file}  imports '${name}'`),
    );
    expect(faults).toEqual([]);
  });

  test('a file with a single importer in its own folder says why it is a file', () => {
    // In its first comment: "Own file: ...".
    expect(shallowFiles().map(({ file }) => file)).toEqual([]);
  });

  test('a file of more than 600 lines says why it is long', () => {
    // In its first comment: "Over 600 lines: ...".
    expect(longFiles()).toEqual([]);
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

describe('content not allowed in the repository', () => {
  test('markup is never written as a string', () => {
    expect(
      linesWith(program, /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write\(/),
    ).toEqual([]);
  });

  test('no object of Intl is created while a module of the app loads: the first one delays a start (decision 48)', () => {
    expect(linesWith(/^(src|contract)\/.*(?<!\.test)\.tsx?$/, /^(export )?(const|let) .*new Intl\./)).toEqual([]);
  });

  test('SES-07: only the session writes user entries into localStorage, and it removes them', () => {
    // The others belong to the device and contain no user data, or are removed with the stored copies.
    const ofTheDevice = [
      'src/app/appearance.ts',
      'src/lib/passkeys.ts',
      'src/app/demo.ts',
      'src/data/api-base.ts',
      'src/data/offline/store-owner.ts',
    ];
    expect(
      linesWith(
        /^src\/(?!session\/).*(?<!\.test)\.tsx?$/,
        /localStorage\b.*setItem|storage: localStorage/,
        ofTheDevice,
      ),
    ).toEqual([]);
  });

  test('invariant 5: the epoch of the session is read only in src/session, and values follow it by sessionScoped', () => {
    expect(linesWith(/^src\/(?!session\/).*\.tsx?$/, /\b(currentEpoch|onOtherSession)\b/)).toEqual([]);
  });

  test('the Mode S decoder is pure: no clock, no I/O, no dependence on the server', () => {
    const impure =
      /\bDate\b|\bperformance\b|\bMath\.random\b|\bsetTimeout\b|from '(node:|\.\.\/(?!\.\.\/\.\.\/contract\/))/;
    expect(linesWith(/^server\/input\/mode-s\/(?!.*\.test\.ts$)/, impure)).toEqual([]);
  });

  test('a button whose work runs is aria-disabled: `disabled` would take the focus from it', () => {
    const found = linesWith(
      /^src\/.*\.tsx$/,
      /(?<!aria-)disabled=\{[^}]*\b(?:is(?:Busy|Running|Saving|Changing|Taken)|running)\b/,
      // Of a menu, which closes with the click.
      ['src/list/export/ExportMenu.tsx'],
    );
    expect(found).toEqual([]);
  });

  test('tests never sleep', () => {
    // The fault proxy is slow on purpose: the delay is its function, not a wait.
    const found = linesWith(
      /\.(test|spec)\.tsx?$|^tests\/.*\.ts$/,
      /waitForTimeout|setTimeout\([^)]*,\s*(\d{3,}|[1-9]\d*_\d{3})\b|\bsleep\(\s*\d/,
      [self, 'tests/support/fault-proxy.ts'],
    );
    expect(found).toEqual([]);
  });

  test('a route is removed only after its requests are handled: otherwise Playwright and its handler both respond', () => {
    expect(linesWith(/^tests\/.*\.ts$/, /\.unroute\(|\bunrouteAll\(\)/, [self])).toEqual([]);
  });

  test('every test runs: none is focused, skipped or retried', () => {
    expect(
      linesWith(
        /\.(test|spec)\.tsx?$/,
        /\b(test|it|describe)(\.\w+)*\.(only|skip|fixme|todo|fails)\b|\bretries:\s*[1-9]/,
        [self],
      ),
    ).toEqual([]);
  });

  test('the repository mentions only the product', () => {
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

  test('commands named in the documents exist', () => {
    const scripts = (JSON.parse(read('package.json').text) as { scripts: Record<string, string> }).scripts;
    const named = repositoryFiles()
      .filter((file) => /^(docs\/)?[^/]+\.md$/.test(file))
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

  test('each bench named in the documents exists', () => {
    const { text } = read('tools/bench.mjs');
    const known = [
      'load',
      ...[...(/^const names = (.*);$/m.exec(text)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name),
    ];
    const named = sources(/\.md$/).flatMap(({ file, text: words }) =>
      [...words.matchAll(/npm run bench -- ([^`\n]+)/g)].flatMap(([, names = '']) =>
        names.split(' ').map((name) => ({ file, name })),
      ),
    );
    const isBench = (name: string): boolean => /^[a-z][\w:]*$/.test(name) && !known.includes(name.replace(/:.*$/, ''));
    expect(known.length).toBeGreaterThan(5);
    expect(
      named.filter(({ name }) => isBench(name)).map(({ file, name }) => `${file} names the bench ${name}`),
    ).toEqual([]);
  });

  test('each file named by a script of package.json exists', () => {
    const scripts = (JSON.parse(read('package.json').text) as { scripts: Record<string, string> }).scripts;
    const files = repositoryFiles();
    const missing = Object.entries(scripts).filter(([, line]) => !files.includes(line.split(' ')[1] ?? ''));
    expect(missing).toEqual([]);
  });
});

describe('the contract', () => {
  test('every call has a unique id and a row in the audience table', () => {
    const ids = endpoints.map((endpoint) => endpoint.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !Object.hasOwn(mayCall, id))).toEqual([]);
    expect(Object.keys(mayCall).filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('API-52: every call is written below the base, with a leading slash and no base in the path', () => {
    expect(endpoints.filter(({ path }) => !path.startsWith('/') || path.includes('/api/'))).toEqual([]);
  });
});
