/** Statistics are expensive: light requests must find a free database. */
import pLimit from 'p-limit';

export const atOnce = pLimit(2);

/** Permitted age of counts that a replica reads: the screens refresh them every minute or less often. */
export const maxCountsAgeMs = 60_000;
