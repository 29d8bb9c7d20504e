/** The aircraft of the last minute on a small map without controls. A click opens the map. Own file: loaded later. */
import { IconMap } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { firstAltitudeBand } from '../../charts/positions/fix.ts';
import { readPositions, rowOf } from '../../charts/positions/read-positions.ts';
import { type PositionsResponse, requestPositions } from '../../charts/positions/request-positions.ts';
import { readRecentTrails, type TrailPoint, trailMs } from '../../charts/recent-trails.ts';
import { drawAircraft, drawTrails, toNearestPoint } from '../../charts/small-map/draw.ts';
import { LandNote } from '../../charts/small-map/PlaceMap.tsx';
import { type Outlines, useOutlines } from '../../charts/small-map/use-outlines.ts';
import type { Size } from '../../charts/small-map/view.ts';
import {
  boxOf,
  liveAircraft,
  type MapAircraft,
  type MessageTimes,
  mainRegion,
  messageTimes,
  newMessages,
  viewOf,
} from '../../charts/small-map/view.ts';
import { useIsReached } from '../../data/connection.ts';
import { isPositionsDue, lastPositions, storePositions } from '../../data/offline/last-positions.ts';
import { send, serverNow } from '../../data/send.ts';
import { useNow } from '../../data/use-now.ts';
import { useLateText } from '../../data/waiting.ts';
import { type Bounds, boundsQuery, covers, world } from '../../lib/bounds.ts';
import { formatCount } from '../../lib/format.ts';
import { say } from '../../lib/tense.ts';
import { ageText, utcMoment } from '../../lib/time.ts';
import { useWidth } from '../../lib/use-width.ts';
import { useAudience } from '../../session/use-session.ts';
import { useMapColours } from '../../ui/map-colours.ts';
import messageRing from '../../ui/message-ring.module.css';
import panel from '../../ui/panel.module.css';
import shared from '../../ui/shared.module.css';
import styles from './Overview.module.css';

const tickMs = 10_000;
/** Longer than the motion of a ring. Without motion it is shown for the same time. */
const ringMs = 3000;

export default function Sky(): ReactElement {
  const heading = useId();
  const map = useAudience() === 'customer' ? '/openstreetMapCompany' : '/openstreetMap';
  const [frame, width] = useWidth();
  const isNear = useNear(frame);
  const { sky, error, isReached } = useSky(isNear);
  const lateText = useLateText(isNear && sky === null && !error);
  const reading = isReached ? lateText : 'Positions stored on this device are still being read.';
  const noneText = error ? 'Positions are not stored on this device.' : isNear ? reading : null;
  const outlines = useOutlines({ hasCities: false });
  const now = useNow(tickMs);
  return (
    <section className={styles.panel} aria-labelledby={heading} data-old={sky?.isLive === false || undefined}>
      <div className={panel.head}>
        <h2 id={heading}>{say('sky', { now, dataAt: sky?.at ?? now, isNow: sky?.isLive !== false })}</h2>
        <span className={shared.dimAtEnd}>{sky ? countText(sky, now) : ''}</span>
      </div>
      <div ref={frame} className={styles.frame}>
        {width > 0 ? <Picture sky={sky} width={width} outlines={outlines} /> : null}
        <LandNote state={outlines.landState} />
        {sky === null && noneText ? <p className={styles.skyNone}>{noneText}</p> : null}
        <Link to={map} className={styles.open}>
          <span>
            <IconMap size={16} aria-hidden="true" /> Open the map
          </span>
        </Link>
      </div>
    </section>
  );
}

function countText({ aircraft, inRegion, at, isLive }: SkyState, now: number): string {
  if (!isLive) return `Positions of ${utcMoment(at, now)}, ${ageText(now - at)} old`;
  return inRegion === aircraft.length
    ? `${formatCount(aircraft.length)} aircraft in the last minute`
    : `${formatCount(aircraft.length)} aircraft, ${formatCount(inRegion)} in this region`;
}

function Picture(props: { sky: SkyState | null; width: number; outlines: Outlines }): ReactElement {
  const { sky, width, outlines } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const colours = useMapColours();
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const size = { width, height: element.clientHeight };
    setSize(size);
    const view = viewOf(sky?.box ?? null, size);
    const aircraft = sky?.aircraft ?? [];
    const picture = { view, size, colours, outlines, aircraft, isLive: sky?.isLive ?? true };
    drawAircraft(element, picture, (under) => {
      if (sky?.isLive) drawTrails(under, picture, sky.trails, { aircraft, now: sky.at });
    });
  }, [sky, width, colours, outlines]);
  return (
    <div className={styles.picture} aria-hidden="true">
      <canvas ref={canvas} className={styles.canvas} />
      {size && sky ? <Rings key={sky.at} sky={sky} size={size} /> : null}
    </div>
  );
}

/** A ring around each aircraft with a new message. */
function Rings({ sky, size }: { sky: SkyState; size: Size }): ReactElement | null {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ringMs);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) return null;
  const view = viewOf(sky.box, size);
  return (
    <>
      {sky.spoke.map((one) => {
        const { x, y } = toNearestPoint({ view, size }, one);
        return (
          <div key={one.icao} className={styles.place} style={{ left: x, top: y }}>
            <div className={messageRing.ring} data-message-ring />
          </div>
        );
      })}
    </>
  );
}

