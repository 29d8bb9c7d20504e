import { reportCitus } from './citus.ts';
import { hasCluster, startCluster } from './cluster.ts';
import { reportNginx } from './nginx.ts';

/** Before all tests of a runner: one database cluster, unless `npm test` has started one for all. Returns a function that ends it. */
export default async function setup(): Promise<() => Promise<void>> {
  reportNginx();
  const stop = hasCluster() ? async () => {} : await startCluster();
  reportCitus();
  return stop;
}
