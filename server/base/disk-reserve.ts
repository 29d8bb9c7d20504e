/**
 * Disk space that new messages never use (decision 6): PostgreSQL stops when its log has no space, and reading with it.
 * Embedded database only. Nothing is deleted.
 */
import { statfsSync } from 'node:fs';

const megabyte = 1_048_576;
/** A batch takes up to 30 MB of log and table. */
const smallestBytes = 64 * megabyte;
const usualBytes = 256 * megabyte;
/** Checked for each batch, but the volume is read at most this often. */
const measuredForMs = 200;

/** New rows are refused. `code` = that of a full disk, for callers that check it. */
export class DiskNearlyFull extends Error {
  override readonly name = 'DiskNearlyFull';
  readonly code = 'ENOSPC';
  constructor() {
    super('The disk of the server is almost full. New messages are refused until there is space. Reading continues.');
  }
}

/** A tenth of the volume, between 64 and 256 MB. */
export const reserveOf = (totalBytes: number): number =>
  Math.max(smallestBytes, Math.min(usualBytes, Math.floor(totalBytes / 10)));

function volumeOf(folder: string): { readonly freeBytes: number; readonly totalBytes: number } | null {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}

class DiskReserve {
  private folder: string | null = null;
  private measuredAt = Number.NEGATIVE_INFINITY;
  private low = false;

  /** Watches the volume of this folder from now on. null = none. */
  watch(folder: string | null): void {
    this.folder = folder;
    this.measuredAt = Number.NEGATIVE_INFINITY;
    this.low = false;
  }

  isLow(): boolean {
    if (this.folder !== null && performance.now() - this.measuredAt > measuredForMs) {
      this.measuredAt = performance.now();
      this.low = this.measure(this.folder);
    }
    return this.low;
  }

  /** Before rows are stored. @throws DiskNearlyFull */
  check(): void {
    if (this.isLow()) throw new DiskNearlyFull();
  }

  /** On the volume of the database. null = it is not on this machine, or unknown. */
  freeBytes(): number | null {
    return this.folder === null ? null : (volumeOf(this.folder)?.freeBytes ?? null);
  }

  private measure(folder: string): boolean {
    const volume = volumeOf(folder);
    return volume !== null && volume.freeBytes < reserveOf(volume.totalBytes);
  }
}

/** The instance of this process. */
export const diskReserve = new DiskReserve();
