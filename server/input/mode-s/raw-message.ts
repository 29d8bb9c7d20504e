/** What receivers send in Beast and AVR format, before decoding. */

export type RawMessage = {
  /** 2 bytes = Mode A/C, 7 or 14 = Mode S. */
  readonly bytes: Uint8Array;
  /** 48 bits of the receiver's clock, null without one. */
  readonly counter: number | null;
  /** 0 to 255, null if not measured. */
  readonly signal: number | null;
  /** A position calculated from several receivers: never on the air, so never store or count it. */
  readonly isMlat: boolean;
  /** Id of the receiver behind an aggregator, 16 hexadecimal digits. */
  readonly receiver: string | null;
};

/** In place of the counter of MLAT results: the letters MLAT. */
const mlatCounter = 0xff004d4c4154;
/**
 * What programs write in place of a counter. readsb 3.14: a position of MLAT, a message received on 978 MHz (UAT), a frame that is
 * not to be forwarded, a frame of a dump.
 */
const noCounters: ReadonlySet<number> = new Set([0, mlatCounter, 0xff004d4c4155, 0xff004d4c4160, 0xffffffffffff]);

/** `counter` and `signal` are 0 if the receiver has none. */
export const rawMessage = (
  bytes: Uint8Array,
  counter: number,
  signal: number,
  receiver: string | null = null,
): RawMessage => ({
  bytes,
  counter: noCounters.has(counter) ? null : counter,
  signal: signal || null,
  isMlat: counter === mlatCounter,
  receiver,
});
