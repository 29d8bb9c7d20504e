/** Controls of the replay: play, time, speed. They are at the bottom of the map. */
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react';
import { utcMoment } from '../../../lib/time.ts';
import { useMedia } from '../../../list/use-media.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { Segmented } from '../controls/Segmented.tsx';
import { usePast } from './past-context.tsx';
import styles from './ReplayBar.module.css';
import { advance, type Replay, type ReplaySpeed, replaySpeeds, seek } from './replay.ts';
import type { PastTracks } from './use-past-tracks.ts';

const minuteMs = 60_000;
/** With reduced motion the map changes once per second. */
const frameMs = { moving: 200, still: 1000 } as const;
/** Longer without a frame: the tab was hidden. */
const longestFrameMs = 2000;
const faults: Partial<Record<PastTracks['state'], string>> = {
  unreached: 'These positions are not on this device.',
  failed: 'These positions could not be loaded.',
};
const speedNames = replaySpeeds.map((speed) => `${speed}×` as const);

export function ReplayBar(): ReactElement | null {
  const { replay } = usePast();
  return replay ? <Bar replay={replay} /> : null;
}

function Bar({ replay }: { replay: Replay }): ReactElement {
  const { setReplay, replayState } = usePast();
  const bar = useRef<HTMLElement>(null);
  const { from, to, at, isPlaying, speed } = replay;
  const change = (next: (now: Replay) => Replay): void => setReplay((now) => now && next(now));
  usePlaying(isPlaying, replayState !== 'loading');
  useEffect(() => bar.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  const close = (): void => setReplay(() => null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { PageUp: 15, PageDown: -15 };
    const minutes = steps[event.key];
    if (event.key === 'Escape') close();
    else if (minutes !== undefined) change((now) => seek(now, now.at + minutes * minuteMs));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const time = utcMoment(at, to);
  return (
    <section ref={bar} className={styles.bar} aria-label="Replay" data-uncovered data-replay onKeyDown={onKeyDown}>
      <PlainButton
        look="icon"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        onClick={() => change((now) => ({ ...(now.at >= now.to ? seek(now, now.from) : now), isPlaying: !isPlaying }))}
      >
        {isPlaying ? <IconPlayerPause size={20} aria-hidden="true" /> : <IconPlayerPlay size={20} aria-hidden="true" />}
      </PlainButton>
      <input
        type="range"
        aria-label="Time of the replay"
        aria-valuetext={time}
        min={from}
        max={to}
        step={minuteMs}
        value={at}
        onChange={(event) => {
          const chosen = Number(event.target.value);
          change((now) => seek(now, chosen));
        }}
      />
      <output className={styles.time}>{time}</output>
      <Segmented
        legend="Speed"
        isLegendHidden
        value={`${speed}×` as const}
        choices={speedNames}
        onChange={(name) => change((now) => ({ ...now, speed: Number.parseInt(name, 10) as ReplaySpeed }))}
      />
      <PlainButton look="icon" aria-label="End the replay" onClick={close}>
        <IconX size={20} aria-hidden="true" />
      </PlainButton>
      <p className={styles.state} role="status">
        {faults[replayState] ?? ''}
      </p>
    </section>
  );
}

/** The time moves while positions of it are known. */
function usePlaying(isPlaying: boolean, isKnown: boolean): void {
  const { setReplay } = usePast();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  useEffect(() => {
    if (!isPlaying || !isKnown) return;
    let last = performance.now();
    const timer = setInterval(
      () => {
        const now = performance.now();
        const elapsedMs = Math.min(longestFrameMs, now - last);
        last = now;
        if (document.visibilityState === 'visible') setReplay((replay) => replay && advance(replay, elapsedMs));
      },
      isStill ? frameMs.still : frameMs.moving,
    );
    return () => clearInterval(timer);
  }, [isPlaying, isKnown, isStill, setReplay]);
}
