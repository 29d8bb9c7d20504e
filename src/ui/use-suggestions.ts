/**
 * The keys of an input with suggestions below it: which is active, when they are open. Must not: know where suggestions come from.
 */
import { type KeyboardEvent, useState } from 'react';

export type SuggestionKeys = {
  readonly isOpen: boolean;
  /** -1 = none. */
  readonly activeAt: number;
  open(): void;
  close(): void;
  /** Arrows, Enter and Escape; `count` = how many there are now. */
  onKeyDown(event: KeyboardEvent, count: number, choose: (at: number) => void): void;
};

export function useSuggestions(): SuggestionKeys {
  const [isOpen, setOpen] = useState(false);
  const [activeAt, setActiveAt] = useState(-1);
  const turn = (isNowOpen: boolean): void => {
    setOpen(isNowOpen);
    setActiveAt(-1);
  };
  return {
    isOpen,
    activeAt,
    open: () => turn(true),
    close: () => turn(false),
    onKeyDown(event, count, choose) {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) {
        event.preventDefault();
        if (isOpen) setActiveAt(stepped(activeAt, step, count));
        else turn(true);
      } else if (event.key === 'Enter' && activeAt >= 0 && activeAt < count) {
        event.preventDefault(); // else it sends what is around the input
        choose(activeAt);
      } else if (event.key === 'Escape') turn(false);
    },
  };
}

/** Down from the last is the first, up from the first or from none is the last. */
function stepped(at: number, step: number, count: number): number {
  if (count === 0) return -1;
  if (at < 0) return step > 0 ? 0 : count - 1;
  return (at + step + count) % count;
}
