/** Push messages with the real service worker: delivered by the browser's own protocol, as no push service is reachable. */
import type { BrowserContext, CDPSession, Page } from 'playwright/test';
import type { PushPayload } from '../../contract/entities/notices.ts';
import { chromiumArgs, findChromium } from '../../tools/chromium.mjs';
import { App, expect, offlineReady, serverForFile, stub, testInstalled as test } from '../support/browser.ts';
import { awaitResponse, bringRows } from './device.ts';

const server = serverForFile({ prepare: bringRows });
// A headless shell denies every notification.
test.use({ launchOptions: { executablePath: findChromium() ?? undefined, args: [...chromiumArgs] } });

const publicKey = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';

/** `isLacking` = the server has no such device any more. */
type PushStub = {
  readonly calls: string[];
  isDown: boolean;
  isLacking: boolean;
  removeElsewhere(): void;
  /** Delays the next response that lists the devices until the returned function is called. */
  holdNextList(): () => void;
};
/** The calls of push messages, with one other device of the user. Records what the app requests. */
async function stubPush(context: BrowserContext): Promise<PushStub> {
  let mayList = Promise.resolve();
  const at = { service: 'push.example', addedAt: '2026-11-01T10:00:00Z', lastAt: null, lastResult: null };
  let devices = [{ id: '8', name: 'Safari on iPad', ...at }];
  const state: PushStub = {
    calls: [],
    isDown: false,
    isLacking: false,
    removeElsewhere: () => {
      devices = devices.slice(-1);
    },
    holdNextList: () => {
      let release = (): void => undefined;
      mayList = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
  await context.route(/\/api\/v1\/Push(\/.*)?$/, async (route) => {
    if (state.isDown) return route.abort();
    const { pathname } = new URL(route.request().url());
    const method = route.request().method();
    const id = /Push\/(\w+)/.exec(pathname)?.[1];
    if (method !== 'GET') state.calls.push(`${method} ${pathname.replace('/api/v1', '')}`);
    if (method === 'PUT') devices = [{ id: '7', name: 'Chrome on Linux', ...at }, ...devices.slice(-1)];
    if (method === 'DELETE') devices = devices.filter((device) => device.id !== id);
    if (method === 'GET') {
      const json = { canWork: true, reason: null, publicKey, devices };
      const held = mayList;
      mayList = Promise.resolve();
      await held;
      return route.fulfill({ json });
    }
    if (method === 'DELETE' && state.isLacking) return route.fulfill({ status: 404, json: { message: 'No device.' } });
    if (method === 'DELETE') return route.fulfill({ status: 204 });
    return route.fulfill({ json: method === 'PUT' ? { id: '7' } : { isSent: true, result: 'sent' } });
  });
  await stub(context, '/Notices/Settings', { json: { zone: 'Europe/Vienna', quiet: null, email: 'none' } });
  await stub(context, '/Notices/Count', { json: { new: 0, emergencies: 0 } });
  return state;
}

/** In place of a subscription at a push service on the internet. It survives a load, as in a browser. */
const subscribeWithoutService = (): void => {
  const key = 'subscription';
  const subscriptionOf = (serverKey: string): object => ({
    options: {
      applicationServerKey: Uint8Array.from(atob(serverKey.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
        character.charCodeAt(0),
      ).buffer,
    },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'key', auth: 'secret' } }),
    unsubscribe: async () => {
      sessionStorage.removeItem(key);
      return true;
    },
  });
  Object.assign(PushManager.prototype, {
    subscribe: async ({ applicationServerKey }: { readonly applicationServerKey: string }) => {
      sessionStorage.setItem(key, applicationServerKey);
      return subscriptionOf(applicationServerKey);
    },
    getSubscription: async () => {
      const serverKey = sessionStorage.getItem(key);
      return serverKey === null ? null : subscriptionOf(serverKey);
    },
  });
};

const subscribed = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await (await navigator.serviceWorker.ready).pushManager.getSubscription()) !== null);

