/** A notice in the list, with the marks of its state and kind. */
import {
  type Icon,
  IconAlertOctagon,
  IconAlertTriangle,
  IconBroadcast,
  IconCheck,
  IconCircle,
  IconCircleFilled,
  IconMapPin,
  IconMessage,
  IconPlaneArrival,
  IconSettings,
  IconStack2,
  IconUserCheck,
} from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { NoticeKind, NoticeState } from '../../../contract/entities/notices.ts';
import { parseInstant } from '../../../contract/params.ts';
import type { Notice } from '../../data/notices.ts';
import { oneLine } from '../../lib/format.ts';
import { isoDay, utcMoment, utcShort } from '../../lib/time.ts';
import { shortDay } from '../../objects/faults/ledger-view.ts';
import styles from './Notices.module.css';

export const stateWords: Readonly<Record<NoticeState, string>> = {
  new: 'New',
  seen: 'Seen',
  taken: 'Taken',
  done: 'Done',
};
const stateIcons: Readonly<Record<NoticeState, Icon>> = {
  new: IconCircleFilled,
  seen: IconCircle,
  taken: IconUserCheck,
  done: IconCheck,
};
const kindIcons: Readonly<Record<NoticeKind, Icon>> = {
  message: IconMessage,
  fault: IconAlertTriangle,
  emergency: IconAlertOctagon,
  area: IconMapPin,
  silent: IconBroadcast,
  count: IconStack2,
  arrival: IconPlaneArrival,
  rule: IconSettings,
};

/** Of another server, it may be unknown. */
const isIn = <K extends string>(names: Readonly<Record<K, unknown>>, name: string): name is K =>
  Object.hasOwn(names, name);

/** `isHidden`: its word is next to it. */
export function StateIcon({ state, isHidden = false }: { state: string; isHidden?: boolean }): ReactElement {
  const known = isIn(stateIcons, state) ? state : 'seen';
  const Mark = stateIcons[known];
  return (
    <span className={styles.mark} data-state={known}>
      <Mark size={known === 'new' || known === 'seen' ? 10 : 14} aria-hidden="true" />
      {isHidden ? null : <span className="dl-hidden">{stateWords[known]}. </span>}
    </span>
  );
}

export function KindMark({ notice, size = 18 }: { notice: Notice; size?: number }): ReactElement {
  const kind = notice.isEmergency ? 'emergency' : isIn(kindIcons, notice.kind) ? notice.kind : 'message';
  const Mark = kindIcons[kind];
  return <Mark size={size} className={styles.kind} data-kind={kind} aria-hidden="true" />;
}

export const atOf = ({ at }: Pick<Notice, 'at'>): number => parseInstant(at) ?? 0;

export function NoticeRow({ notice, now }: { notice: Notice; now: number }): ReactElement {
  const at = atOf(notice);
  return (
    <div className={styles.row} data-state={notice.state}>
      <StateIcon state={notice.state} />
      <KindMark notice={notice} />
      <span className={styles.title}>
        {notice.isEmergency ? <span className="dl-hidden">Emergency. </span> : null}
        {oneLine(notice.title)}
      </span>
      <time className={styles.time} dateTime={notice.at} title={utcMoment(at, now)}>
        {isoDay(at) === isoDay(now) ? utcShort(at) : shortDay(at, now)}
      </time>
      <span className={styles.words}>{oneLine(notice.words)}</span>
      <span className={styles.taken}>{notice.takenBy === null ? null : `taken by ${oneLine(notice.takenBy)}`}</span>
    </div>
  );
}
