/**
 * Process of the bench `limits`: abuses the server until its parent writes to it or ends, then reports how much. Its arguments are the name of
 * an abuse and its target as JSON. Rates are bounded: two cores serve both sides here.
 */
import { type Abuse, abuses, type Target } from './abuses.ts';

const [name = '', target = ''] = process.argv.slice(2);
const abuse: Abuse | undefined = abuses[name];
if (!abuse) throw new Error(`There is no abuse '${name}'.`);
const isOver = { now: false };
let done = 0;
const add = (count: number): void => {
  done += count;
};
void abuse.run(JSON.parse(target) as Target, isOver, add).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
process.send?.({ started: true });
process.on('message', () => {
  isOver.now = true;
  process.send?.({ done });
  process.disconnect();
});
process.on('disconnect', () => process.exit());
