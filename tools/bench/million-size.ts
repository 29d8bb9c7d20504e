/**
 * How much the million bench generates, of each kind of message. Must not: know a kind.
 */
export const messages = 1_000_000;
export const days = 15;