// ---- positions: polled while the map is near the screen, else the stored ones with their age

const pollMs = 15_000;
/** The stored positions that the map of all data shows, too. */
const slot = { source: 'receivers', company: null } as const;
/** Degrees around the box: an aircraft that leaves it stays known. */
const aroundDeg = 5;

type SkyState = {
  readonly aircraft: readonly MapAircraft[];
  /** By address, as on the map. None of stored positions. */
  readonly trails: ReadonlyMap<string, readonly TrailPoint[]>;
  /** With a message since the previous response. */
  readonly spoke: readonly MapAircraft[];
  /** Of the region with the most aircraft: an ocean between two regions would fill the picture. */
  readonly box: Bounds | null;
  /** Number of aircraft of that region. */
  readonly inRegion: number;
  /** Epoch ms, server time. */
  readonly at: number;
  readonly isLive: boolean;
};

/** Not for company users, who have no map. All others see all positions. */
function useSky(isNear: boolean): {
  readonly sky: SkyState | null;
  readonly error: Error | null;
  readonly isReached: boolean;
} {
  const isReached = useIsReached();
  const requested = useRef<Bounds | null>(null);
  const box = useRef<Bounds | null>(null);
  const before = useRef<MessageTimes | null>(null);
  const last = useRef<PositionsResponse | null>(null);
  const query = useQuery({
    queryKey: ['sky'],
    queryFn: async ({ signal }): Promise<SkyState> => {
      const bounds = boundsOf(requested.current, box.current);
      requested.current = bounds;
      try {
        const criteria = { ...slot, bounds, altitudeBand: firstAltitudeBand };
        last.current = await requestPositions(criteria, last.current, { cause: 'poll', signal });
        const { fixes } = last.current;
        const now = serverNow();
        if (isPositionsDue(slot, Date.now())) void storePositions(slot, { rows: fixes.map(rowOf), storedAt: now });
        const aircraft = liveAircraft(fixes, now);
        box.current = boxOf(aircraft);
        const spoke = newMessages(before.current, aircraft, now);
        before.current = messageTimes(aircraft);
        const trails = await trailsOf(bounds, aircraft.length, signal);
        return { aircraft, spoke, trails, ...regionOf(aircraft), at: now, isLive: true };
      } catch (error) {
        const stored = await storedSky();
        if (stored) return stored;
        throw error;
      }
    },
    enabled: isNear,
    // Out of reach one read is enough. An error repeats it: positions may have been stored since.
    refetchInterval: ({ state }) => (isReached || state.error ? pollMs : false),
    refetchOnWindowFocus: 'always',
    retry: false,
    meta: { isQuiet: true },
  });
  const { refetch } = query;
  // Back in reach: current positions at once.
  useEffect(() => {
    if (isNear && isReached) void refetch();
  }, [isReached, isNear, refetch]);
  const { data = null } = query;
  // Without the server the last positions are not live.
  const sky = useMemo(() => (data && !isReached ? { ...data, spoke: [], isLive: false } : data), [data, isReached]);
  return { sky, error: query.error, isReached };
}

const noTrails: ReadonlyMap<string, readonly TrailPoint[]> = new Map();

/** Without a response the aircraft have no trails. */
async function trailsOf(bounds: Bounds, count: number, signal: AbortSignal): Promise<SkyState['trails']> {
  if (trailMs(count) === 0) return noTrails;
  try {
    const query = boundsQuery(bounds);
    const trails = readRecentTrails(await send(api.map.trails, { query, cause: 'poll', signal }));
    return new Map(trails.map(({ icao, points }) => [icao, points]));
  } catch {
    return noTrails;
  }
}

async function storedSky(): Promise<SkyState | null> {
  const stored = await lastPositions(slot, serverNow());
  const fixes = stored && readPositions({ currentLocations: stored.rows });
  if (!stored || !fixes) return null;
  const aircraft = liveAircraft(fixes, stored.storedAt);
  return { aircraft, spoke: [], trails: noTrails, ...regionOf(aircraft), at: stored.storedAt, isLive: false };
}

function regionOf(aircraft: readonly MapAircraft[]): Pick<SkyState, 'box' | 'inRegion'> {
  const region = mainRegion(aircraft);
  return { box: boxOf(region), inRegion: region.length };
}

/** First all, then the box of those. It stays while they are within and it is not much too large: within it a response is what changed. */
function boundsOf(before: Bounds | null, box: Bounds | null): Bounds {
  if (!before || !box) return world;
  const next = {
    south: Math.max(-90, box.south - aroundDeg),
    north: Math.min(90, box.north + aroundDeg),
    west: Math.max(-180, box.west - aroundDeg),
    east: Math.min(180, box.east + aroundDeg),
  };
  const isTight =
    before.north - before.south < next.north - next.south + 2 * aroundDeg &&
    before.east - before.west < next.east - next.west + 2 * aroundDeg;
  return isTight && covers(before, box) ? before : next;
}

/** Whether the element was ever near the viewport. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '200px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}
