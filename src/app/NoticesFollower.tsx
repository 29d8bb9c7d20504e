/** While a user is logged in: counts new notices once a minute, sounds, renews the push subscription, opens what a notification was clicked for. Renders nothing. */
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { WorkerMessage } from '../../contract/told-user.ts';
import { isNotFound } from '../data/api-error.ts';
import { noticeCount } from '../data/notice-count.ts';
import { noticeCountQuery } from '../data/notices.ts';
import { renewSubscription } from '../data/push.ts';
import { playNotice, soundChoice } from '../objects/notice-sound.ts';

const refreshMs = 60_000;

export default function NoticesFollower(): null {
  useCount();
  useEffect(() => void renewSubscription().catch(() => undefined), []);
  useWorkerMessages();
  return null;
}

function useCount(): void {
  const { data } = useQuery({
    ...noticeCountQuery(),
    // Another server of this API lacks the call.
    refetchInterval: ({ state }) => (isNotFound(state.error) ? false : refreshMs),
    refetchOnWindowFocus: ({ state }) => !isNotFound(state.error),
  });
  const before = useRef<typeof data>(undefined);
  useEffect(() => {
    if (!data) return;
    noticeCount.set(data.value);
    if (data.source === 'stored') return;
    const last = before.current;
    before.current = data;
    // The first response is no news: its notices may be old.
    if (!last || soundChoice.get() === 'off') return;
    if (data.value.emergencies > last.value.emergencies) playNotice('emergency');
    else if (data.value.new > last.value.new) playNotice('notice');
  }, [data]);
}

function useWorkerMessages(): void {
  const router = useRouter();
  useEffect(() => {
    const worker = globalThis.navigator?.serviceWorker;
    const onMessage = ({ data, ports }: MessageEvent<WorkerMessage | null>): void => {
      if (data?.type === 'SUBSCRIPTION_CHANGED') void renewSubscription().catch(() => undefined);
      if (data?.type !== 'OPEN' || typeof data.path !== 'string') return;
      ports[0]?.postMessage(true);
      void router.navigate({ href: data.path });
    };
    worker?.addEventListener('message', onMessage);
    return () => worker?.removeEventListener('message', onMessage);
  }, [router]);
}
