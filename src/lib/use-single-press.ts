import { useRef } from 'react';

const doubleClickMs = 500;

/**
 * C63: tells whether a press counts. Of two presses for the same thing within half a second the second is the other half of a double click.
 * `what` = what is asked for, as a text that is equal for equal questions.
 */
export function useSinglePress(): (what: string) => boolean {
  const last = useRef({ at: Number.NEGATIVE_INFINITY, what: '' });
  return (what) => {
    const at = performance.now();
    const before = last.current;
    if (at - before.at < doubleClickMs && what === before.what) return false;
    last.current = { at, what };
    return true;
  };
}
