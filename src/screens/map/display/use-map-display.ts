import { useCallback, useState } from 'react';
import { readEntry, writeEntry } from '../../../session/personal-entries.ts';
import { type MapDisplay, readDisplay } from './map-display.ts';

/** The display and a function that changes and stores it. */
export function useMapDisplay(userId: string): readonly [MapDisplay, (part: Partial<MapDisplay>) => void] {
  const [display, setDisplay] = useState(() => readDisplay(readEntry({ kind: 'map', userId, part: 'display' })));
  const change = useCallback(
    (part: Partial<MapDisplay>) => {
      const next = { ...display, ...part };
      setDisplay(next);
      writeEntry({ kind: 'map', userId, part: 'display' }, JSON.stringify(next));
    },
    [display, userId],
  );
  return [display, change];
}
