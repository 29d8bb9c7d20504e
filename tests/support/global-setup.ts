import { startCluster } from './cluster.ts';

/** Before all tests of a runner: one database cluster. Returns what ends it. */
export default async function setup(): Promise<() => Promise<void>> {
  return startCluster();
}
