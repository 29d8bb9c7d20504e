/** Icon of a station's status. Its colour is that of the text. */
import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconClockExclamation,
} from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { HealthState } from '../../contract/entities/station-health.ts';
import shared from '../ui/shared.module.css';

const icons: Readonly<Record<HealthState, typeof IconCircleDashed>> = {
  feeding: IconCircleCheckFilled,
  partly: IconAlertTriangleFilled,
  late: IconClockExclamation,
  silent: IconAlertOctagonFilled,
  never: IconCircleDashed,
};

export function StateIcon({ state, size }: { state: HealthState; size: number }): ReactElement {
  const Icon = icons[state];
  return <Icon size={size} className={shared.rigid} aria-hidden="true" />;
}
