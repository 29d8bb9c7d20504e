/** Count of new rows, pause, and the time of the rows on screen. */
import { IconArrowUp, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { formatCount } from '../lib/format.ts';
import { utcClock } from '../lib/time.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import type { ListDefinition } from './define-list.ts';
import styles from './LiveControls.module.css';
import type { NewRows } from './live-rows.ts';

export type LiveProps = {
  readonly list: ListDefinition;
  readonly news: NewRows | null;
  readonly canReload: boolean;
  readonly isPaused: boolean;
  /** Epoch ms, server time. */
  readonly shownAt: number | null;
  readonly onTakeIn: () => void;
  readonly onPause: (isPaused: boolean) => void;
};

/** `12 new messages`, `100 or more new messages`, or ''. */
function newsText(list: ListDefinition, news: NewRows | null): string {
  if (!news || news.count === 0) return '';
  const count = `${formatCount(news.count)}${news.isMore ? ' or more' : ''}`;
  return `${count} new ${list.noun[news.count === 1 && !news.isMore ? 0 : 1]}`;
}

/** Over the first row: it appears and disappears without moving rows. */
export function NewRowsButton({ live, hasTable }: { live: LiveProps; hasTable: boolean }): ReactElement {
  const text = newsText(live.list, live.news);
  return (
    <span className={styles.over} data-table={hasTable || undefined}>
      <span className="dl-hidden" role="status">
        {text}
      </span>
      {text === '' ? null : (
        <PlainButton className={styles.news} title="Show new rows (N)" onClick={live.onTakeIn}>
          <IconArrowUp size={16} aria-hidden="true" />
          {text}
        </PlainButton>
      )}
    </span>
  );
}

/** No request for new rows while pressed. */
export function PauseButton({ live, hasWord }: { live: LiveProps; hasWord: boolean }): ReactElement | null {
  if (!live.canReload) return null;
  const Icon = live.isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <PlainButton
      className={live.isPaused ? styles.paused : hasWord ? undefined : styles.square}
      aria-pressed={live.isPaused}
      aria-label="Pause"
      title={live.isPaused ? 'Resume updates' : 'Pause updates'}
      onClick={() => live.onPause(!live.isPaused)}
    >
      <Icon size={16} aria-hidden="true" />
      {live.isPaused ? 'Paused' : hasWord ? 'Pause' : null}
    </PlainButton>
  );
}

/** `as of 14:50:07Z`, and whether it is paused. */
export function shownAtText(live: LiveProps): string {
  const at = live.shownAt === null ? '' : `as of ${utcClock(live.shownAt)}Z`;
  return live.isPaused && live.canReload ? `paused, ${at}` : at;
}
