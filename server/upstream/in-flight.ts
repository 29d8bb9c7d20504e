/** Joins concurrent requests for the same thing. */
export class InFlight<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  run(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#underWay.get(key);
    if (known) return known;
    const asked = ask().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, asked);
    return asked;
  }
}
