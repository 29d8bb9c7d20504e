/** The sky as the map shows it against plain aircraft: main-thread CPU from poll to poll, and the longest task. */
import { refreshMs } from './fleet.ts';
import { type Busy, type ScreenOptions, withMapScreens } from './screen.ts';

const polls = 4;
const longTaskMs = 50;

const plain: ScreenOptions = { aircraft: 5000, hasMotion: true, isPlain: true };
const skies = [
  {
    name: '5,000 aircraft with colours and names, trails as with so many in view',
    options: { aircraft: 5000, hasMotion: true, hasNames: true, trailMinutes: 60 },
  },
  {
    name: '1,500 aircraft with colours, names and trails',
    options: { aircraft: 1500, hasMotion: true, hasNames: true, trailMinutes: 60 },
  },
] as const;

export async function measureSky(): Promise<object[]> {
  const figures: object[] = [];
  await withMapScreens(async (open) => {
    // One screen at a time: where the processor draws the pixels, another would keep it busy.
    const busy = async (options: ScreenOptions): Promise<Busy> => {
      const screen = await open(options);
      const found = await screen.busy(polls * refreshMs);
      await screen.close();
      return found;
    };
    const theirs = (await busy(plain)).cpuMs / polls;
    for (const { name, options } of skies) {
      const { cpuMs, longestMs } = await busy(options);
      const ours = cpuMs / polls;
      figures.push({
        name: `${name}: main-thread CPU each 4.5 s, against 5,000 of one colour without either`,
        value: ours / theirs,
        limit: 1,
        detail: `${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms, over ${polls} polls`,
      });
      figures.push({
        name: `${name}: longest task`,
        value: longestMs,
        unit: ' ms',
        limit: longTaskMs,
        detail: `CPU time, over ${polls} polls`,
      });
    }
  });
  return figures;
}
