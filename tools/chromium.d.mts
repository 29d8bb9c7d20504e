import type { Browser } from 'playwright';

/** The path of a Chromium that can be driven, or null. */
export function findChromium(): string | null;
/** The path of the Chromium with the least CPU time for tests of pages, or null. */
export function findHeadlessShell(): string | null;
/** The oldest major version that passes the browser tests. */
export const oldestChromium: number;
/** One line for a version such as `150.0.7871.100` that is too old, else null. */
export function tooOld(version: string): string | null;
/** Starts the browser to read its version. */
export function versionOf(path: string): Promise<string>;
/** For benches. @throws if there is none */
export function launchChromium(): Promise<Browser>;
/** Switches that a Chromium needs to run tests: no first-run work, no calls of its own, no sandbox where root forbids one. */
export const chromiumArgs: readonly string[];
