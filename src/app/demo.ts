/**
 * Whether the server holds demo data: asked at start, remembered for the time without network.
 * Must not: mark anything; the frames do.
 */
import { api } from '../../contract/api.ts';
import { connection } from '../api/connection.ts';
import { send } from '../api/send.ts';
import { useValue, valueStore } from '../ui/value-store.ts';

const key = 'downlink-demo';
const isDemo = valueStore(readKept());

function readKept(): boolean {
  try {
    return localStorage.getItem(key) === 'yes';
  } catch {
    return false;
  }
}

/** A server that is not ours may lack the call: then nothing is marked, and nothing is said. */
async function ask(): Promise<void> {
  try {
    const { demo } = await send(api.system.health, { cause: 'poll' });
    isDemo.set(demo);
    localStorage.setItem(key, demo ? 'yes' : 'no');
  } catch {
    // not reached, or not our server: what was last heard stands
  }
}

export function startDemoCheck(): void {
  void ask();
  connection.onRetry(() => void ask());
}

export const useIsDemo = (): boolean => useValue(isDemo);
