/** Kinds of messages: sign, word and colour family, in one place. Sign and word come first: four families share the colours. */
import {
  IconAlertTriangle,
  IconBroadcast,
  IconCloud,
  IconEngine,
  IconFileText,
  IconHelpCircle,
  IconMapPin,
  IconMessage2,
  IconMessages,
  IconPlaneDeparture,
  IconRoute,
  IconWeight,
} from '@tabler/icons-react';
import clsx from 'clsx';
import type { ReactElement } from 'react';
import type { MeaningKind } from '../../contract/entities/meaning.ts';
import styles from './KindIcon.module.css';

export type RowKind = MeaningKind | 'notDecoded';

const icons: Readonly<Record<RowKind, typeof IconMessages>> = {
  position: IconMapPin,
  gateTimes: IconPlaneDeparture,
  weather: IconCloud,
  cpdlc: IconMessages,
  adsc: IconRoute,
  engine: IconEngine,
  load: IconWeight,
  freeText: IconFileText,
  fault: IconAlertTriangle,
  link: IconBroadcast,
  other: IconMessage2,
  notDecoded: IconHelpCircle,
};
const families: Readonly<Record<RowKind, string | undefined>> = {
  position: styles.flight,
  gateTimes: styles.flight,
  weather: styles.flight,
  cpdlc: styles.atc,
  adsc: styles.atc,
  engine: styles.craft,
  load: styles.craft,
  freeText: styles.craft,
  fault: styles.fault,
  link: styles.link,
  other: styles.other,
  notDecoded: styles.other,
};

type Props = { readonly kind: RowKind; readonly className?: string | undefined };

export function KindIcon({ kind, className }: Props): ReactElement {
  const Icon = icons[kind];
  return <Icon size={16} className={clsx(families[kind], className)} aria-hidden="true" />;
}
