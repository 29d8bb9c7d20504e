/** Files below the folder of the app, by name. */
export function docsFiles(head: string): Record<string, string>;
