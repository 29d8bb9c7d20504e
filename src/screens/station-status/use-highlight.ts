import { useEffect, useState } from 'react';

export const highlightMs = 2000;
export type Highlight = 'on' | 'fading' | null;

/** SST-12: two seconds of highlight and two of fading, from when `of` names somebody (else) on; without motion it just ends. */
export function useHighlight(of: string | null): Highlight {
  const [phase, setPhase] = useState<Highlight>(null);
  useEffect(() => {
    if (of === null) return;
    const hasMotion = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    setPhase('on');
    const timers = [setTimeout(() => setPhase(hasMotion ? 'fading' : null), highlightMs)];
    if (hasMotion) timers.push(setTimeout(() => setPhase(null), 2 * highlightMs));
    return () => timers.forEach(clearTimeout);
  }, [of]);
  return phase;
}
