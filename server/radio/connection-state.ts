/** State of a source, as an Admin sees it. */
import { clock } from '../base/clock.ts';

export class ConnectionState {
  /** Open connections. */
  connections = 0;
  /** Of the newest connection, or of the loss of the last one. */
  sinceMs = clock.now();
  lastByteMs: number | null = null;
  /** Why there is none. null while there is one, or none was tried. */
  error: string | null = null;

  opened(): void {
    this.connections++;
    this.sinceMs = clock.now();
    this.error = null;
  }
  closed(reason: string): void {
    this.connections--;
    this.sinceMs = clock.now();
    if (this.connections === 0) this.error = reason;
  }
}
