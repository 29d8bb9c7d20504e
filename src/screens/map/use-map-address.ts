/**
 * Joins the map to the address bar and to what the person keeps. Panning replaces the address, it makes no steps for the back button.
 * Must not: know the map component.
 */
import { useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import { loadKeptView, saveKeptView } from './kept-view.ts';
import { type MapAddress, readAddress, type Search, writeAddress } from './map-address.ts';

/** A pan that goes on at once writes no address in between. */
const settleMs = 250;

export type MapAddressHandle = {
  readonly address: MapAddress;
  readonly change: (part: Partial<MapAddress>) => void;
};

/** The address as the screen has it runs ahead of the address bar; one that is not our own (a link, the back button) is followed. */
export function useMapAddress(userId: string): MapAddressHandle {
  const search = useSearch({ strict: false }) as Search;
  const writeBar = useWriteAddress();
  const [address, setAddress] = useState(() => readAddress(search, loadKeptView(userId)));
  const latest = useRef(address);
  const inBar = useRef(JSON.stringify(search));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const write = useCallback(() => {
    saveKeptView(userId, latest.current);
    const next = writeAddress(latest.current);
    if (JSON.stringify(next) === inBar.current) return;
    inBar.current = JSON.stringify(next);
    writeBar(next, 'replace');
  }, [writeBar, userId]);
  const change = useCallback(
    (part: Partial<MapAddress>) => {
      latest.current = { ...latest.current, ...part };
      setAddress(latest.current);
      clearTimeout(timer.current);
      timer.current = setTimeout(write, settleMs);
    },
    [write],
  );

  useEffect(() => {
    if (JSON.stringify(search) === inBar.current) return;
    clearTimeout(timer.current);
    inBar.current = JSON.stringify(search);
    latest.current = readAddress(search, latest.current);
    setAddress(latest.current);
    // The menu's link says nothing of where: the person is there already.
    write();
  }, [search, write]);
  useEffect(() => {
    // Where the person left it stands in the address from the start: a reload, a shared link and the back button find it.
    write();
    return () => {
      clearTimeout(timer.current);
      saveKeptView(userId, latest.current);
    };
  }, [write, userId]);
  return { address, change };
}
