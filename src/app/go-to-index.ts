/** Screens and actions of the go-to field with the words that find them. */
import type { Audience } from '../../contract/audience.ts';
import { accountMenus, type IconName, menus, moreMenus } from './menus.ts';
import { isOpen, rowOfPath } from './route-guard.ts';
import { type RoutePath, routeTable } from './route-table.ts';

export type Screen = { readonly label: string; readonly note: string; readonly icon: IconName; readonly to: RoutePath };

/** Steps of the session have no place of their own here, and paths with a parameter have no fixed target. */
const others = Object.values(routeTable).filter((row) => !('beforeTerms' in row) && !row.path.includes('$'));

/** Icons of screens without a menu item. */
const icons: Partial<Record<RoutePath, IconName>> = {
  '/addStation': 'station',
  '/addReceiver': 'receivers',
  '/decoding': 'decoder',
  '/coverage': 'decoder',
};

/** Search words of a screen besides its name. */
const keywords: Partial<Record<RoutePath, string>> = {
  '/overview': 'dashboard start home band sky newest messages',
  '/akrx': 'messages text decode',
  '/akrxAll': 'messages text decode export excel',
  '/acarsWithExtData': 'messages aircraft airline operator',
  '/acarsWithExtDataCompany': 'messages aircraft airline operator',
  '/adsb': 'ads-b mode s frames squawk export excel',
  '/adsbCompany': 'ads-b mode s frames squawk',
  '/faults': 'ata maintenance failure warning ledger defects deferred',
  '/airports': 'iata icao weather metar',
  '/aircraft': 'fleet registration tail mode s type flights',
  '/airlines': 'operators fleet',
  '/openstreetMap': 'positions live weather tiles openstreetmap',
  '/openstreetMapCompany': 'positions live weather tiles openstreetmap',
  '/statistics': 'stations feeding time range polar active frame size export excel',
  '/parser': 'decode decoding',
  '/decoding': 'decode decoding parse label text',
  '/report': 'day week summary print csv email digest',
  '/coverage': 'coverage board decoder decoded undecoded labels shapes',
  '/administrator': 'users overall bid',
  '/user': 'accounts people roles',
  '/addUser': 'new create account person register',
  '/addStation': 'new create receiver',
  '/receivers': 'sources decoders feed connect acarsdec dumpvdl2 readsb dump1090 beast port frames rate',
  '/addReceiver': 'new source decoder readsb dump1090 beast port',
  '/overall-bid-details': 'price offer',
  '/update-overall-bid': 'price offer change edit new',
  '/stationStatus': 'receivers stations health feeding silent',
  '/import': 'upload file csv reference recording',
  '/device': 'storage offline tiles map areas delete',
  '/accountSecurity': 'second factor 2fa totp authenticator recovery codes mfa passkey',
  '/serverStatus': 'backup restore health database disk queues version operate',
  '/logins': 'account security sessions devices revoke',
  '/changePassword': 'account security',
  '/logout': 'sign out exit logout',
};
export const keywordsOf = (to: RoutePath): string => keywords[to] ?? '';

/** In menu order, then screens without a menu item. */
export function screensOf(audience: Audience): readonly Screen[] {
  const inMenus = [...menus[audience], ...(moreMenus[audience] ?? []), ...accountMenus[audience]];
  // More than one menu contains Overview and Station status.
  const listed = inMenus.filter(({ to }, at) => inMenus.findIndex((one) => one.to === to) === at);
  const unlisted = others.filter(({ path }) => isOpen(path, audience) && !listed.some(({ to }) => to === path));
  return [
    ...listed.map(({ label, icon, to }) => {
      const title = rowOfPath(to)?.title ?? '';
      return { label, note: title === label ? '' : title, icon, to };
    }),
    ...unlisted.map(({ title, path }) => ({ label: title, note: '', icon: icons[path] ?? 'administrator', to: path })),
  ];
}

export type ActionName =
  | 'dark'
  | 'light'
  | 'system'
  | 'moreContrast'
  | 'normalContrast'
  | 'fullScreen'
  | 'export'
  | 'keys'
  | 'decode'
  | 'install';
export const actions: readonly {
  readonly action: ActionName;
  readonly label: string;
  readonly keywords: string;
  readonly icon: IconName;
}[] = [
  { action: 'dark', label: 'Dark colours', keywords: 'mode theme night appearance colors', icon: 'appearance' },
  { action: 'light', label: 'Light colours', keywords: 'mode theme day appearance colors', icon: 'appearance' },
  { action: 'system', label: 'System colours', keywords: 'mode theme auto appearance colors', icon: 'appearance' },
  { action: 'moreContrast', label: 'High contrast', keywords: 'appearance accessibility', icon: 'appearance' },
  { action: 'normalContrast', label: 'Normal contrast', keywords: 'appearance', icon: 'appearance' },
  { action: 'fullScreen', label: 'Full screen', keywords: 'wall display kiosk leave window', icon: 'overview' },
  { action: 'export', label: 'Export to Excel', keywords: 'download save csv spreadsheet file', icon: 'device' },
  { action: 'decode', label: 'Decode a text', keywords: 'decoder decoding message paste acars', icon: 'decoder' },
  { action: 'keys', label: 'Keyboard shortcuts', keywords: 'keys help', icon: 'keys' },
  { action: 'install', label: 'Install Downlink', keywords: 'app pwa home screen', icon: 'install' },
];
