/** Push messages on this device: whether they can work, the subscription, and its end (decision 45). */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { PushState } from '../../contract/entities/notices.ts';
import { deviceName } from '../lib/device-name.ts';
import { type EntryId, readEntry, removeEntry, writeEntry } from '../session/personal-entries.ts';
import { sessionStore } from '../session/session-store.ts';
import { withLock } from '../session/tabs.ts';
import { removeToldUser, storedToldUser, storeToldUser } from '../session/told-user.ts';
import { ApiError } from './api-error.ts';
import { send, usualDeadlineMs } from './send.ts';

export const pushQuery = (): UseQueryOptions<PushState> => ({
  queryKey: [api.ways.push.id],
  queryFn: ({ signal }) => send(api.ways.push, { cause: 'user', signal }),
  // The section reports it in place: other servers of this API lack the call.
  meta: { isQuiet: true },
});

export type PushObstacle = 'insecure' | 'homeScreen' | 'browser' | 'worker';

/** Why this browser cannot receive push messages here. null = it can. */
export async function pushObstacle(): Promise<PushObstacle | null> {
  if (!globalThis.isSecureContext) return 'insecure';
  if (!('PushManager' in globalThis) || !('Notification' in globalThis) || !navigator.serviceWorker)
    return isOfApple() && !isOnHomeScreen() ? 'homeScreen' : 'browser';
  return (await navigator.serviceWorker.getRegistration()) ? null : 'worker';
}

/** An iPad names itself a Mac, which has no touch screen. */
const isOfApple = (): boolean =>
  /\b(iPhone|iPad)\b/.test(navigator.userAgent) ||
  (/\bMacintosh\b/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
const isOnHomeScreen = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** As the user knows it: a label that another device of the user shows. */
const ownName = (): string => deviceName(navigator.userAgent).slice(0, 80);

const currentUser = (): string | null => {
  const state = sessionStore.get();
  return state.kind === 'in' ? state.session.userId : null;
};

/** Id of this device on the server. null = it receives no messages for this user. 'unknown' = storage does not work, or not yet. */
export async function ownDeviceId(): Promise<string | null | 'unknown'> {
  const stored = await storedToldUser();
  if (!stored) return 'unknown';
  return stored.told?.user === currentUser() ? stored.told.deviceId : null;
}

const removedEntry = (): EntryId | null => {
  const userId = currentUser();
  return userId === null ? null : { kind: 'push', userId };
};
/** The user removed this device on another one. It stays removed until the user turns messages on here. */
export function wasRemovedElsewhere(): boolean {
  const entry = removedEntry();
  return entry !== null && readEntry(entry) === 'removed';
}

/** One change of the subscription at a time, also among tabs: a renewal at the start of the app that ends after the user stopped messages would turn them on again. A renewal has two requests. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => withLock('downlink-push', work, 2 * usualDeadlineMs);

/** Asks for the permission, so only after a click. `refused` = the user or the browser said no. Throws what the browser or the server refused with. */
export async function subscribeDevice(publicKey: string): Promise<'subscribed' | 'refused'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  await inTurn(async () => register(await subscriptionFor(publicKey)));
  return 'subscribed';
}

const knownSubscription = async (): Promise<PushSubscription | null> =>
  (await navigator.serviceWorker.ready).pushManager.getSubscription();

/** An older subscription may be for another key of the server, which its push service would refuse. */
async function subscriptionFor(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await knownSubscription();
  if (known && textOf(known.options.applicationServerKey) === publicKey) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** Base64 for addresses, without padding. */
function textOf(bytes: ArrayBuffer | null): string {
  const binary = Array.from(new Uint8Array(bytes ?? new ArrayBuffer(0)), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function register(subscription: PushSubscription): Promise<void> {
  const user = currentUser();
  const { endpoint = '', keys } = subscription.toJSON();
  const body = { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '', name: ownName() };
  const { id } = await send(api.ways.subscribe, { body, cause: 'poll' });
  const removed = removedEntry();
  if (removed) removeEntry(removed);
  if (user !== null) await storeToldUser({ user, deviceId: id, endpoint });
}

/** One that the server lacks is removed already. */
async function removeFromServer(id: string, cause: 'user' | 'poll'): Promise<void> {
  try {
    await send(api.ways.unsubscribe, { path: { id }, cause });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

/** Removes a device of the user, this one or another. */
export const removeDevice = (id: string): Promise<void> =>
  inTurn(async () => {
    await removeFromServer(id, 'user');
    if (id === (await ownDeviceId())) await endHere();
  });

async function endHere(): Promise<void> {
  await removeToldUser();
  await leavePush();
}

/** At once and without a network: nothing arrives on this device any more, and what is shown disappears. Never throws. */
export async function leavePush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (!registration) return;
  const subscription = await registration.pushManager?.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
  for (const shown of (await registration.getNotifications?.().catch(() => [])) ?? []) shown.close();
}

/**
 * At each start of the app: the browser may have replaced the subscription. One of a user who has left ends here, and one that the user removed on another device.
 * Without a permission the server is told, too. A failure waits for the next start.
 */
export const renewSubscription = (): Promise<void> => inTurn(renew);

async function renew(): Promise<void> {
  if ((await pushObstacle()) !== null) return;
  const id = await ownDeviceId();
  if (id === 'unknown') return;
  if (id === null) return leavePush();
  if (Notification.permission !== 'granted') {
    await removeFromServer(id, 'poll');
    return endHere();
  }
  const { publicKey, canWork, devices } = await send(api.ways.push, { cause: 'poll' });
  if (!canWork || !publicKey) return;
  if (!devices.some((device) => device.id === id) && (await isAsRegistered(publicKey))) {
    const entry = removedEntry();
    if (entry) writeEntry(entry, 'removed');
    return endHere();
  }
  await register(await subscriptionFor(publicKey));
}

/** The browser has the subscription that the server knew. Otherwise a push service ended it, and the server removed it for that reason. */
async function isAsRegistered(publicKey: string): Promise<boolean> {
  const [known, stored] = await Promise.all([knownSubscription(), storedToldUser()]);
  if (!known || textOf(known.options.applicationServerKey) !== publicKey) return false;
  return (stored?.told?.endpoint ?? known.toJSON().endpoint) === known.toJSON().endpoint;
}
