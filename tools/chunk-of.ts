/**
 * Which file of the built app a module goes to: a page asks for few files, and none that it has no use for.
 * For: vite.config.ts. Must not: put anything before the log-in that the log-in does not need (tools/first-route-size.mjs measures that).
 */
import { fileURLToPath } from 'node:url';

/** What the bundler (rolldown) tells of a module. */
type Module = { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] };
export type Modules = { getModuleInfo(id: string): Module | null };

/** In the order in which modules are given to them. */
export const chunkNames = ['start', 'frame', 'common', 'list'] as const;
type ChunkName = (typeof chunkNames)[number];

const idOf = (file: string): string => fileURLToPath(new URL(`../src/${file}`, import.meta.url)).replaceAll('\\', '/');

/** The modules themselves and all that they import, without what is loaded on demand. */
function reachedFrom(ids: readonly string[], modules: Modules): Set<string> {
  const reached = new Set<string>();
  const next = [...ids];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    next.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}

let chunks: Map<string, ChunkName> | null = null;

/**
 * All that the start imports is one file, what the frame adds another, then what screens share, without and with a list.
 * @returns null for what one screen alone uses, or a worker: the bundler decides. The graph is read once.
 */
export function chunkOf(id: string, modules: Modules): ChunkName | null {
  chunks ??= readGraph(modules);
  return chunks.get(id) ?? null;
}

function readGraph(modules: Modules): Map<string, ChunkName> {
  const found = new Map<string, ChunkName>();
  const add = (ids: Iterable<string>, name: ChunkName): void => {
    for (const id of ids) if (!found.has(id)) found.set(id, name);
  };
  add(reachedFrom([idOf('main.tsx')], modules), 'start');
  add(reachedFrom([idOf('app/Shell.tsx')], modules), 'frame');

  const screens = modules.getModuleInfo(idOf('app/routes.tsx'))?.dynamicallyImportedIds ?? [];
  const usedBy = new Map<string, Set<string>[]>();
  for (const screen of screens) {
    const reached = reachedFrom([screen], modules);
    for (const id of reached) usedBy.set(id, [...(usedBy.get(id) ?? []), reached]);
  }
  for (const [id, users] of usedBy) {
    if (users.length < 2) continue;
    add([id], users.every((reached) => reached.has(idOf('list/ListScreen.tsx'))) ? 'list' : 'common');
  }
  return found;
}
