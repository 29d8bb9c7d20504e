/** The state of a fault: open, deferred or closed; dashed while it is set here and not sent. */
import { IconCheck, IconCircleDot, IconClockPause } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { FaultStateName } from '../../../contract/entities/faults.ts';
import styles from './FaultStateBadge.module.css';

export const stateWords: Readonly<Record<FaultStateName, string>> = {
  open: 'Open',
  deferred: 'Deferred',
  closed: 'Closed',
};
export const stateIcons = { open: IconCircleDot, deferred: IconClockPause, closed: IconCheck } as const;

type Props = {
  readonly state: FaultStateName;
  readonly isWaiting?: boolean;
  /** With the words "not sent" next to it, where they are not said otherwise. */
  readonly hasWords?: boolean;
};

export function FaultStateBadge({ state, isWaiting = false, hasWords = false }: Props): ReactElement {
  const Icon = stateIcons[state];
  return (
    <span className={styles.badge} data-state={state} data-waiting={isWaiting || undefined}>
      <Icon size={16} aria-hidden="true" />
      {stateWords[state]}
      {isWaiting ? <span className={hasWords ? undefined : 'dl-hidden'}>, not sent</span> : null}
    </span>
  );
}
