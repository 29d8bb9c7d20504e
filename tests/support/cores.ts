import { availableParallelism } from 'node:os';

/** Cores that the suites use, two to four. In a container, Node counts those of the host. */
export const cores = Math.min(Math.max(availableParallelism(), 2), 4);
