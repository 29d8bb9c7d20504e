/**
 * What the go-to field offers: screens by name, and what was typed as a tail or a station of the raw list. Pure.
 * Must not: offer what the audience may not open.
 */
import type { Audience } from '../../contract/audience.ts';
import { accountMenus, type IconName, menus } from './menus.ts';
import { rowOfPath } from './route-table.ts';

export type Target = {
  readonly label: string;
  readonly note: string;
  readonly icon: IconName;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
};

/** In the order of the menus; matching is within the name, without letter case. A typed word is also a tail, digits first a station. */
export function targetsFor(audience: Audience, typed: string): readonly Target[] {
  const word = typed.trim();
  const screens = [...menus[audience], ...accountMenus[audience]].map((item) => {
    const title = rowOfPath(item.to)?.title;
    return { label: item.label, note: title && title !== item.label ? title : '', icon: item.icon, to: item.to };
  });
  if (word === '') return screens;
  const found = screens.filter((screen) => `${screen.label} ${screen.note}`.toLowerCase().includes(word.toLowerCase()));
  const raw = menus[audience].find((item) => item.icon === 'raw');
  if (!raw || word.length > 40) return found;
  const tail: Target = {
    label: `Messages of tail ${word.toUpperCase()}`,
    note: raw.label,
    icon: 'aircraftMessages',
    to: raw.to,
    search: { tail: word.toUpperCase() },
  };
  const station: Target = {
    label: `Messages of station ${word}`,
    note: raw.label,
    icon: 'station',
    to: raw.to,
    search: { stationId: word },
  };
  return [...found, ...(/^\d+$/.test(word) ? [station, tail] : [tail, station])];
}
