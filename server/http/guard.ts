/** Authenticates and authorises every call, and fails closed. Ownership ('own') is checked by the handler. */
import type { FastifyBaseLogger } from 'fastify';
import { type Audience, permissionFor } from '../../contract/audience.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Actor } from '../database/acting.ts';
import type { Database } from '../database/pool.ts';
import { HttpError, noPermission } from './api-error.ts';
import type { CompanyScope } from './company-scope.ts';

export type Logger = FastifyBaseLogger;

export type Caller = {
  readonly userId: string;
  readonly userName: string;
  readonly role: string;
  readonly company: string | null;
  /** 1 = accepted */
  readonly terms: number;
  readonly audience: Audience;
  readonly sessionId: string;
};

/** The holder of a token. `use` 'cookie' accepts only the cookie's token. */
export type Callers = {
  /** Like callerOf, from the cache. undefined = call callerOf. */
  knownCaller(token: string, use: 'bearer' | 'cookie'): Caller | null | undefined;
  callerOf(token: string, use: 'bearer' | 'cookie'): Promise<Caller | null>;
  /** Whether the session of an admitted caller has ended by now. Never from the cache. */
  hasEnded(caller: Caller): Promise<boolean>;
};

/** The station of a key. `recordId` = its record, `stationId` = its digits. */
export type KeyedStation = { readonly recordId: number; readonly stationId: string; readonly keyId: string };

/** Passed to each handler, besides query, body and path. */
export type Context = {
  /** null on public calls only. */
  readonly caller: Caller | null;
  /** Station of the key, on calls for stations only. */
  readonly station: KeyedStation | null;
  /** 'own' = limit to the caller's own data. */
  readonly permission: 'yes' | 'own';
  /** For calls that write, its transactions name the caller for the audit trail. */
  readonly db: Database;
  readonly companyScope: CompanyScope;
  /** Name the request in log entries (`requestId: request.id`). */
  readonly log: Logger;
  readonly request: {
    readonly ip: string;
    readonly id: string;
    readonly token: string | null;
    /** The User-Agent header, or blank. */
    readonly userAgent: string;
    /** HTTPS, to this server or to the proxy in front. */
    readonly isSecure: boolean;
    /** The Host header, with the port. */
    readonly host: string;
    /** The If-Match header: the version that the caller changes. */
    readonly ifMatch: string | null;
  };
  /** Adds a header to the response, or several of one name. */
  readonly setHeader: (name: string, value: string | string[]) => void;
};

/** @throws HttpError 401 without a login, 403 without permission */
export function permit(endpoint: Endpoint, caller: Caller | null, isOpen = false): 'yes' | 'own' {
  const permission = permissionFor(endpoint.id, caller?.audience ?? 'visitor', caller?.terms === 1);
  if (permission !== 'no') return permission;
  if (!caller) {
    if (isOpen && endpoint.token === 'cookie') return 'yes';
    throw new HttpError(401, 'Log in to continue.');
  }
  if (caller.terms !== 1) throw new HttpError(403, 'Accept the terms and conditions first.');
  throw noPermission();
}

/** The caller's permission for another call, for a response with parts of several. 'own' also if the call is refused. */
export const permissionOf = ({ caller }: Pick<Context, 'caller'>, endpointId: string): 'yes' | 'own' =>
  permissionFor(endpointId, caller?.audience ?? 'visitor', true) === 'yes' ? 'yes' : 'own';

/** Calls for stations require a key. @throws HttpError 401 without one, 403 for an account */
export function permitStation(caller: Caller | null, station: KeyedStation | null): 'yes' {
  if (station) return 'yes';
  if (caller) throw new HttpError(403, 'This call requires a station key, not a user session.');
  throw new HttpError(401, 'This call requires a valid station key.');
}

/** The station of a call for stations. */
export function stationOf(context: Context): KeyedStation {
  if (!context.station) throw new HttpError(401, 'This call requires a valid station key.');
  return context.station;
}

/** A caller as the audit trail records it. */
export const actorOf = (caller: Pick<Caller, 'userId' | 'userName' | 'company'> | null, address: string): Actor => ({
  userId: caller?.userId ?? null,
  userName: caller?.userName ?? null,
  company: caller?.company?.trim() || null,
  address,
});

/** The caller of a call that is never public. */
export function callerOf(context: Context): Caller {
  if (!context.caller) throw new HttpError(401, 'Log in to continue.');
  return context.caller;
}
