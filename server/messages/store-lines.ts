/** Stores lines of decoders: messages and link events, each kind in its own transactions. */
import { type NewLinkEvent, storeLinkEvents } from './link-events.ts';
import type { Messages } from './messages.ts';
import { type NewAcars, storeAcars } from './store-acars.ts';
import type { StoredCount } from './store-batches.ts';

export type NewLine = NewAcars | NewLinkEvent;

/** As storeInBatches. After an error some may be stored: again they are duplicates. */
export async function storeLines(messages: Messages, lines: readonly NewLine[]): Promise<StoredCount> {
  const acars = lines.filter((line): line is NewAcars => 'row' in line);
  const events = lines.filter((line): line is NewLinkEvent => 'event' in line);
  const [one, other] = [await storeAcars(messages, acars), await storeLinkEvents(messages, events)];
  return { stored: one.stored + other.stored, duplicates: one.duplicates + other.duplicates };
}

/** Name of the receiver. null = it sent none. */
export const receiverOf = (line: NewLine): string | null => ('row' in line ? line.row : line.event).stationId;

/** The same line by another receiver name. */
export const ofReceiver = <L extends NewLine>(line: L, stationId: string): L =>
  'row' in line
    ? { ...line, row: { ...line.row, stationId } }
    : { ...line, event: { ...(line as NewLinkEvent).event, stationId } };

/** The same line without the name of its receiver, which only what belongs to the line contains. */
export function withoutName<L extends NewLine>(line: L): L {
  if (!('row' in line)) return { ...line, event: { ...(line as NewLinkEvent).event, stationId: null } };
  const extra = line.extra ? JSON.parse(line.extra) : {};
  const other = { ...extra.other, station: line.row.stationId };
  return { ...line, row: { ...line.row, stationId: null }, extra: JSON.stringify({ ...extra, other }) };
}
