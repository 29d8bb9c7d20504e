/** Icon of what a message is about. */
import {
  IconAlertTriangle,
  IconCircleDot,
  IconCurrentLocation,
  IconInfoCircle,
  IconLogout,
  IconMessages,
  IconPlaneInflight,
  IconSettings,
  IconStack2,
} from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { MessageKind } from '../../contract/entities/overview.ts';

const icons: Readonly<Record<MessageKind, typeof IconMessages>> = {
  fault: IconAlertTriangle,
  movement: IconPlaneInflight,
  position: IconCurrentLocation,
  departure: IconLogout,
  atis: IconInfoCircle,
  weather: IconInfoCircle,
  flightPlan: IconStack2,
  engine: IconSettings,
  link: IconCircleDot,
  other: IconMessages,
};

export function KindIcon({ kind, className }: { kind: MessageKind; className?: string | undefined }): ReactElement {
  const Icon = icons[kind];
  return <Icon size={16} className={className} aria-hidden="true" />;
}
