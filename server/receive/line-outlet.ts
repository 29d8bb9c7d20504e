/** The way of received lines to forwarding (server/forward). */
import type { AcarsMessage } from '../../contract/entities/messages.ts';

export type LineOutlet = {
  /** This server forwarded the line before: servers that forward in a loop. The line is skipped. */
  isOwn(line: string): boolean;
  /** Never waits. `row` = its message, null for a valid line without one. */
  line(line: string, row: AcarsMessage | null): void;
};
export const ownLine = 'a line that this server forwarded';
