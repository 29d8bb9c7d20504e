/**
 * Log files of limited size and age: `downlink.log`, and earlier ones with the time of their end in the name. A full or missing
 * disk loses lines and never stops the server.
 */
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { clock } from '../base/clock.ts';
import { StartupError } from '../base/startup-error.ts';

type OpenFile = { readonly fd: number; readonly day: number; bytes: number };
type Limits = { readonly folder: string; readonly maxBytes: number; readonly days: number };

const currentName = 'downlink.log';
const earlierName = /^downlink-(\d{4})(\d\d)(\d\d)T\d{9}Z\.log$/;
/** Of the limit of all files. */
const fileShare = 10;
const dayMs = 86_400_000;
const dayOf = (ms: number): number => Math.floor(ms / dayMs);

export class LogFiles {
  #file: OpenFile | null = null;

  /** @throws StartupError if the folder is not writable */
  constructor(private readonly limits: Limits) {
    try {
      this.#open();
    } catch (error) {
      throw new StartupError(`LOG_DIR: ${limits.folder} is not writable (${(error as Error).message}).`);
    }
  }

  /** A whole line. */
  write(line: string): void {
    const bytes = Buffer.from(line);
    try {
      const file = this.#file ?? this.#open();
      if (file.bytes > 0 && (file.bytes + bytes.length > this.#maxFileBytes() || file.day !== dayOf(clock.now())))
        this.#startNext();
      const into = this.#file ?? this.#open();
      writeSync(into.fd, bytes);
      into.bytes += bytes.length;
    } catch {
      this.#close();
    }
  }

  #maxFileBytes(): number {
    return Math.floor(this.limits.maxBytes / fileShare);
  }

  #open(): OpenFile {
    mkdirSync(this.limits.folder, { recursive: true, mode: 0o700 });
    const fd = openSync(join(this.limits.folder, currentName), 'a', 0o600);
    const { size, mtimeMs } = fstatSync(fd);
    this.#file = { fd, day: dayOf(size > 0 ? mtimeMs : clock.now()), bytes: size };
    return this.#file;
  }

  #close(): void {
    const file = this.#file;
    this.#file = null;
    try {
      if (file) closeSync(file.fd);
    } catch {
      // It is closed, or its disk is gone.
    }
  }

  #startNext(): void {
    this.#close();
    const { folder } = this.limits;
    const at = new Date(clock.now()).toISOString().replace(/[-:.]/g, '');
    renameSync(join(folder, currentName), join(folder, `downlink-${at}.log`));
    this.#removeOld();
  }

  /** Older than the limit, or the oldest of too many bytes. The next file may become full. */
  #removeOld(): void {
    const { folder, maxBytes, days } = this.limits;
    const oldest = dayOf(clock.now()) - days;
    let bytes = this.#maxFileBytes();
    for (const name of readdirSync(folder).sort().reverse()) {
      const [, year, month, day] = earlierName.exec(name) ?? [];
      if (year === undefined) continue;
      const path = join(folder, name);
      bytes += statSync(path).size;
      if (bytes > maxBytes || dayOf(Date.UTC(Number(year), Number(month) - 1, Number(day))) < oldest) rmSync(path);
    }
  }
}
