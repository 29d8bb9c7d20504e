import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder created on first use: the runner also loads each file in its main process, which uses none and would leave it behind. */
export class TemporaryFolder {
  readonly #name: string;
  readonly #fill: (path: string) => void;
  #path: string | null = null;

  constructor(name: string, fill: (path: string) => void = () => {}) {
    this.#name = name;
    this.#fill = fill;
  }

  get path(): string {
    if (this.#path === null) {
      this.#path = mkdtempSync(join(tmpdir(), `downlink-${this.#name}-`));
      this.#fill(this.#path);
    }
    return this.#path;
  }

  remove(): void {
    if (this.#path !== null) rmSync(this.#path, { recursive: true, force: true });
    this.#path = null;
  }
}
