/** Last view of the map, per user on this device. */
import { readEntry, writeEntry } from '../../session/personal-entries.ts';
import { readSavedView, type SavedView, startView, writeSavedView } from './map-address.ts';

export function loadSavedView(userId: string): SavedView {
  try {
    return readSavedView(JSON.parse(readEntry({ kind: 'map', userId }) ?? 'null'));
  } catch {
    return startView;
  }
}

export function saveView(userId: string, view: SavedView): void {
  writeEntry({ kind: 'map', userId }, JSON.stringify(writeSavedView(view)));
}
