/** Two transmitters use the address of this aircraft: its position may be that of the other one. */
import type { ReactElement } from 'react';
import { StateBadge } from '../ui/StateBadge.tsx';

export const Doubtful = (): ReactElement => (
  <p>
    <StateBadge kind="warn" word="Doubtful" /> This address was received at two places at the same time. One of them is
    shown.
  </p>
);
