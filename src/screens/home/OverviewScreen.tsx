import { IconBuildingBroadcastTower, IconColumns3, IconMap, IconMessages, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useRef, useState } from 'react';
import { useMedia } from '../../lib/use-media.ts';
import { rawListPath } from '../../objects/object-paths.ts';
import { useAudience } from '../../session/use-session.ts';
import { openGoTo } from '../../ui/go-to-event.ts';
import shared from '../../ui/shared.module.css';
import { useNoticesAbove } from '../../ui/use-notices-above.ts';
import { Overview } from './Overview.tsx';
import styles from './StartCard.module.css';

/** /overview: the overview on its own screen. */
export default function OverviewScreen(): ReactElement {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  // As in Overview.module.css.
  const isNarrow = useMedia('(max-width: 959px)');
  return (
    <>
      {/* The row is below what scrolls, not over it: no target is covered. */}
      <div ref={setScroller} className={shared.scroller}>
        <div className={styles.page}>
          <Overview heading="h1" scroller={scroller} />
        </div>
      </div>
      {isNarrow ? <BottomRow /> : null}
    </>
  );
}

const iconPx = 22;

/** Row at the bottom of the overview on narrow screens: the ways that a thumb needs most. */
function BottomRow(): ReactElement {
  const audience = useAudience();
  const row = useRef<HTMLElement>(null);
  useNoticesAbove(row);
  const map = audience === 'customer' ? '/openstreetMapCompany' : '/openstreetMap';
  return (
    <nav ref={row} className={styles.bottomRow} aria-label="Quick links">
      <Link to="/overview" className={styles.way} activeOptions={{ includeSearch: false }}>
        <IconColumns3 size={iconPx} aria-hidden="true" />
        Overview
      </Link>
      <Link to={rawListPath(audience)} className={styles.way}>
        <IconMessages size={iconPx} aria-hidden="true" />
        Messages
      </Link>
      {audience === 'companyUser' ? null : (
        <Link to={map} className={styles.way}>
          <IconMap size={iconPx} aria-hidden="true" />
          Map
        </Link>
      )}
      <Link to="/stationStatus" className={styles.way}>
        <IconBuildingBroadcastTower size={iconPx} aria-hidden="true" />
        Stations
      </Link>
      <button type="button" className={styles.way} onClick={openGoTo}>
        <IconSearch size={iconPx} aria-hidden="true" />
        Find
      </button>
    </nav>
  );
}
