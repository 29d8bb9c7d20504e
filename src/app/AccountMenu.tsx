import { Menu, UnstyledButton } from '@mantine/core';
import { IconBook, IconChevronDown, IconDownload, IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Audience } from '../../contract/audience.ts';
import type { Session } from '../session/session.ts';
import styles from './AccountMenu.module.css';
import { useInstall } from './install.ts';
import { MenuIcon } from './MenuIcon.tsx';
import { accountMenus, docsPath } from './menus.ts';

/** Current user, added screens (C119), installation, keyboard shortcuts, logout. */
export function AccountMenu({
  audience,
  session,
  onKeys,
}: {
  audience: Audience;
  session: Session;
  onKeys(): void;
}): ReactElement {
  const navigate = useNavigate();
  const install = useInstall();
  return (
    <Menu position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={styles.target} aria-label={`Account of ${session.userName}`}>
          <IconUser size={18} aria-hidden />
          <span className={styles.name}>{session.userName}</span>
          <span className={styles.role}>{session.role}</span>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {accountMenus[audience].map((item) => (
          <Menu.Item
            key={item.to}
            leftSection={<MenuIcon name={item.icon} />}
            onClick={() => void navigate({ to: item.to })}
          >
            {item.label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {install ? (
          <Menu.Item leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />} onClick={install}>
            Install Downlink
          </Menu.Item>
        ) : null}
        <Menu.Item
          leftSection={<IconKeyboard size={18} stroke={1.6} aria-hidden />}
          rightSection={<kbd>?</kbd>}
          onClick={onKeys}
        >
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item
          component="a"
          href={docsPath}
          target="_blank"
          leftSection={<IconBook size={18} stroke={1.6} aria-hidden />}
        >
          Documentation
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.6} aria-hidden />}
          onClick={() => void navigate({ to: '/logout' })}
        >
          Log out
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Downlink {__APP_VERSION__}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
