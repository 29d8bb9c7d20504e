import { ActionIcon, Menu } from '@mantine/core';
import { IconContrast } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { UnitSystem } from '../lib/units.ts';
import { unitsChoice, useUnits } from '../objects/units-choice.ts';
import { type Appearance, setAppearance, useAppearance } from './appearance.ts';

export const schemes: readonly { value: Appearance['scheme']; label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
export const contrasts: readonly { value: Appearance['contrast']; label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'normal', label: 'Normal contrast' },
  { value: 'more', label: 'High contrast' },
];

export const unitChoices: readonly { value: UnitSystem; label: string; symbols: string }[] = [
  { value: 'aviation', label: 'Aviation', symbols: 'ft, kt, nmi' },
  { value: 'metric', label: 'Metric', symbols: 'm, km/h, km' },
  { value: 'imperial', label: 'Imperial', symbols: 'ft, mph, mi' },
];

/** Colour scheme, contrast and units. */
export function AppearanceMenu(): ReactElement {
  const appearance = useAppearance();
  const { system } = useUnits();
  return (
    <Menu position="bottom-end" width={220} withinPortal={false}>
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
        <Menu.Divider />
        <Menu.Label>Units</Menu.Label>
        <Menu.RadioGroup value={system} onChange={(next) => unitsChoice.set(next as UnitSystem)}>
          {unitChoices.map(({ value, label, symbols }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
              {label} ({symbols})
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
