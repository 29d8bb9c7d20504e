/** Aircraft of HFDL by the id that a ground station assigned to them at log-on: only the log-on itself contains the address. */
import { foldCase } from '../../../contract/filters.ts';

/** A frame of one receiver. `seconds` = its time. */
export type HfdlId = {
  readonly stationId: string | null;
  /** MHz. Each frequency of a ground station has ids of its own. */
  readonly freq: number | null;
  readonly id: unknown;
  readonly seconds: number;
};

/** As long as dumphfdl remembers an id. */
const validSeconds = 3600;
const maxRemembered = 5000;
/** Of an aircraft that is not logged on. */
const noId = 255;

export class HfdlLogons {
  readonly #addresses = new Map<string, { readonly icao: string; readonly seconds: number }>();

  learn(of: HfdlId, icao: string | null): void {
    const key = keyOf(of);
    if (key === null || icao === null) return;
    this.#addresses.delete(key);
    this.#addresses.set(key, { icao, seconds: of.seconds });
    const [oldest] = this.#addresses.keys();
    if (this.#addresses.size > maxRemembered && oldest !== undefined) this.#addresses.delete(oldest);
  }

  /** The ground station gives the id to another aircraft. */
  forget(of: HfdlId): void {
    const key = keyOf(of);
    if (key !== null) this.#addresses.delete(key);
  }

  addressOf(of: HfdlId): string | null {
    const known = this.#addresses.get(keyOf(of) ?? '');
    if (!known) return null;
    const age = of.seconds - known.seconds;
    return age >= 0 && age <= validSeconds ? known.icao : null;
  }
}

/** Null = no frame of an aircraft that is logged on. */
const keyOf = ({ stationId, freq, id }: HfdlId): string | null =>
  typeof id === 'number' && id !== noId && freq !== null ? `${foldCase(stationId ?? '')} ${freq} ${id}` : null;