type Deliver = (payload: Partial<PushPayload> | string) => Promise<void>;

async function pushesOf(page: Page, cdp: CDPSession): Promise<Deliver> {
  const found = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    }),
  );
  await cdp.send('ServiceWorker.enable');
  const registrationId = await found;
  return async (payload) => {
    const data = typeof payload === 'string' ? payload : JSON.stringify(payload);
    await cdp.send('ServiceWorker.deliverPushMessage', { origin: new URL(page.url()).origin, registrationId, data });
  };
}

/** Title, text and tag of each notification that is shown. */
const shownOn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const registration = active && (await navigator.serviceWorker.getRegistration());
    return ((await registration?.getNotifications()) ?? []).map(({ title, body, tag }) => `${title}|${body}|${tag}`);
  });

/** When the newest was shown, epoch ms. */
const timeOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.getRegistration())?.getNotifications();
    return Math.max(0, ...(shown ?? []).map((one) => (one as Notification & { readonly timestamp: number }).timestamp));
  });

/** As the browser does. No protocol has this click, so the worker may not move the focus of the window. */
const clickOn = (context: BrowserContext, tag: string): Promise<void> | undefined =>
  context.serviceWorkers()[0]?.evaluate(async (clicked) => {
    type Click = new (name: string, parts: { readonly notification: Notification }) => Event;
    const worker = globalThis as unknown as EventTarget & {
      readonly registration: ServiceWorkerRegistration;
      readonly NotificationEvent: Click;
    };
    const [notification] = await worker.registration.getNotifications({ tag: clicked });
    if (notification) worker.dispatchEvent(new worker.NotificationEvent('notificationclick', { notification }));
  }, tag);

