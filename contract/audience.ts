/** Audiences and their calls. A call without a row is refused. Ownership is checked by the handlers. */
import type { api } from './api.ts';

/** In the order of NAV-07 to NAV-12. `companyUser` = has a company, neither Admin nor Parser. `noRole` = logged in, none of the others. */
export type Audience = 'visitor' | 'admin' | 'parser' | 'customer' | 'companyUser' | 'noRole';
export const loggedIn = ['admin', 'parser', 'customer', 'companyUser', 'noRole'] as const satisfies readonly Audience[];

type GroupsOf<A> = {
  [K in keyof A]: { [M in keyof A[K]]: A[K][M] extends { readonly id: infer I } ? I : never }[keyof A[K]];
};
export type EndpointId = Extract<GroupsOf<typeof api>[keyof typeof api], string>;

type Permission = {
  readonly who: 'everyone' | readonly Audience[];
  /** Allowed before the terms are accepted. */
  readonly beforeTerms?: true;
  /** Also for the user concerned, or the feeder of the station: the handler limits data to their own. */
  readonly own?: true;
};

/** No account: the call requires a station key. */
const stationKey: Permission = { who: [] };
const everyone: Permission = { who: 'everyone', beforeTerms: true };
const anyLoggedIn: Permission = { who: loggedIn, beforeTerms: true };
const admin: Permission = { who: ['admin'] };
const adminOrOwn: Permission = { who: ['admin'], own: true };
const adminParser: Permission = { who: ['admin', 'parser'] };
const adminParserOrOwn: Permission = { who: ['admin', 'parser'], own: true };
const adminParserCustomer: Permission = { who: ['admin', 'parser', 'customer'] };
const withData: Permission = { who: ['admin', 'parser', 'customer', 'companyUser'] };
/** The handlers limit a company to its own. Customers without a company feed stations. */
const ledger: Permission = { who: ['admin', 'parser', 'companyUser'] };

/** Everyone has rules and notices: the handlers limit them to what the caller may see. */
const told: Permission = { who: loggedIn };

