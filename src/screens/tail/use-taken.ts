/** What the reader sees: newer messages are added on a click (decision 14). */
import { useState } from 'react';
import type { Tail } from '../../../contract/entities/tail.ts';

/** Parts of a response that would move under the reader. `waiting` = newer messages. */
export function useTaken(latest: Tail, isStored: boolean): { taken: Tail; waiting: number; take: () => void } {
  const [taken, setTaken] = useState({ tail: latest, isStored });
  const known = new Set(taken.tail.messages.map(({ id }) => id));
  const newest = taken.tail.messages[0]?.at ?? '';
  const waiting = latest.messages.filter(({ id, at }) => !known.has(id) && at >= newest).length;
  // A live response replaces a stored copy: no one reads rows that are known to be old.
  const isReplaced = taken.tail !== latest && (taken.isStored || waiting === 0 || taken.tail.days !== latest.days);
  if (isReplaced) setTaken({ tail: latest, isStored });
  return {
    taken: isReplaced ? latest : taken.tail,
    waiting: isReplaced ? 0 : waiting,
    take: () => setTaken({ tail: latest, isStored }),
  };
}
