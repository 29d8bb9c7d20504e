/** Number of messages of each kind in the million bench (BENCH_ROWS). */
export const messages = Number(process.env.BENCH_ROWS ?? 1_000_000);
export const days = 15;
