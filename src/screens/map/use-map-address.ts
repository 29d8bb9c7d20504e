/** Syncs the map with the address and the stored view. Panning replaces the history entry. Own file: the rules of history, apart from the screen. */
import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import { readEntry, writeEntry } from '../../session/personal-entries.ts';
import { type MapFilter, readFilter } from './fleet/map-filter.ts';
import {
  type MapAddress,
  readAddress,
  readSavedView,
  type SavedView,
  type Search,
  sheetOf,
  soughtIn,
  startView,
  writeAddress,
  writeSavedView,
} from './map-address.ts';

/** A continuous pan writes no addresses in between. */
const settleMs = 250;

type MapAddressHandle = {
  readonly address: MapAddress;
  readonly change: (part: Partial<MapAddress>) => void;
  /** The aircraft that the last link was about (soughtIn). */
  readonly sought: { readonly icao: string | null };
};

/**
 * The screen's address is ahead of the browser's. An address from elsewhere (link, back button) is followed.
 * `hasSheet` = a phone: its opened sheet is a history entry, so that the back button closes it and the map stays.
 */
export function useMapAddress(userId: string, hasSheet: boolean): MapAddressHandle {
  const search = useSearch({ strict: false }) as Search;
  const router = useRouter();
  const writeBar = useWriteAddress();
  const [address, setAddress] = useState(() => readAddress(search, loadSavedView(userId), loadFilter(userId)));
  const [sought, setSought] = useState(() => ({ icao: soughtIn(search) }));
  const latest = useRef(address);
  const inBar = useRef(JSON.stringify(search));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Of the browser's address. */
  const wasOpen = useRef(sheetOf(address) !== 'low');
  /** The entry below the current one is the same map with a closed sheet. */
  const sheetEntry = useRef<'none' | 'open' | 'closing'>('none');

  const write = useCallback(() => {
    saveView(userId, latest.current);
    // The effect below writes the rest when the entry of the closed sheet has arrived.
    if (sheetEntry.current === 'closing') return;
    const isOpen = hasSheet && sheetOf(latest.current) !== 'low';
    if (!isOpen && sheetEntry.current === 'open') {
      sheetEntry.current = 'closing';
      router.history.back();
      return;
    }
    const next = writeAddress(latest.current);
    if (JSON.stringify(next) === inBar.current) return;
    inBar.current = JSON.stringify(next);
    const isOpened = isOpen && !wasOpen.current;
    wasOpen.current = isOpen;
    if (isOpened) sheetEntry.current = 'open';
    writeBar(next, isOpened ? 'push' : 'replace');
  }, [writeBar, userId, hasSheet, router]);
  const change = useCallback(
    (part: Partial<MapAddress>) => {
      if (part.filter) writeEntry(filterEntry(userId), JSON.stringify(part.filter));
      latest.current = { ...latest.current, ...part };
      setAddress(latest.current);
      clearTimeout(timer.current);
      // Written at once: otherwise a sheet that is closed and opened again within that time has no entry.
      const isToggled = hasSheet && (sheetOf(latest.current) !== 'low') !== wasOpen.current;
      timer.current = setTimeout(write, isToggled ? 0 : settleMs);
    },
    [write, userId, hasSheet],
  );

  useEffect(() => {
    if (JSON.stringify(search) === inBar.current) return;
    clearTimeout(timer.current);
    inBar.current = JSON.stringify(search);
    setSought({ icao: soughtIn(search) });
    const next = readAddress(search, latest.current, latest.current.filter);
    const isBelow = sheetEntry.current !== 'none' && sheetOf(next) === 'low';
    if (!isBelow) latest.current = next;
    // Back from the sheet closes it; the view stays.
    else if (sheetEntry.current === 'open')
      latest.current = { ...latest.current, icao: next.icao, airport: next.airport, sheet: next.sheet };
    if (isBelow || sheetEntry.current === 'closing') sheetEntry.current = 'none';
    wasOpen.current = sheetOf(next) !== 'low';
    setAddress(latest.current);
    // The menu's link has no view: the current one stays.
    write();
  }, [search, write]);
  useEffect(() => {
    // The stored view is written to the address at the start, for reload, sharing and the back button.
    write();
    return () => {
      clearTimeout(timer.current);
      saveView(userId, latest.current);
    };
  }, [write, userId]);
  return { address, change, sought };
}

// ---- Last view and filter of the map, per user on this device.

function loadSavedView(userId: string): SavedView {
  try {
    return readSavedView(JSON.parse(readEntry({ kind: 'map', userId }) ?? 'null'));
  } catch {
    return startView;
  }
}

const filterEntry = (userId: string) => ({ kind: 'map', userId, part: 'filter' }) as const;
const loadFilter = (userId: string): MapFilter => readFilter(readEntry(filterEntry(userId)));

function saveView(userId: string, view: SavedView): void {
  writeEntry({ kind: 'map', userId }, JSON.stringify(writeSavedView(view)));
}
