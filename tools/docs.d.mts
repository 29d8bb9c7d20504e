/** Files below the folder of the app, by name. */
export function docsFiles(head: string): Record<string, string>;
/** In the order of the menu. */
export const pages: readonly {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly section?: string;
}[];
