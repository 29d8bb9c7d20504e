/** Of a list without rows: longer windows with their numbers, and the archive, each in one click. The dialogue of an aircraft has the same. */
import { useQueries } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { maxExactCount } from '../../../contract/params.ts';
import type { ApiResponse } from '../../data/resource.ts';
import { type WindowsOf, windowCountQuery } from '../../data/window-counts.ts';
import { windowLabel } from '../../lib/time.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { useArchive } from '../archive/use-archive.ts';
import { useListModel } from '../list-model.ts';
import { windowNames } from '../state/list-state.ts';
import styles from './ListStates.module.css';
import { countText } from './paging.ts';

const nextHours = [24, 72, 360];

export function NextWindows(): ReactElement | null {
  const { list, state, data, extra, searchRange } = useListModel();
  const { window } = data.request;
  const times = windowNames(list);
  const filters = Object.fromEntries(Object.entries(state.filters).filter(([name]) => !times.includes(name)));
  const longer = list.window === null ? [] : nextHours.filter((hours) => window === null || hours > window.hours);
  const isJoined = data.request.isJoined ?? false;
  const counts = useWindowCounts({ endpoint: list.endpoint, filters, extra, isJoined }, longer);
  const isStored = data.page?.source === 'stored';
  const archive = useArchive(list);
  // The archive is never stored.
  const isArchiveOffered = archive !== null && !state.isArchived && !isStored;
  if (longer.length === 0 && !isArchiveOffered) return null;
  return (
    <div className={styles.windows} role="group" aria-label="Longer ranges">
      {window ? <span>None in {windowLabel(window.hours)}.</span> : null}
      <WindowChoices counts={counts} onChoose={(hours) => searchRange(hours === list.window?.hours ? null : hours)} />
      {isArchiveOffered ? (
        <PlainButton onClick={() => searchRange({ archive: archive.ends })}>Archive, {archive.text}</PlainButton>
      ) : null}
    </div>
  );
}

type WindowCount = {
  readonly hours: number;
  readonly found: ApiResponse<number> | undefined;
  readonly isJoined: boolean;
};

/** Rows of each window under the filters. Also for screens that read a list without showing it. */
export function useWindowCounts(of: WindowsOf, windows: readonly number[]): readonly WindowCount[] {
  const counts = useQueries({ queries: windows.map((hours) => windowCountQuery(of, hours)) });
  return windows.map((hours, at) => ({ hours, found: counts[at]?.data, isJoined: of.isJoined }));
}

/** Each window in one click, with its number as soon as that is known. */
export function WindowChoices(props: {
  readonly counts: readonly WindowCount[];
  readonly onChoose: (hours: number) => void;
}): ReactElement {
  return (
    <>
      {props.counts.map(({ hours, found, isJoined }) => {
        const name = windowLabel(hours);
        if (found?.value === 0)
          return (
            <span key={hours}>
              {name} has none{found.source === 'stored' ? ' stored' : ''}.
            </span>
          );
        return (
          <PlainButton key={hours} onClick={() => props.onChoose(hours)}>
            {name}
            {found
              ? ` has ${countText(found.value, found.value <= maxExactCount, isJoined)}${found.source === 'stored' ? ' stored' : ''}`
              : null}
          </PlainButton>
        );
      })}
    </>
  );
}
