/**
 * Who calls, and whether they may: one door for every call, and it fails closed.
 * Must not: know what a call does; ownership ('own') is the handler's to check.
 */
import type { FastifyBaseLogger } from 'fastify';
import { type Audience, permissionFor } from '../contract/audience.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { KeyedStation } from './accounts/station-keys.ts';
import type { Config } from './config.ts';
import type { Database } from './database/pool.ts';
import { HttpError } from './http/api-error.ts';

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

/** What each handler gets beside query, body and path. */
export type Context = {
  /** null on public calls only. */
  readonly caller: Caller | null;
  /** Whose key was sent; on calls for stations only. */
  readonly station: KeyedStation | null;
  /** 'own' = answer only for what is the caller's. */
  readonly permission: 'yes' | 'own';
  readonly db: Database;
  readonly config: Config;
  /** Name the request in what you log (`requestId: request.id`). */
  readonly log: Logger;
  readonly request: {
    readonly ip: string;
    readonly id: string;
    readonly token: string | null;
    /** By HTTPS, to this server or to the proxy in front. */
    readonly isSecure: boolean;
    /** The If-Match header: which version the caller means to change. */
    readonly ifMatch: string | null;
  };
  /** Adds a header to the answer, or several of one name. */
  readonly setHeader: (name: string, value: string | string[]) => void;
};

/** @throws HttpError 401 for nobody, 403 for somebody who may not */
export function permit(endpoint: Endpoint, caller: Caller | null, isOpen = false): 'yes' | 'own' {
  const permission = permissionFor(endpoint.id, caller?.audience ?? 'visitor', caller?.terms === 1);
  if (permission !== 'no') return permission;
  if (!caller) {
    if (isOpen && endpoint.token === 'cookie') return 'yes';
    throw new HttpError(401, 'Please log in: this call needs a valid session.');
  }
  if (caller.terms !== 1) throw new HttpError(403, 'Accept the terms and conditions first.');
  throw new HttpError(403, 'Your account is not allowed to do this.');
}

/** Calls for stations take a key and no account. @throws HttpError 401 for nobody, 403 for an account */
export function permitStation(caller: Caller | null, station: KeyedStation | null): 'yes' {
  if (station) return 'yes';
  if (caller) throw new HttpError(403, 'This call takes the key of a station, not a log-in.');
  throw new HttpError(401, 'This call needs a valid key of a station.');
}

/** The station of a call for stations. */
export function stationOf(context: Context): KeyedStation {
  if (!context.station) throw new HttpError(401, 'This call needs a valid key of a station.');
  return context.station;
}

/** The caller of a call that is never public. */
export function callerOf(context: Context): Caller {
  if (!context.caller) throw new HttpError(401, 'Please log in: this call needs a valid session.');
  return context.caller;
}
