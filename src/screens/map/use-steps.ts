/** Renders the parts of a screen one after the other, each in a task of its own: all at once block a phone for 0.4 s. */
import { useEffect, useState } from 'react';
import { yieldToMain } from '../../lib/yield-to-main.ts';

/** 0 at first, then one more each task, up to `last`. */
export function useSteps(last: number): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step >= last) return;
    let isGone = false;
    void yieldToMain().then(() => {
      if (!isGone) setStep(step + 1);
    });
    return () => {
      isGone = true;
    };
  }, [step, last]);
  return step;
}
