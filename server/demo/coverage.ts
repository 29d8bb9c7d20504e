/** Stations in range of a position, with signal strength and quality. */
import { distanceNmi, type Place } from '../base/geometry.ts';
import type { Random } from './random.ts';
import { type DemoStation, demoStations } from './stations.ts';

export type InReach = { readonly station: DemoStation; readonly nmi: number };

const nmiPerDegree = 60;

/** VHF and 1090 MHz reach the radio horizon, on the ground a few miles. */
export const horizonNmi = (altFt: number): number => (altFt > 0 ? 15 + 1.23 * Math.sqrt(altFt) : 8);

/** Nearest first. */
export function stationsInReach(place: Place, maxNmi: number, minNmi = 0): InReach[] {
  const found: InReach[] = [];
  for (const station of demoStations) {
    if (Math.abs(station.lat - place.lat) * nmiPerDegree > maxNmi) continue;
    const nmi = distanceNmi(place, station);
    if (nmi >= minNmi && nmi <= maxNmi) found.push({ station, nmi });
  }
  return found.sort((a, b) => a.nmi - b.nmi);
}

/** Constant delay of a receiver's clock, seconds. */
export const clockErrorSeconds = (station: DemoStation): number => ((Number(station.stationId) * 37) % 45) / 100;

/** Wrong characters beyond which a receiver discards a block. */
const mostWrong = 3;
/** Below this level characters are corrupted, more with weaker signals. */
const weakDb = -19;

export type CorruptedText = { readonly text: string; readonly wrong: number };

/** A text received without error correction: single bits of characters are flipped. */
export function corruptText(text: string, levelDb: number, random: Random): CorruptedText {
  const rate = 0.025 * Math.min(1, Math.max(0, (weakDb - levelDb) / 16)) ** 2;
  let received = '';
  let wrong = 0;
  for (const character of text) {
    const isWrong = wrong < mostWrong && character > ' ' && random.chance(rate);
    received += isWrong ? turned(character, random) : character;
    if (isWrong) wrong++;
  }
  return { text: received, wrong };
}

/** Another visible character, one bit away. */
function turned(character: string, random: Random): string {
  const first = random.whole(0, 5);
  for (let i = 0; i < 6; i++) {
    const code = character.charCodeAt(0) ^ (1 << ((first + i) % 6));
    if (code > 32 && code < 127) return String.fromCharCode(code);
  }
  return character;
}
