/** Row at the bottom of the overview on narrow screens: the ways that a thumb needs most. */
import { IconBuildingBroadcastTower, IconColumns3, IconMap, IconMessages, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useRef } from 'react';
import { rawListPath } from '../../objects/object-paths.ts';
import { useAudience } from '../../session/use-session.ts';
import { openGoTo } from '../../ui/go-to-event.ts';
import { useNoticesAbove } from '../../ui/use-notices-above.ts';
import styles from './BottomRow.module.css';

const iconPx = 22;

export function BottomRow(): ReactElement {
  const audience = useAudience();
  const row = useRef<HTMLElement>(null);
  useNoticesAbove(row);
  const map = audience === 'customer' ? '/openstreetMapCompany' : '/openstreetMap';
  return (
    <nav ref={row} className={styles.row} aria-label="Quick links">
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
