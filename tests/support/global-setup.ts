import { reportCitus } from './citus.ts';
import { startCluster } from './cluster.ts';
import { reportNginx } from './nginx.ts';

/** Before all tests of a runner: one database cluster. Returns a function that ends it. */
export default async function setup(): Promise<() => Promise<void>> {
  reportNginx();
  const stop = await startCluster();
  reportCitus();
  return stop;
}
