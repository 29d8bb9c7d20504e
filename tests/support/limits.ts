/** Limits that end a hang, also on a machine with ten times the usual work. Speed is measured by the benchmarks. */
export const stepLimitMs = 120_000;
export const testLimitMs = 600_000;
