/** Results of the go-to dialog: those of the device at once, those of the server when they arrive. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Audience } from '../../contract/audience.ts';
import { objectsQuery } from '../api/find-objects.ts';
import { useNow } from '../api/use-now.ts';
import { type DeviceEntries, deviceEntries, refreshDevice } from '../find/device-entries.ts';
import { recents } from '../find/recent.ts';
import { useUnits } from '../objects/units-choice.ts';
import { useWatched } from '../objects/watched.ts';
import { useValue } from '../ui/value-store.ts';
import { matchesFor, type Section, sectionsOf, withLate } from './go-to.ts';
import type { ActionName } from './go-to-index.ts';
import { readWords } from './go-to-targets.ts';

/** Delay before objects are requested from the server. */
const pauseMs = 200;

type GoToSections = {
  readonly sections: readonly Section[];
  /** Epoch ms of the server. null = nothing of the server is on the device. */
  readonly asOf: number | null;
  readonly now: number;
};

export function useGoToSections(audience: Audience, typed: string, actionNames: readonly ActionName[]): GoToSections {
  const entries = useSteadyEntries(typed);
  const now = useNow(1000);
  const watched = useWatched();
  const units = useUnits();
  const recent = useSyncExternalStore(recents.subscribe, recents.get);
  const names = actionNames.join(' ');
  const sources = useMemo(
    () => ({ ...entries, units, watched, recents: recent, actionNames: names.split(' ') as ActionName[] }),
    [entries, units, watched, recent, names],
  );
  const matches = useMemo(() => matchesFor(audience, typed, sources), [audience, typed, sources]);
  // Ages count up, places stay.
  const sections = useMemo(
    () => sectionsOf(audience, typed, matches, { ...sources, now }),
    [audience, typed, matches, sources, now],
  );
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const objects = useQuery(objectsQuery(audience, readWords(settled).word));
  const late = settled === typed ? objects.data : undefined;
  return {
    sections: useMemo(() => withLate(audience, sections, late ?? []), [audience, sections, late]),
    asOf: entries.asOf,
    now,
  };
}

/** Newer entries replace those of a typed text only if these had nothing of the server: rows do not move under the user. */
function useSteadyEntries(typed: string): DeviceEntries {
  const latest = useValue(deviceEntries);
  const [steady, setSteady] = useState({ typed, entries: latest });
  useEffect(refreshDevice, []);
  const isNewText = steady.typed !== typed;
  const isFirst = steady.entries.asOf === null || !steady.entries.hasAirports;
  if (steady.entries !== latest && (isNewText || typed === '' || isFirst)) {
    const next = { typed, entries: latest };
    setSteady(next);
    return next.entries;
  }
  if (isNewText) setSteady({ typed, entries: steady.entries });
  return steady.entries;
}