test('a push message shows a notification with its text for the user of this device, and a click opens the stored ledger without a network; for anyone else it says that there is a notice; a device removed on another one stays removed; a logout ends the subscription on both sides, also without a network', async ({
  page,
  context,
}) => {
  const api = await stubPush(context);
  await context.grantPermissions(['notifications'], { origin: server.current.url });
  await page.addInitScript(subscribeWithoutService);
  const app = new App(page, server.current.url);
  await app.logInAs('parser');
  await offlineReady(page);
  await app.go('/faults/N0009T');
  await expect(page.getByText('No faults received of this aircraft')).toBeVisible();
  await awaitResponse(page, '"part":"ADD-tailFaults N0009T"');

  await app.go('/device');
  const section = page.getByRole('region', { name: 'Notices', exact: true });
  await section.getByRole('button', { name: 'Notify me on this device' }).click();
  await expect(section).toContainText(/This device: Chrome on Linux.*Nothing sent yet.*Safari on iPad/s);
  await section.getByRole('button', { name: 'Send test to Chrome on Linux' }).click();
  await expect(section.getByRole('status')).toHaveText('A test was sent to Chrome on Linux.');
  expect(api.calls).toEqual(['PUT /Push', 'POST /Push/7/Test']);

  await test.step('removed on another device, it stays removed until it is turned on here', async () => {
    expect(await subscribed(page)).toBe(true);
    api.calls.length = 0;
    await app.open('/device');
    await expect(section).toContainText('This device: Chrome on Linux');
    // The renewal of this start: after the removal it would add the device again.
    await expect.poll(() => api.calls).toEqual(['PUT /Push']);
    api.removeElsewhere();
    api.calls.length = 0;
    await app.open('/overview');
    await expect.poll(() => subscribed(page)).toBe(false);
    await app.open('/device');
    await expect(section).toContainText('This device was removed. It receives no notices until you turn them on here');
    expect(api.calls).toEqual([]);
    await section.getByRole('button', { name: 'Notify me on this device' }).click();
    await expect(section).toContainText('This device: Chrome on Linux');
    await expect(section).not.toContainText('This device was removed');
    // Removed elsewhere a moment ago: the server refuses, and the device ends its part.
    api.isLacking = true;
    await section.getByRole('button', { name: 'Stop on this device' }).click();
    await expect(section.getByRole('status')).toHaveText('This device receives no notices.');
    expect(await subscribed(page)).toBe(false);
    api.isLacking = false;
    await section.getByRole('button', { name: 'Notify me on this device' }).click();
    await expect(section).toContainText('This device: Chrome on Linux');
  });

  await test.step('stopped while the start of the app still renews it, it stays stopped', async () => {
    api.calls.length = 0;
    const release = api.holdNextList();
    const listed = page.waitForRequest(/\/api\/v1\/Push$/);
    await app.open('/overview');
    await listed;
    await app.go('/device');
    await section.getByRole('button', { name: 'Stop on this device' }).click();
    await expect(section.getByRole('button', { name: 'Stop on this device' })).toBeDisabled();
    expect(api.calls).toEqual([]);
    release();
    await expect(section.getByRole('status')).toHaveText('This device receives no notices.');
    expect(api.calls).toEqual(['PUT /Push', 'DELETE /Push/7']);
    expect(await subscribed(page)).toBe(false);
    await section.getByRole('button', { name: 'Notify me on this device' }).click();
    await expect(section).toContainText('This device: Chrome on Linux');
  });

  const cdp = await context.newCDPSession(page);
  const deliver = await pushesOf(page, cdp);
  const user = await page.evaluate(() => JSON.parse(localStorage.getItem('downlink-session') ?? '{}').userId as string);
  const payload: PushPayload = {
    ...{ id: '41', title: '3 new faults of N0009T', body: 'LH0587, BMC 2, ATA 36', path: '/faults/N0009T' },
    ...{ at: '2026-11-29T14:52:00Z', isEmergency: false, new: 3, user },
  };
  api.isDown = true;
  await context.setOffline(true);
  await deliver(payload);
  await expect.poll(() => shownOn(page)).toEqual(['3 new faults of N0009T|LH0587, BMC 2, ATA 36|41']);
  // The same notice again replaces it.
  await deliver({ ...payload, body: 'LH0587, BMC 1 and 2' });
  await expect.poll(() => shownOn(page)).toEqual(['3 new faults of N0009T|LH0587, BMC 1 and 2|41']);
  await clickOn(context, '41');
  await app.expectPath('/faults/N0009T');
  await expect(page.getByText('No faults received of this aircraft')).toBeVisible();
  await expect.poll(() => shownOn(page)).toEqual([]);

  await test.step('for anyone else', async () => {
    const hidden = ['New notice, log in|The text is shown to the user of this device only.|log-in'];
    let shownAt = 0;
    // One replaces the other: a new time shows that each had a notification.
    for (const other of [{ ...payload, user: 'someone-else' }, 'no JSON', { title: 'half' }]) {
      await deliver(other);
      await expect.poll(() => timeOf(page)).toBeGreaterThan(shownAt);
      expect(await shownOn(page)).toEqual(hidden);
      shownAt = await timeOf(page);
    }
    await clickOn(context, 'log-in');
    await app.expectPath('/notices');
    // An address outside of the app.
    await app.go('/device');
    await deliver({ ...payload, id: '42', path: '//elsewhere.example/' });
    await expect.poll(() => shownOn(page)).toEqual([expect.stringMatching(/42$/)]);
    await clickOn(context, '42');
    await app.expectPath('/notices');
  });

  await test.step('after a logout', async () => {
    await deliver(payload);
    await expect.poll(() => shownOn(page)).toHaveLength(1);
    api.calls.length = 0;
    await app.choose('Log out');
    await app.expectPath('/auth');
    await expect.poll(() => shownOn(page)).toEqual([]);
    expect(
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return registration?.pushManager.getSubscription();
      }),
    ).toBe(null);
    await deliver(payload);
    await expect.poll(() => shownOn(page)).toEqual([expect.stringContaining('New notice, log in')]);
    api.isDown = false;
    await context.setOffline(false);
    await expect.poll(() => api.calls).toEqual(['DELETE /Push/7']);
  });
});
