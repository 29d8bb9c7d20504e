/** Files below the folder of the app, by name. `builtFile`: name in the build of a file of the repository. */
export function docsFiles(head: string, builtFile: (file: string) => string): Record<string, string>;
/** In the order of the menu. */
export const pages: readonly {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly section?: string;
}[];
