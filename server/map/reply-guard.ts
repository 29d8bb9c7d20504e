/**
 * Which values of replies count (decision 9). The parity of a reply (DF 0, 4, 5, 16, 20, 21) is overlaid with the address, so a
 * wrong reply passes as one of an aircraft that was received before. One rule for the map, emergencies, trails and stored rows.
 */
type Timed<T> = { readonly value: T; readonly atMs: number };
type Reply<T> = Timed<T> & { readonly receiver: string | null };
type Agreement<T> = (one: Timed<T>, other: Timed<T>) => boolean;

/** Two replies that agree, or a reply and a squitter. */
const agreeWithinMs = 10_000;
/** One reply arrives from several receivers within this time. */
const copiesWithinMs = 1000;
/** A value of a squitter holds against replies. */
const squitterHoldsMs = 60_000;
/** A value that counted is repeated by a single reply: radars turn in 4 to 12 s. */
const repeatedWithinMs = 120_000;
const maxOpen = 4;

type Same = (one: Reply<unknown>, other: Reply<unknown>) => boolean;
/** Of programs that state no frames: one value is in several of their reports. */
export const isSoon: Same = (one, other) => Math.abs(other.atMs - one.atMs) <= copiesWithinMs;
const isCopy: Same = (one, other) => one.receiver !== other.receiver && isSoon(one, other);
const isEqual: Agreement<unknown> = (one, other) => one.value === other.value;

/** One value of one aircraft. */
export class ReplyGuard<T> {
  #squitter: Timed<T> | null = null;
  #counted: Timed<T> | null = null;
  /** Of replies that no other has confirmed yet, oldest first. */
  #open: readonly Reply<T>[] = [];

  /** `isPossible` = the second value can follow the first, also as a confirmation. `isSame` = both are one reply. */
  constructor(
    private readonly isPossible: Agreement<T> = isEqual,
    private readonly isSame: Same = isCopy,
  ) {}

  /** Of a frame that proves its address. */
  prove(value: T, atMs: number): void {
    if (this.#squitter && this.#squitter.atMs > atMs) return;
    this.#squitter = { value, atMs };
    this.#counted = this.#squitter;
  }

  /** Whether the value of a reply counts. The same reply again is no confirmation, also by another receiver. */
  counts(value: T, atMs: number, receiver: string | null = null): boolean {
    const reply = { value, atMs, receiver };
    if (!this.#isConfirmed(reply)) return false;
    this.#counted = reply;
    return true;
  }

  #isConfirmed(reply: Reply<T>): boolean {
    const { atMs } = reply;
    const [squitter, counted] = [this.#squitter, this.#counted];
    const isHeld = squitter !== null && Math.abs(atMs - squitter.atMs) <= squitterHoldsMs;
    if (isHeld && !this.isPossible(squitter, reply)) return false;
    if (isHeld && Math.abs(atMs - squitter.atMs) <= agreeWithinMs) return true;
    if (counted && counted.value === reply.value && Math.abs(atMs - counted.atMs) <= repeatedWithinMs) return true;
    return this.#isRepeated(reply) && (counted === null || this.#isNext(counted, reply));
  }

  #isRepeated(reply: Reply<T>): boolean {
    const open = this.#open.filter(({ atMs }) => Math.abs(reply.atMs - atMs) <= agreeWithinMs);
    const others = open.filter(({ atMs }) => atMs !== reply.atMs);
    this.#open = [...others, reply].sort((a, b) => a.atMs - b.atMs).slice(-maxOpen);
    return others.some((other) => !this.isSame(other, reply) && this.isPossible(other, reply));
  }

  /** Codes and names may change to any other. */
  #isNext(counted: Timed<T>, reply: Timed<T>): boolean {
    return this.isPossible === isEqual || this.isPossible(counted, reply);
  }
}

const reachFt = 200;
/** 12,000 ft/min: faster than any emergency descent. */
const reachFtPerMs = 0.2;

/** Altitudes in feet. */
export const isClimbable: Agreement<number> = (one, other) =>
  Math.abs(other.value - one.value) <= reachFt + Math.abs(other.atMs - one.atMs) * reachFtPerMs;
