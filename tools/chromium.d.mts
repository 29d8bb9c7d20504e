/** The path of a Chromium that can be driven, or null. */
export function findChromium(): string | null;
/** The path of the quickest Chromium for tests of pages, or null. */
export function findHeadlessShell(): string | null;
/** Switches that a Chromium needs to run tests: no first-run work, no calls of its own, no sandbox where root forbids one. */
export const chromiumArgs: readonly string[];