/** A call without a row here does not compile. */
export const mayCall: Readonly<Record<EndpointId, Permission>> = {
  'API-01': everyone,
  'API-02': admin,
  'API-03': anyLoggedIn,
  'API-04': anyLoggedIn,
  'API-05': anyLoggedIn,
  'API-06': admin,
  'API-07': admin,
  'API-08': adminOrOwn,
  'API-09': admin,
  'API-10': admin,
  'API-11': adminParserCustomer,
  'API-12': adminParser,
  'API-13': withData,
  'API-14': { who: ['admin', 'parser', 'companyUser'] },
  'API-15': { who: ['admin', 'parser', 'companyUser'] },
  'API-16': adminParserCustomer,
  'API-17': withData,
  'API-18': withData,
  'API-20': adminParser,
  'API-21': adminParser,
  'API-22': adminParser,
  'API-23': adminParserCustomer,
  'API-24': adminParserCustomer,
  'API-25': adminParser,
  'API-26': adminOrOwn,
  'API-27': adminParserCustomer,
  'API-28': adminParser,
  'API-29': adminParser,
  'API-30': adminParserCustomer,
  'API-30b': adminParserCustomer,
  'API-30c': adminParserCustomer,
  'API-31': adminParserCustomer,
  'API-32': adminParserCustomer,
  'API-33': everyone,
  'API-34': adminParser,
  'API-35': adminParserOrOwn,
  'API-36': adminParserOrOwn,
  'API-37': adminParserOrOwn,
  'API-38': adminParserOrOwn,
  'API-39': adminParserOrOwn,
  'API-40': adminParserOrOwn,
  'API-41': adminParserOrOwn,
  'API-42': adminParserOrOwn,
  'API-43': adminParserOrOwn,
  'API-44': admin,
  'API-45': admin,
  'API-46': admin,
  'API-47': admin,
  'API-48': admin,
  'API-49': admin,
  'API-50': admin,
  'API-51': admin,
  'ADD-band': adminParserOrOwn,
  'ADD-days': adminParserOrOwn,
  'ADD-firstSight': adminParserOrOwn,
  'ADD-overview': withData,
  'ADD-findIndex': withData,
  'ADD-sharedViews': withData,
  'ADD-shareView': withData,
  'ADD-unshareView': withData,
  'ADD-preferences': { who: loggedIn },
  'ADD-stationPage': adminParserOrOwn,
  'ADD-airportPage': adminParserCustomer,
  'ADD-tail': withData,
  'ADD-briefing': withData,
  'ADD-trail': adminParserCustomer,
  'ADD-trails': adminParserCustomer,
  'ADD-past': adminParserCustomer,
  'ADD-rawTrail': admin,
  'ADD-heardBy': adminParserCustomer,
  'ADD-mapRanges': adminParserOrOwn,
  'ADD-mapCoverage': adminParserCustomer,
  'ADD-mapLayers': adminParserCustomer,
  'ADD-faults': ledger,
  'ADD-faultCounts': ledger,
  'ADD-tailFaults': ledger,
  'ADD-setFaultState': ledger,
  'ADD-rules': told,
  'ADD-addRule': told,
  'ADD-changeRule': told,
  'ADD-removeRule': told,
  'ADD-tryRule': told,
  'ADD-ways': told,
  'ADD-notices': told,
  'ADD-noticeCount': told,
  'ADD-changeNotices': told,
  'ADD-noticeSettings': told,
  'ADD-changeNoticeSettings': told,
  'ADD-push': told,
  'ADD-subscribe': told,
  'ADD-unsubscribe': told,
  'ADD-testPush': told,
  'ADD-webhooks': told,
  'ADD-addWebhook': told,
  'ADD-removeWebhook': told,
  'ADD-testWebhook': told,
  'ADD-report': withData,
  'ADD-reportMail': withData,
  'ADD-changeReportMail': withData,
  'ADD-archive': withData,
  'ADD-kinds': { who: ['admin', 'parser', 'companyUser'] },
  'ADD-kindsCompany': adminParserCustomer,
  'ADD-kindsPerAircraft': { who: ['admin', 'parser', 'companyUser'] },
  'ADD-kindsPerAircraftCompany': adminParserCustomer,
  'ADD-coverage': adminParser,
  'ADD-heard': withData,
  'ADD-extra': withData,
  'ADD-linkEvents': withData,
  'ADD-airport': adminParserCustomer,
  'ADD-airportsVersion': adminParserCustomer,
  'ADD-refreshToken': everyone,
  'ADD-logout': anyLoggedIn,
  'ADD-changePassword': { who: loggedIn },
  'ADD-logins': { who: loggedIn },
  'ADD-endLogin': { who: loggedIn },
  'ADD-endOtherLogins': { who: loggedIn },
  'ADD-security': { who: loggedIn },
  'ADD-beginSecondFactor': { who: loggedIn },
  'ADD-beginRequiredSecondFactor': everyone,
  'ADD-confirmSecondFactor': { who: loggedIn },
  'ADD-renewRecoveryCodes': { who: loggedIn },
  'ADD-removeSecondFactor': { who: loggedIn },
  'ADD-resetSecondFactor': admin,
  'ADD-beginPasskey': { who: loggedIn },
  'ADD-addPasskey': { who: loggedIn },
  'ADD-removePasskey': { who: loggedIn },
  'ADD-beginPasskeyLogin': everyone,
  'ADD-passkeyLogin': everyone,
  'ADD-beginPasskeyProof': { who: loggedIn },
  'ADD-beginRequiredPasskey': everyone,
  'ADD-addRequiredPasskey': everyone,
  'ADD-turnOffPassword': { who: loggedIn },
  'ADD-turnOnPassword': { who: loggedIn },
  'ADD-beginSignIn': everyone,
  'ADD-completeSignIn': everyone,
  'ADD-requestPassword': everyone,
  'ADD-setPassword': everyone,
  'ADD-sendConfirmation': admin,
  'ADD-stationHealth': adminParserOrOwn,
  'ADD-stationNames': withData,
  'ADD-stationKeys': admin,
  'ADD-createStationKey': admin,
  'ADD-revokeStationKey': admin,
  'ADD-stationReceivers': admin,
  'ADD-claimReceiver': admin,
  'ADD-releaseReceiver': admin,
  'ADD-ingestAcars': stationKey,
  'ADD-ingestAdsb': stationKey,
  'ADD-ingestStatus': stationKey,
  'ADD-ingestFrames': stationKey,
  'ADD-ingestCounters': admin,
  'ADD-receivers': admin,
  'ADD-addReceiver': admin,
  'ADD-testReceiver': admin,
  'ADD-changeReceiver': admin,
  'ADD-removeReceiver': admin,
  'ADD-beginImport': admin,
  'ADD-importPart': admin,
  'ADD-currentImport': admin,
  'ADD-importRejected': admin,
  'ADD-writeImport': admin,
  'ADD-cancelImport': admin,
  'ADD-audit': { who: ['admin', 'companyUser'] },
  'ADD-auditExport': withData,
  'ADD-exportTurn': withData,
  'ADD-health': everyone,
  'ADD-live': everyone,
  'ADD-storage': admin,
  'ADD-serverStatus': admin,
  'ADD-runBackup': admin,
  'ADD-confirmClock': admin,
  'ADD-openapi': everyone,
};

/** Whether this audience may make this call. `own` = limited to the caller's own data. */
export function permissionFor(endpointId: string, audience: Audience, termsAccepted: boolean): 'yes' | 'own' | 'no' {
  const permission = Object.hasOwn(mayCall, endpointId) ? mayCall[endpointId as EndpointId] : undefined;
  if (!permission) return 'no';
  if (permission.who === 'everyone') return 'yes';
  if (audience === 'visitor') return 'no';
  if (!termsAccepted && !permission.beforeTerms) return 'no';
  if (permission.who.includes(audience)) return 'yes';
  return permission.own ? 'own' : 'no';
}
