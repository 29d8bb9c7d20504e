import type { RangeHealth, StationFacts } from '../../contract/entities/station-health.ts';

/** nmi: shorter sectors prove nothing. A sector below half of its usual range is a finding: an antenna lost a side. */
const leastUsualNmi = 20;
const shorterThan = 0.5;

export const shortSectors = ({ sectors }: RangeHealth): RangeHealth['sectors'] =>
  sectors.filter(
    ({ nowNmi, usualNmi }) => usualNmi !== null && usualNmi >= leastUsualNmi && (nowNmi ?? 0) < usualNmi * shorterThan,
  );

export const hasFinding = ({ temperature, wifi, range }: StationFacts): boolean =>
  Boolean(temperature?.isUnusual || wifi?.isUnusual) || (range !== null && shortSectors(range).length > 0);
