/** Replay of the last 24 hours: its time and the chunks that it needs. Pure. */

const dayMs = 24 * 3_600_000;
/** Requested at a time, for about one minute of replay. */
export const chunkMs = 30 * 60_000;
/** Seconds of flight per second. */
export const replaySpeeds = [10, 60, 300] as const;
export type ReplaySpeed = (typeof replaySpeeds)[number];

export type Replay = {
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly isPlaying: boolean;
  readonly speed: ReplaySpeed;
};
/** Begins an hour before its end. */
export function startReplay(now: number): Replay {
  const to = Math.floor(now / 60_000) * 60_000;
  return { from: to - dayMs, to, at: to - 3_600_000, isPlaying: true, speed: 60 };
}

/** After `elapsedMs` of the viewer's time. It stops at its end. */
export function advance(replay: Replay, elapsedMs: number): Replay {
  if (!replay.isPlaying) return replay;
  const at = Math.min(replay.to, replay.at + elapsedMs * replay.speed);
  return { ...replay, at, isPlaying: at < replay.to };
}

export const seek = (replay: Replay, at: number): Replay => ({
  ...replay,
  at: Math.min(replay.to, Math.max(replay.from, at)),
});

type Span = { readonly from: number; readonly to: number };

/** The chunk before the time (for trails), its own, and while it plays the next one. In the order of time. */
export function chunksOf({ from, to, at, isPlaying }: Replay): readonly Span[] {
  const now = Math.min(Math.floor((at - from) / chunkMs), Math.ceil((to - from) / chunkMs) - 1);
  const indexes = isPlaying ? [now - 1, now, now + 1] : [now - 1, now];
  return indexes
    .map((index) => ({ from: from + index * chunkMs, to: Math.min(to, from + (index + 1) * chunkMs) }))
    .filter((span) => span.from >= from && span.to > span.from);
}
