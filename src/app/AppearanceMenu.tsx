import { ActionIcon, Menu } from '@mantine/core';
import { IconContrast } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { type Appearance, setAppearance, useAppearance } from './appearance.ts';

export const schemes: readonly { value: Appearance['scheme']; label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
export const contrasts: readonly { value: Appearance['contrast']; label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'normal', label: 'Normal contrast' },
  { value: 'more', label: 'High contrast' },
];

/** Light, dark or the system's; contrast likewise. */
export function AppearanceMenu(): ReactElement {
  const appearance = useAppearance();
  return (
    <Menu position="bottom-end" width={200} withinPortal={false}>
      <Menu.Target>
        <ActionIcon aria-label="Appearance">
          <IconContrast size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Colours</Menu.Label>
        <Menu.RadioGroup
          value={appearance.scheme}
          onChange={(scheme) => setAppearance({ scheme: scheme as Appearance['scheme'] })}
        >
          {schemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>Contrast</Menu.Label>
        <Menu.RadioGroup
          value={appearance.contrast}
          onChange={(contrast) => setAppearance({ contrast: contrast as Appearance['contrast'] })}
        >
          {contrasts.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
