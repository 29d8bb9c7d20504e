import { useRef } from 'react';

const doubleClickMs = 500;

/**
 * C63: whether a click counts. The second of two clicks for the same request within 500 ms is part of a double click.
 * `what` = the request as text, equal for equal requests.
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
