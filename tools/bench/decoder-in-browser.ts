/** Browser part of decoder.mjs. */
import { decodeHere } from '../../src/decoding/decode-here.ts';
import { type Busy, watchFrames } from './watch-frames.ts';

type Given = { readonly texts: readonly { readonly label: string; readonly text: string }[]; readonly rounds: number };
type Run = Busy & { readonly ms: number; readonly decoded: number };

export async function compare({ texts, rounds }: Given): Promise<Run[]> {
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round++) {
    const frames = watchFrames();
    const startedAt = performance.now();
    const models = await Promise.all(texts.map(({ label, text }) => decodeHere(label, text)));
    const ms = performance.now() - startedAt;
    // A long task is reported in the next frame.
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    runs.push({ ...frames.stop(), ms, decoded: models.filter(({ level }) => level !== 'none').length });
  }
  return runs;
}
