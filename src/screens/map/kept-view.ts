/**
 * Where a person left the map, per user on this device. One small localStorage entry.
 * Must not: trust what it reads, or fail where storage is full, shut or absent.
 */
import { type KeptView, readKeptView, startView, writeKeptView } from './map-address.ts';

const storageKey = (userId: string): string => `map:${userId}`;

export function loadKeptView(userId: string): KeptView {
  try {
    return readKeptView(JSON.parse(localStorage.getItem(storageKey(userId)) ?? 'null'));
  } catch {
    return startView;
  }
}

export function saveKeptView(userId: string, view: KeptView): void {
  try {
    localStorage.setItem(storageKey(userId), JSON.stringify(writeKeptView(view)));
  } catch {
    // The map then opens at its start: nothing worth a message.
  }
}
