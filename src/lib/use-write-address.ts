/**
 * How a screen writes into the search of its own address.
 * Must not: know what stands there (address-slot.ts, list-state.ts and map-address.ts do).
 */
import { useMatch, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

type Search = Readonly<Record<string, unknown>>;
/** `next` = what the search becomes, or how it follows from what stands there by then. `push` makes a step for the back button. */
export type WriteAddress = (next: Search | ((now: Search) => Search), step: 'push' | 'replace') => void;

/** A screen is still there while the code of the next one comes: what it writes then would stand on an address that is not its own. It is dropped. */
export function useWriteAddress(): WriteAddress {
  const router = useRouter();
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  return useCallback(
    (next, step) => {
      const chosen = router.matchRoutes(router.latestLocation).at(-1);
      if (chosen?.pathname !== pathname) return;
      void router.navigate({ to: '.', search: next as never, replace: step === 'replace' });
    },
    [router, pathname],
  );
}
