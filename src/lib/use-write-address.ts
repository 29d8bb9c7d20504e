/** Writes to the search parameters of the screen's own address, never to those of a screen opened later. */
import { useMatch, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

type Search = Readonly<Record<string, unknown>>;
/** `next` = the new search, or a function of the current one. `push` adds a history entry. */
type WriteAddress = (next: Search | ((now: Search) => Search), step: 'push' | 'replace') => void;

/** A screen stays mounted while the code of the next one loads: its later writes are dropped, the address is no longer its own. */
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
