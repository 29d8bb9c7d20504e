/** /device: push messages on this device, the user's other devices, quiet hours and email (decision 45). */

import { IconDeviceMobile } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { PushState } from '../../../contract/entities/notices.ts';
import { parseInstant } from '../../../contract/params.ts';
import { ApiError, unchangedText } from '../../data/api-error.ts';
import { useIsReached } from '../../data/connection.ts';
import {
  ownDeviceId,
  type PushObstacle,
  pushObstacle,
  pushQuery,
  removeDevice,
  subscribeDevice,
  wasRemovedElsewhere,
} from '../../data/push.ts';
import { send } from '../../data/send.ts';
import { useNow } from '../../data/use-now.ts';
import { oneLine } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import { NotLoaded } from '../../objects/NotLoaded.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import shared from '../../ui/shared.module.css';
import styles from './Device.module.css';
import { QuietHours } from './QuietHours.tsx';
import { WebhooksSection } from './WebhooksSection.tsx';

const tickMs = 30_000;

export default function NoticesSection(): ReactElement {
  const isUp = useIsReached();
  // What is typed, and why the last change failed, outlast a connection that fails.
  const [isOpened, setIsOpened] = useState(isUp);
  if (isUp && !isOpened) setIsOpened(true);
  return (
    <>
      <section id="notices" className={styles.panel} aria-labelledby="device-notices">
        <h2 id="device-notices">Notices</h2>
        {isUp ? null : <p className={shared.dim}>Push messages, quiet hours and webhooks are changed online.</p>}
        {isOpened ? <ThisDevice /> : null}
      </section>
      {isOpened ? <QuietHours /> : null}
      {isOpened ? <WebhooksSection /> : null}
    </>
  );
}

const instead = 'Use email or MQTT instead.';
const obstacleWords: Readonly<Record<PushObstacle, string>> = {
  insecure: `Push messages need HTTPS. Set TLS_CERT and TLS_KEY on the server. ${instead}`,
  homeScreen:
    'On an iPhone or iPad, push messages need iOS 16.4 and Downlink on the home screen. Select Share, then Add to Home Screen, and open it from there.',
  browser: `This browser does not support push messages. ${instead}`,
  worker: `The app is not stored on this device yet. Reload it, and wait until it opens offline. ${instead}`,
};

const permissionWords: Readonly<Record<NotificationPermission, string>> = {
  default: 'This browser has not asked for your permission yet.',
  granted: 'This browser allows notifications.',
  denied: `This browser blocks notifications of this site. Allow them in its settings. ${instead}`,
};

const hereKey = ['push-here'];

