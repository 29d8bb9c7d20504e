/** Own file: the first file of the app needs it without the screens. */
import type { Audience } from '../../contract/audience.ts';
import type { RoutePath } from './route-table.ts';

/** Target of `/` (NAV-13). */
export const rootOf: Readonly<Record<Audience, RoutePath>> = {
  visitor: '/auth',
  admin: '/administrator',
  parser: '/parser',
  customer: '/akrx',
  companyUser: '/akrxAll',
  noRole: '/auth',
};
