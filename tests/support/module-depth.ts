/** Files that are no module of their own: one importer, in the same folder, and no reason. */
import { dirname } from 'node:path';
import { importsOf, resolveImport, type Source, sources } from './repository.ts';

/** The first comment of a file states the reason: `Own file: a worker.` */
const reasonForOwnFile = /\bOwn file: \S/;
/** `Over 600 lines: generated.` */
const reasonForLength = /\bOver 600 lines: \S/;
const maxLines = 600;

const code = /^(contract|decoder|src|sw|server|tools)\/.*\.(tsx?|mjs)$/;
/** Each is loaded when it is shown, by a name that a script or the route table contains. */
const isDeclaration = (file: string): boolean => /\.(list|form)\.ts$/.test(file);
const isCode = (file: string): boolean =>
  code.test(file) && !/\.(test|spec)\.tsx?$|\.d\.m?ts$|-for-file\.tsx?$/.test(file);
/** Loaded on demand, as a worker or as an address: a file of the build of its own. */
const onDemand =
  /\b(?:import\s*\(|new URL\()\s*(['"])(\.[^'"\n]+)\1|from (['"])(\.[^'"\n]+\?(?:worker|url)[^'"\n]*)\3/g;

const headerOf = ({ text }: Source): string =>
  /^(?:#!.*\n|\/\/\/.*\n|\s)*(\/\*[\s\S]*?\*\/|(?:\/\/.*\n)+)/.exec(text)?.[1] ?? '';

type Shallow = { readonly file: string; readonly importer: string };

/** In the order of their names. */
export function shallowFiles(): Shallow[] {
  const all = sources(code).filter(({ file }) => isCode(file));
  const importers = new Map<string, Set<string>>();
  const demanded = new Set<string>();
  for (const source of [...all, ...sources(/^[^/]+\.config\.ts$/)]) {
    for (const one of importsOf(source)) {
      const target = resolveImport(one);
      if (target) importers.set(target, (importers.get(target) ?? new Set()).add(source.file));
    }
    for (const [, , called, , address] of source.text.matchAll(onDemand))
      demanded.add(resolveImport({ file: source.file, line: 0, from: called ?? address ?? '' }) ?? '');
  }
  return all.flatMap((source) => {
    const { file } = source;
    const [importer, ...others] = importers.get(file) ?? [];
    const isAlone = importer !== undefined && others.length === 0 && dirname(importer) === dirname(file);
    if (!isAlone || demanded.has(file) || isDeclaration(file) || reasonForOwnFile.test(headerOf(source))) return [];
    return [{ file, importer }];
  });
}

/** Files, tests included, that are longer than anyone reads and do not say why. */
export const longFiles = (): string[] =>
  sources(/^(contract|decoder|src|sw|server|tools|tests)\/.*\.(tsx?|mjs|css)$/)
    .filter((source) => source.lines.length - 1 > maxLines && !reasonForLength.test(headerOf(source)))
    .map(({ file, lines }) => `${file} (${lines.length - 1})`);
