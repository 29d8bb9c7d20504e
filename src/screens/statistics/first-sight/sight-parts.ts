/** Properties of every chart of the section. */
import type { FirstSight } from '../../../../contract/entities/first-sight.ts';

export type SightProps = {
  readonly sight: FirstSight;
  /** Server time of the data, epoch ms. */
  readonly now: number;
  /** Period, stations and time, for files. */
  readonly lines: readonly string[];
};
