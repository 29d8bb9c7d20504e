/** A part that is mounted when it is near the visible part, else in an idle turn of its own: screen readers do not scroll. */
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { idle } from '../lib/idle.ts';

/** One part per idle turn, so that no task is long. */
let turns: Promise<void> = Promise.resolve();

/** `room` = shown before it, as high as the part. */
export function Later({ room, children }: { room: ReactNode; children: () => ReactNode }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [isMounted, setMounted] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (isMounted || !current) return;
    let isOver = false;
    const mount = (): void => {
      if (!isOver) startTransition(() => setMounted(true));
    };
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && mount(),
      { scrollMargin: '300px' },
    );
    observer.observe(current);
    turns = turns.then(async () => {
      if (isOver) return;
      await idle();
      mount();
    });
    return () => {
      isOver = true;
      observer.disconnect();
    };
  }, [isMounted]);
  return isMounted ? children() : <div ref={place}>{room}</div>;
}
