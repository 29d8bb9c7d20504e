/** Records of the app's session database that the service worker reads, too: whose notices this device shows while the app is closed (decision 45). */

export const sessionDatabase = { name: 'downlink-session', version: 1, store: 'session' } as const;
/** Keys in its store. */
export const toldKey = 'told';
export const pushedKey = 'pushed';

/** The last notices that the worker received for this user. More are in the inbox. */
export const maxPushed = 50;

/** `deviceId` = this device on the server. `endpoint` = its subscription there, absent from records of earlier versions. */
export type ToldUser = { readonly user: string; readonly deviceId: string; readonly endpoint?: string };

/** Anyone can edit the record: an invalid one is none. */
export function readToldUser(value: unknown): ToldUser | null {
  const { user, deviceId, endpoint } = (value ?? {}) as Partial<Record<keyof ToldUser, unknown>>;
  if (typeof user !== 'string' || user === '' || typeof deviceId !== 'string') return null;
  return { user, deviceId, ...(typeof endpoint === 'string' ? { endpoint } : {}) };
}

/** Messages of the worker to pages. A page that opens the path answers on the port. */
export type WorkerMessage =
  | { readonly type: 'OPEN'; readonly path: string }
  | { readonly type: 'SUBSCRIPTION_CHANGED' };
