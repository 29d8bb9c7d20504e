/** Chunk of each module (vite.config.ts). Few files per page, and nothing before login that login does not need. */
import { fileURLToPath } from 'node:url';

/** Properties of a module in the bundler (rolldown). */
type Module = {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
  readonly code: string | null;
};
export type Modules = { getModuleInfo(id: string): Module | null };

/** In the order in which modules are given to them. */
export const chunkNames = [
  'first',
  'libraries',
  'start',
  'fields',
  'contract',
  'interface',
  'frame',
  'common',
  'list',
  'maplibre-gl',
] as const;
type ChunkName = (typeof chunkNames)[number];

const isOurs = (id: string): boolean => id.startsWith('/') && !id.includes('/node_modules/');

const idOf = (file: string): string => fileURLToPath(new URL(`../src/${file}`, import.meta.url)).replaceAll('\\', '/');

const callsFolder = idOf('../contract/calls/');

/** Its index imports every icon of the package. */
const isIconIndex = (id: string): boolean => /@tabler\/icons-react\/dist\/esm\/tabler-icons-react\.m?js$/.test(id);
const iconFile = /\/icons\/(Icon\w+)\.m?js$/;
const iconName = /\bIcon[A-Z]\w*/g;
let icons: Map<string, string> | null = null;

/** Of the icons only those that the module names: otherwise every icon of the app would be loaded before login. */
function importsOf(id: string, modules: Modules): readonly string[] {
  const { importedIds = [], code = null } = modules.getModuleInfo(id) ?? {};
  const index = importedIds.find(isIconIndex);
  if (index === undefined) return importedIds;
  icons ??= new Map(
    (modules.getModuleInfo(index)?.importedIds ?? []).map((icon) => [iconFile.exec(icon)?.[1] ?? '', icon]),
  );
  const known = icons;
  const named = [...(code ?? '').matchAll(iconName)].flatMap(([name]) => known.get(name) ?? []);
  return [...importedIds.filter((one) => one !== index), ...named];
}

/** The modules themselves and all that they import, without what is loaded on demand. */
function reachedFrom(ids: readonly string[], modules: Modules): Set<string> {
  const reached = new Set<string>();
  const next = [...ids];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    next.push(...importsOf(id, modules));
  }
  return reached;
}

/** Icons that more than one module names, anywhere in the app. */
function sharedIcons(modules: Modules): string[] {
  const users = new Map<string, number>();
  const seen = new Set<string>();
  const next = [idOf('main.tsx'), idOf('app/start.tsx')];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (seen.has(id) || !isOurs(id)) continue;
    seen.add(id);
    const imports = importsOf(id, modules);
    for (const icon of new Set(imports)) if (iconFile.test(icon)) users.set(icon, (users.get(icon) ?? 0) + 1);
    next.push(...imports, ...(modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []));
  }
  return [...users].flatMap(([icon, count]) => (count > 1 ? icon : []));
}

let chunks: Map<string, ChunkName> | null = null;

/**
 * The start is three files (stored rows with the session on disk, libraries, app with the calls of the login), the frame four (fields, calls, libraries, frame), each evaluated in a task of its
 * own. Then what screens share, without and with a list.
 * @returns null for what one screen alone uses, or a worker: the bundler decides. The graph is read once.
 */
export function chunkOf(id: string, modules: Modules): ChunkName | null {
  // 1 MB that changes with its package only: an update of the app does not load it again.
  if (/\/node_modules\/maplibre-gl\/[^?]*\.m?js$/.test(id)) return 'maplibre-gl';
  chunks ??= readGraph(modules);
  return chunks.get(id) ?? null;
}

function readGraph(modules: Modules): Map<string, ChunkName> {
  const found = new Map<string, ChunkName>();
  const add = (ids: Iterable<string>, name: ChunkName): void => {
    for (const id of ids) if (!found.has(id)) found.set(id, name);
  };
  const atStart = reachedFrom([idOf('main.tsx'), idOf('app/start.tsx')], modules);
  // A file for each task: a single one blocks a phone. The entry imports the styles, so they belong to the first file.
  add([...reachedFrom([idOf('main.tsx')], modules), ...[...atStart].filter((id) => id.endsWith('.css'))], 'first');
  add(
    [...atStart].filter((id) => !isOurs(id)),
    'libraries',
  );
  add(atStart, 'start');
  const ofContract = [...reachedFrom([idOf('../contract/api.ts')], modules)];
  add(
    ofContract.filter((id) => ![...reachedFrom([id], modules)].some((other) => other.startsWith(callsFolder))),
    'fields',
  );
  add(ofContract, 'contract');
  const atFrame = [...reachedFrom([idOf('app/Shell.tsx')], modules)];
  add([idOf('app/mantine.ts'), ...atFrame.filter((id) => !isOurs(id) && !id.endsWith('.css'))], 'interface');
  add(atFrame, 'frame');

  const listScreen = idOf('list/ListScreen.tsx');
  const screens = modules.getModuleInfo(idOf('app/route-table.ts'))?.dynamicallyImportedIds ?? [];
  const usedBy = new Map<string, Set<string>[]>();
  for (const screen of new Set(screens)) {
    // ListScreen shows a definition (app/routes.tsx).
    const reached = reachedFrom(screen.endsWith('.list.ts') ? [screen, listScreen] : [screen], modules);
    for (const id of reached) usedBy.set(id, [...(usedBy.get(id) ?? []), reached]);
  }
  for (const [id, users] of usedBy)
    if (users.length > 1) add([id], users.every((reached) => reached.has(listScreen)) ? 'list' : 'common');
  // A file for an icon would be smaller than its request.
  add(sharedIcons(modules), 'common');
  return found;
}
