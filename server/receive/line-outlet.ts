/** Where received lines go besides the database (server/forward). */
import type { AcarsMessage } from '../../contract/entities/messages.ts';

export type LineOutlet = {
  /** This server sent the line itself: a circle of servers. It is left out. */
  isOwn(line: string): boolean;
  /** Never waits. `row` = its message, null for a valid line without one. */
  line(line: string, row: AcarsMessage | null): void;
};
export const ownLine = 'a line that this server forwarded';
