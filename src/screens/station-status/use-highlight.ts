import { useEffect, useState } from 'react';

const highlightMs = 2000;
export type Highlight = 'on' | 'fading' | null;

/**
 * SST-12: highlights for 2 s and fades for 2 s, when `of` changes to a station. No fade with reduced motion.
 * Each phase is timed from its own start: on a busy device a late phase does not shorten the next.
 */
export function useHighlight(of: string | null): Highlight {
  const [phase, setPhase] = useState<Highlight>(null);
  useEffect(() => {
    if (of !== null) setPhase('on');
  }, [of]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another station starts its own two seconds
  useEffect(() => {
    if (phase === null) return;
    const hasMotion = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    const next = phase === 'on' && hasMotion ? 'fading' : null;
    const timer = setTimeout(() => setPhase(next), highlightMs);
    return () => clearTimeout(timer);
  }, [of, phase]);
  return phase;
}
