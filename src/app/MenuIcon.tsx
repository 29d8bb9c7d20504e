import {
  IconAlertTriangle,
  IconAntenna,
  IconBell,
  IconBellCog,
  IconBinaryTree,
  IconBroadcast,
  IconBuilding,
  IconBuildingAirport,
  IconBuildingBroadcastTower,
  IconChartBar,
  IconClipboardList,
  IconColumns3,
  IconContrast,
  IconDeviceFloppy,
  IconDevices,
  IconDownload,
  IconFileImport,
  IconKey,
  IconKeyboard,
  IconLogin2,
  IconLogout,
  IconMap,
  IconMessages,
  IconPlane,
  IconPlaneInflight,
  IconServer,
  IconSettings,
  IconShieldLock,
} from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { IconName } from './menus.ts';

const icons = {
  raw: IconMessages,
  aircraftMessages: IconPlane,
  adsb: IconBroadcast,
  airports: IconBuildingAirport,
  aircraft: IconPlaneInflight,
  airlines: IconBuilding,
  map: IconMap,
  statistics: IconChartBar,
  decoder: IconBinaryTree,
  administrator: IconSettings,
  logOut: IconLogout,
  logIn: IconLogin2,
  station: IconBuildingBroadcastTower,
  receivers: IconAntenna,
  audit: IconClipboardList,
  server: IconServer,
  import: IconFileImport,
  device: IconDeviceFloppy,
  security: IconShieldLock,
  logins: IconDevices,
  password: IconKey,
  appearance: IconContrast,
  keys: IconKeyboard,
  install: IconDownload,
  overview: IconColumns3,
  faults: IconAlertTriangle,
  notices: IconBell,
  rules: IconBellCog,
} satisfies Record<IconName, unknown>;

/** Icon of a menu item, hidden from screen readers: its label is next to it. */
export function MenuIcon({ name, size = 18 }: { name: IconName; size?: number }): ReactElement {
  const Icon = icons[name];
  return <Icon size={size} stroke={1.6} aria-hidden />;
}
