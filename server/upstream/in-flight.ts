/** Joins concurrent requests for the same thing. */
export class InFlight<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  run(key: string, send: () => Promise<T>): Promise<T> {
    const known = this.#underWay.get(key);
    if (known) return known;
    const response = send().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, response);
    return response;
  }
}
