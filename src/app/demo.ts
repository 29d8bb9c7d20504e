/** Whether the server has demo data: requested at start, remembered for offline use. */
import { system } from '../../contract/calls/system.ts';
import { connection } from '../data/connection.ts';
import { send } from '../data/send.ts';
import { useValue, valueStore } from '../ui/value-store.ts';

const key = 'downlink-demo';
const isDemo = valueStore(readStored());

function readStored(): boolean {
  try {
    return localStorage.getItem(key) === 'yes';
  } catch {
    return false;
  }
}

/** Other servers may lack the call: then nothing is marked or reported. */
async function requestDemo(): Promise<void> {
  try {
    const { demo } = await send(system.health, { cause: 'poll' });
    isDemo.set(demo);
    localStorage.setItem(key, demo ? 'yes' : 'no');
  } catch {
    // unreachable, or another server: the last known state stays
  }
}

export function startDemoCheck(): void {
  void requestDemo();
  connection.onRetry(() => void requestDemo());
}

export const useIsDemo = (): boolean => useValue(isDemo);
