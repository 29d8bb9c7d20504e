import {
  IconBinaryTree,
  IconBroadcast,
  IconBuilding,
  IconBuildingAirport,
  IconBuildingBroadcastTower,
  IconChartBar,
  IconDeviceFloppy,
  IconFileImport,
  IconKey,
  IconLogin2,
  IconLogout,
  IconMap,
  IconMessages,
  IconPlane,
  IconPlaneInflight,
  IconSettings,
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
  import: IconFileImport,
  device: IconDeviceFloppy,
  password: IconKey,
} satisfies Record<IconName, unknown>;

/** The picture of a menu item; its word stands beside it, so it is hidden from screen readers. */
export function MenuIcon({ name, size = 18 }: { name: IconName; size?: number }): ReactElement {
  const Icon = icons[name];
  return <Icon size={size} stroke={1.6} aria-hidden />;
}
