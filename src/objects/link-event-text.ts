/** Texts about link events (decision 7). Pure. */
import { formatNumber, measured, oneLine } from '../lib/format.ts';

/** Kinds of `server/messages/link-events.ts`. */
const kinds: Readonly<Record<string, string>> = {
  handoff: 'Handoff',
  link: 'Link control',
  gsif: 'Ground station information',
  logon: 'Log-on',
  logoff: 'Log-off',
  spdu: 'Squitter of a ground station',
  frequency: 'Frequency report',
  performance: 'Performance report',
  atn: 'ATN data',
  route: 'Route',
  airframe: 'Aircraft data',
  ready: 'Receive ready',
  empty: 'Frames without content',
};
export const linkKindText = (kind: string): string => kinds[kind] ?? oneLine(kind);

export const megahertzText = (freq: number): string => measured(formatNumber(freq, 3), 'MHz');
