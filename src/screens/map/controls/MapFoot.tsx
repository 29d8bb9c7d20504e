/** Bottom edge of the map: scale, zoom, attribution, legend, replay. Attribution is never hidden. Clicks pass through to the map. Own file: the lower edge, apart from the buttons. */
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import clsx from 'clsx';
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { minuteMs } from '../../../../contract/durations.ts';
import { altitudeBands, bandLabels } from '../../../charts/altitude-bands.ts';
import { utcMoment } from '../../../lib/time.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { UnitSign } from '../../../objects/Measure.tsx';
import { useUnits } from '../../../objects/units-choice.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { useNoticesAbove } from '../../../ui/use-notices-above.ts';
import { type PastTracks, usePast } from '../fleet/past-context.tsx';
import { advance, type Replay, type ReplaySpeed, replaySpeeds, seek } from '../fleet/past-fleet.ts';
import screen from '../MapScreen.module.css';
import { useMapShare } from '../map-context.ts';
import { scaleBar } from '../viewport.ts';
import styles from './MapControls.module.css';

type MapFootProps = {
  readonly attribution: string | null;
  /** Legend and replay, above the scale. */
  readonly children: ReactNode;
};

export function MapFoot({ attribution, children }: MapFootProps): ReactElement {
  const { address } = useMapShare();
  const { distance } = useUnits();
  const bar = scaleBar(address.lat, address.zoom, distance);
  const foot = useRef<HTMLDivElement>(null);
  useNoticesAbove(foot);
  return (
    <div className={styles.bottom}>
      {children}
      <div ref={foot} className={styles.foot}>
        <p className={styles.scale} data-uncovered>
          <span className={styles.bar} style={{ width: bar.widthPx }} aria-hidden="true" />
          {bar.value} <UnitSign of="distance" />{' '}
          <span className={styles.zoom}>zoom {Math.round(address.zoom * 10) / 10}</span>
        </p>
        <p className={styles.attribution} data-uncovered>
          Map: <Link to="https://www.naturalearthdata.com">Natural Earth</Link>,{' '}
          <Link to="https://simplemaps.com/data/world-cities">SimpleMaps</Link> (CC BY 4.0)
          {attribution ? `. ${attribution}` : null}
        </p>
      </div>
    </div>
  );
}

function Link({ to, children }: { to: string; children: string }): ReactElement {
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

// ---- Legend of the altitude colours. On a phone it closes to a strip, which opens it again

const closesAfterMs = 10_000;

export function AltitudeLegend({ isPhone }: { isPhone: boolean }): ReactElement {
  const [isOpen, setOpen] = useState(true);
  const units = useUnits();
  const title = `Altitude, 1,000 ${units.altitude.sign}`;
  const bands = <Bands title={title} labels={bandLabels(units)} />;
  useEffect(() => {
    if (!isPhone || !isOpen) return;
    const timer = setTimeout(() => setOpen(false), closesAfterMs);
    return () => clearTimeout(timer);
  }, [isPhone, isOpen]);
  if (!isPhone)
    return (
      <section className={styles.altitudeLegend} aria-label={title} data-uncovered>
        {bands}
      </section>
    );
  return (
    <section className={clsx(styles.altitudeLegend, styles.phone)} aria-label={title} data-uncovered>
      <button type="button" aria-expanded={isOpen} aria-label={title} onClick={() => setOpen(!isOpen)}>
        {isOpen ? bands : <Strip />}
      </button>
    </section>
  );
}

function Bands({ title, labels }: { title: string; labels: readonly string[] }): ReactElement {
  return (
    <>
      <span className={styles.title}>{title}</span>
      <Strip />
      <span className={styles.labels}>
        {labels.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </span>
    </>
  );
}

function Strip(): ReactElement {
  return (
    <span className={styles.strip} aria-hidden="true">
      {altitudeBands.map(({ token }) => (
        <i key={token} style={{ background: `var(--dl-${token})` }} />
      ))}
    </span>
  );
}

// ---- Replay: play, time, speed

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
    <section
      ref={bar}
      className={clsx(screen.raised, styles.replay)}
      aria-label="Replay"
      data-uncovered
      data-replay
      onKeyDown={onKeyDown}
    >
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
        size="small"
        legend="Speed"
        legendAt="hidden"
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
