/** Counts of all frames of one receiver, also of those without a row: per minute, with the farthest position in each direction. */
import { writeInstant } from '../../contract/params.ts';
import { courseDeg, distanceNmi, type Place } from '../base/geometry.ts';
import type { Reception } from '../statistics/count-receptions.ts';

type Minute = { frames: number; lastMs: number; readonly farthest: Map<number, Place & { readonly nmi: number }> };

const minuteMs = 60_000;
const maxMinutes = 60;

export class FrameCounts {
  readonly #minutes = new Map<number, Minute>();

  /** `station` = position of the receiver: the database needs the farthest position of each direction only. */
  add(timeMs: number, place: Place | null, station: Place | null): void {
    const at = Math.floor(timeMs / minuteMs);
    const minute = this.#minutes.get(at) ?? this.#begin(at);
    minute.frames++;
    minute.lastMs = Math.max(minute.lastMs, timeMs);
    if (!place || !station) return;
    const nmi = distanceNmi(station, place);
    const direction = courseDeg(station, place);
    if (nmi > (minute.farthest.get(direction)?.nmi ?? -1))
      minute.farthest.set(direction, { lat: place.lat, lon: place.lon, nmi });
  }

  /** Since the last call. */
  take(receiver: string): Reception[] {
    const receptions: Reception[] = [];
    for (const { frames, lastMs, farthest } of this.#minutes.values()) {
      const head = { receiver, at: writeInstant(lastMs), messageType: 'ADSB', isDemo: false } as const;
      receptions.push({ ...head, lat: null, lon: null, count: frames });
      for (const { lat, lon } of farthest.values()) receptions.push({ ...head, lat, lon, count: 0 });
    }
    this.#minutes.clear();
    return receptions;
  }

  /** While the database is unavailable the counts wait. Of more than an hour the oldest minute is forgotten. */
  #begin(at: number): Minute {
    const minute = { frames: 0, lastMs: 0, farthest: new Map() };
    this.#minutes.set(at, minute);
    const [oldest] = this.#minutes.keys();
    if (this.#minutes.size > maxMinutes && oldest !== undefined) this.#minutes.delete(oldest);
    return minute;
  }
}
