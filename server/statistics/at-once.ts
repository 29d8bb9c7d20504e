/** Statistics are expensive: light requests must find a free database. */
import pLimit from 'p-limit';

export const atOnce = pLimit(2);
