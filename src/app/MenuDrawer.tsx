/** Main menu and account menu of narrow screens. Own file: one part of the frame. */
import { SegmentedControl } from '@mantine/core';
import { IconBook, IconDownload, IconUser, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Audience } from '../../contract/audience.ts';
import type { UnitSystem } from '../lib/units.ts';
import { unitsChoice, useUnits } from '../objects/units-choice.ts';
import type { Session } from '../session/session.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import { ProductMark } from '../ui/ProductMark.tsx';
import { SideSheet } from '../ui/SideSheet.tsx';
import shared from '../ui/shared.module.css';
import { unitChoices } from './AppearanceMenu.tsx';
import { type Appearance, setAppearance, useAppearance } from './appearance.ts';
import { useInstall } from './install.ts';
import { MainMenu } from './MainMenu.tsx';
import styles from './MenuDrawer.module.css';
import { MenuIcon } from './MenuIcon.tsx';
import { accountMenus, docsPath } from './menus.ts';

/** Below 960 px: menu, account, appearance and units in one drawer. */
export function MenuDrawer(props: { audience: Audience; session: Session; onClose(): void }): ReactElement {
  const { scheme, contrast } = useAppearance();
  const { system } = useUnits();
  const install = useInstall();
  return (
    <SideSheet label="Menu" onClose={props.onClose}>
      <div className={styles.head}>
        <ProductMark />
        Downlink
        <PlainButton look="icon" className={shared.atEnd} aria-label="Close menu" onClick={props.onClose}>
          <IconX size={20} aria-hidden />
        </PlainButton>
      </div>
      <MainMenu audience={props.audience} place="drawer" onGo={props.onClose} />
      <p className={styles.who}>
        <IconUser size={18} aria-hidden />
        {props.session.userName} <span>{props.session.role}</span>
      </p>
      <ul className={shared.bareList}>
        {accountMenus[props.audience].map((item) => (
          <li key={item.to}>
            <Link to={item.to} className={styles.item} onClick={props.onClose}>
              <MenuIcon name={item.icon} />
              {item.label}
            </Link>
          </li>
        ))}
        {install ? (
          <li>
            <button type="button" className={styles.item} onClick={install}>
              <IconDownload size={18} stroke={1.6} aria-hidden />
              Install Downlink
            </button>
          </li>
        ) : null}
        <li>
          <a href={docsPath} target="_blank" rel="noreferrer" className={styles.item}>
            <IconBook size={18} stroke={1.6} aria-hidden />
            Documentation
          </a>
        </li>
      </ul>
      <div className={styles.appearance}>
        <span id="drawer-colours">Colours</span>
        <SegmentedControl
          fullWidth
          aria-labelledby="drawer-colours"
          value={scheme}
          onChange={(value) => setAppearance({ scheme: value as Appearance['scheme'] })}
          data={[
            { value: 'auto', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
        <span id="drawer-contrast">Contrast</span>
        <SegmentedControl
          fullWidth
          aria-labelledby="drawer-contrast"
          value={contrast}
          onChange={(value) => setAppearance({ contrast: value as Appearance['contrast'] })}
          data={[
            { value: 'auto', label: 'System' },
            { value: 'normal', label: 'Normal' },
            { value: 'more', label: 'High' },
          ]}
        />
        <span id="drawer-units">Units</span>
        <SegmentedControl
          fullWidth
          aria-labelledby="drawer-units"
          value={system}
          onChange={(value) => unitsChoice.set(value as UnitSystem)}
          data={unitChoices.map(({ value, label }) => ({ value, label }))}
        />
      </div>
    </SideSheet>
  );
}
