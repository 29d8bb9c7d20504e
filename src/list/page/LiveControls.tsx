/** Count of new rows, pause, and the time of the rows on screen. */
import { IconArrowUp, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { formatCount } from '../../lib/format.ts';
import { utcClock } from '../../lib/time.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import type { ListDefinition } from '../define-list.ts';
import { type ListModel, useListModel } from '../list-model.ts';
import styles from './LiveControls.module.css';
import type { NewRows } from './live-rows.ts';

/** `12 new messages`, `100 or more new messages`, or ''. */
function newsText(list: ListDefinition, news: NewRows | null): string {
  if (!news || news.count === 0) return '';
  const count = `${formatCount(news.count)}${news.isMore ? ' or more' : ''}`;
  return `${count} new ${list.noun[news.count === 1 && !news.isMore ? 0 : 1]}`;
}

/** Between the rows and the pager: it appears and disappears without moving rows, and covers none. */
export function NewRowsButton(): ReactElement {
  const { list, data, takeIn } = useListModel();
  const text = newsText(list, data.news);
  return (
    <span className={styles.below}>
      <span className="dl-hidden" role="status">
        {text}
      </span>
      {text === '' ? null : (
        <PlainButton className={styles.news} title="Show new rows (N)" onClick={takeIn}>
          <IconArrowUp size={16} aria-hidden="true" />
          {text}
        </PlainButton>
      )}
    </span>
  );
}

/** No request for new rows while pressed. */
export function PauseButton({ hasWord }: { hasWord: boolean }): ReactElement | null {
  const { data, isPaused, setPaused } = useListModel();
  if (!data.canReload) return null;
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <PlainButton
      className={isPaused ? styles.paused : hasWord ? undefined : styles.square}
      aria-pressed={isPaused}
      aria-label="Pause"
      title={isPaused ? 'Resume updates' : 'Pause updates'}
      onClick={() => setPaused(!isPaused)}
    >
      <Icon size={16} aria-hidden="true" />
      {isPaused ? 'Paused' : hasWord ? 'Pause' : null}
    </PlainButton>
  );
}

/** `as of 14:50:07Z`, and whether it is paused. */
export function shownAtText({ data, isPaused }: Pick<ListModel, 'data' | 'isPaused'>): string {
  const at = data.shownAt === null ? '' : `as of ${utcClock(data.shownAt)}Z`;
  return isPaused && data.canReload ? `paused, ${at}` : at;
}