function ThisDevice(): ReactElement {
  const client = useQueryClient();
  const server = useQuery(pushQuery());
  const here = useQuery({
    queryKey: hereKey,
    queryFn: async () => ({ obstacle: await pushObstacle(), id: await ownDeviceId() }),
    meta: { isQuiet: true },
  });
  const [result, setResult] = useState<{ readonly text: string; readonly hasFailed: boolean } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<{ readonly text: string; readonly hasFailed?: boolean }>): Promise<void> => {
    setBusy(true);
    setResult(null);
    const done = await work().catch((error: unknown) => ({ text: failureText(error), hasFailed: true }));
    await Promise.all([pushQuery().queryKey, hereKey].map((queryKey) => client.invalidateQueries({ queryKey })));
    setBusy(false);
    setResult({ hasFailed: false, ...done });
  };
  if (server.error && !server.data)
    return (
      <NotLoaded error={server.error} what="the state of push messages" onRetry={() => void server.refetch()} isPart />
    );
  if (!server.data || !here.data) return <p role="status">Loading …</p>;
  const { canWork, reason, publicKey, devices } = server.data;
  const { obstacle, id } = here.data;
  const own = devices.find((device) => device.id === id);
  const others = devices.filter((device) => device.id !== id);
  const isRemoved = !own && (wasRemovedElsewhere() || (id !== null && id !== 'unknown'));
  const permission = obstacle === null ? Notification.permission : null;
  return (
    <>
      {obstacle ? <p>{obstacleWords[obstacle]}</p> : null}
      {canWork ? null : <p>{reason ? oneLine(reason) : `This server cannot send push messages. ${instead}`}</p>}
      {permission ? <p className={shared.dim}>{permissionWords[permission]}</p> : null}
      {isRemoved ? <p>This device was removed. It receives no notices until you turn them on here again.</p> : null}
      {own ? (
        <OneDevice device={own} isOwn isBusy={isBusy} run={run} />
      ) : obstacle === null && canWork && publicKey && permission !== 'denied' ? (
        <div className={styles.persistence}>
          <PlainButton look="filled" aria-disabled={isBusy} onClick={() => void run(() => subscribe(publicKey))}>
            <IconDeviceMobile size={16} aria-hidden="true" />
            Notify me on this device
          </PlainButton>
          <p className={shared.dim}>Until you log out, a notification contains the event and the aircraft.</p>
        </div>
      ) : null}
      <div role="status" className={styles.result} data-failed={result?.hasFailed}>
        {result?.text}
      </div>
      {others.length > 0 ? (
        <>
          <h3>Your other devices</h3>
          <ul className={styles.rows}>
            {others.map((device) => (
              <li key={device.id}>
                <OneDevice device={device} isBusy={isBusy} run={run} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

async function subscribe(publicKey: string): Promise<{ readonly text: string; readonly hasFailed?: boolean }> {
  const outcome = await subscribeDevice(publicKey);
  if (outcome === 'subscribed') return { text: 'This device receives your notices. Send a test to see one.' };
  return { text: `Notifications were not allowed. ${instead}`, hasFailed: true };
}

/** The push service of the browser refuses with errors of its own, such as without internet. */
function failureText(error: unknown): string {
  if (error instanceof ApiError) return `${error.message} ${unchangedText(error)} Try again.`;
  const name = error instanceof Error ? error.message : '';
  return `The push service of this browser did not answer${name ? ` (${oneLine(name)})` : ''}. ${instead}`;
}

type DeviceProps = {
  readonly device: PushState['devices'][number];
  readonly isOwn?: boolean;
  readonly isBusy: boolean;
  readonly run: (work: () => Promise<{ readonly text: string; readonly hasFailed?: boolean }>) => Promise<void>;
};

function OneDevice({ device, isOwn = false, isBusy, run }: DeviceProps): ReactElement {
  const now = useNow(tickMs);
  const { id, name, service, lastAt, lastResult } = device;
  const label = oneLine(name);
  const test = async (): Promise<{ readonly text: string; readonly hasFailed: boolean }> => {
    const { isSent, result } = await send(api.ways.testPush, { path: { id }, cause: 'user' });
    return isSent
      ? { text: `A test was sent to ${label}.`, hasFailed: false }
      : { text: `The test was not sent: ${oneLine(result)}`, hasFailed: true };
  };
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <strong>{isOwn ? `This device: ${label}` : label}</strong>
        <span>{lastText(lastAt, lastResult, now)}</span>
        <span className={shared.dim}>by {oneLine(service)}</span>
      </div>
      <PlainButton aria-label={`Send test to ${label}`} aria-disabled={isBusy} onClick={() => void run(test)}>
        Send test
      </PlainButton>
      <PlainButton
        aria-label={isOwn ? 'Stop on this device' : `Remove ${label}`}
        aria-disabled={isBusy}
        onClick={() =>
          void run(async () => {
            await removeDevice(id);
            return { text: isOwn ? 'This device receives no notices.' : `Removed: ${label}.` };
          })
        }
      >
        {isOwn ? 'Stop' : 'Remove'}
      </PlainButton>
    </div>
  );
}

function lastText(lastAt: string | null, lastResult: string | null, now: number): string {
  const at = lastAt === null ? null : parseInstant(lastAt);
  if (at === null) return 'Nothing sent yet';
  const time = utcMoment(at, now);
  return lastResult === null || lastResult === 'sent'
    ? `Last delivered ${time}`
    : `Last attempt ${time}: ${oneLine(lastResult)}`;
}
