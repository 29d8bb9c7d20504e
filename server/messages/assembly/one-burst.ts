/** One transmission on several frequencies of one station is one reception: a strong signal is decoded on the channels next to its own, too. */
import type { AcarsMessage } from '../../../contract/entities/messages.ts';
import { foldCase } from '../../../contract/filters.ts';
import { type Reception, secondsOf } from './reception.ts';

/** What the other channels received. `channel` null = unknown. */
export type OtherReception = Pick<AcarsMessage, 'freq' | 'level' | 'error' | 'timestamp'> & { channel: number | null };
type OneOf = Reception & Pick<AcarsMessage, 'freq'> & { readonly channel?: number | null };

/** Channels decode a burst at the same time. A retransmission follows after ten seconds. */
const burstSeconds = 2;

/** For each reception that others belong to: those, the strongest first. Independent of the order of `receptions`. */
export function burstsOf<R extends OneOf>(receptions: readonly R[]): Map<R, R[]> {
  const bursts = new Map<R, R[]>();
  // Receptions of one message mostly are of different stations.
  if (new Set(receptions.map(({ stationId }) => foldCase(stationId ?? ''))).size === receptions.length) return bursts;
  const byContent = new Map<string, R[]>();
  for (const reception of receptions) {
    if (reception.freq === null) continue;
    const content = contentOf(reception);
    const alike = byContent.get(content);
    if (alike) alike.push(reception);
    else byContent.set(content, [reception]);
  }
  for (const alike of byContent.values()) {
    if (alike.length === 1) continue;
    const strongest: R[] = [];
    for (const reception of alike.sort(byStrength)) {
      const burst = strongest.find(
        (one) => one.freq !== reception.freq && Math.abs(secondsOf(one) - secondsOf(reception)) < burstSeconds,
      );
      if (burst) bursts.set(burst, [...(bursts.get(burst) ?? []), reception]);
      else strongest.push(reception);
    }
  }
  return bursts;
}

const contentOf = ({ stationId, type, tail, icao, label, blockId, msgno, ack, mode, text }: OneOf): string =>
  JSON.stringify([foldCase(stationId ?? ''), type, tail, icao, label, blockId, msgno, ack, mode, text]);

/** By level, then by fewer errors. The rest makes the order definite. */
const byStrength = (a: OneOf, b: OneOf): number =>
  (b.level ?? -1e6) - (a.level ?? -1e6) ||
  (a.error ?? 0) - (b.error ?? 0) ||
  (a.freq ?? 0) - (b.freq ?? 0) ||
  secondsOf(a) - secondsOf(b);

export const otherOf = ({ freq, channel = null, level, error, timestamp }: OneOf): OtherReception => ({
  freq,
  channel,
  level,
  error,
  timestamp,
});
