import type { Reads, ReplicaCondition } from './reads.ts';

const texts: Readonly<Record<ReplicaCondition, string | null>> = {
  ready: null,
  behind: 'The replica for reading is behind. The primary database reads in its place.',
  away: 'The replica for reading is unavailable. The primary database reads in its place.',
  wrong: 'The replica for reading is not a replica of this database. It is not used.',
};

/** The sentence of /health. null = no replica, or it is used. */
export const replicaText = (reads: Pick<Reads, 'state'>): string | null => {
  const state = reads.state();
  return state && texts[state.condition];
};
