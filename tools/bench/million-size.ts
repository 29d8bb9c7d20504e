/**
 * How much the million bench generates, of each kind of message; BENCH_ROWS says another number. Must not: know a kind.
 */
export const messages = Number(process.env.BENCH_ROWS ?? 1_000_000);
export const days = 15;
