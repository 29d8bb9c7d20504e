/** Notices, alerts and the error dialog outside of screens. Never use window.alert: it stops timers and polls (C06). */
import { valueStore } from './value-store.ts';

/** `link` = where the user can act on it, opened like a typed address. */
export type Notice = {
  title: string;
  text?: string;
  kind: 'info' | 'done' | 'warn';
  link?: { readonly label: string; readonly href: string };
};
export type StandingNotice = Notice & { readonly id: number };
export type Alert = { title: string; text: string; confirm?: string };
/** `isWhole`: the message is complete (specified text) and shown unchanged, line by line. */
type ErrorNotice = {
  title: string;
  message: string;
  isWhole?: true;
  support?: string | undefined;
  retry?: () => void;
};

let nextId = 1;
const shownAtOnce = 3;

export const noticesStore = valueStore<readonly StandingNotice[]>([]);
export const alertsStore = valueStore<readonly (Alert & { readonly id: number; readonly close: () => void })[]>([]);
export const errorStore = valueStore<ErrorNotice | null>(null);

/** An alert inside the page (role alert or status, C06). Identical ones are shown once, beyond three the oldest is removed. Returns its id. */
export function notify(notice: Notice): number {
  const standing = noticesStore.get();
  const same = standing.find((n) => n.title === notice.title && n.text === notice.text && n.kind === notice.kind);
  if (same) return same.id;
  const id = nextId++;
  noticesStore.set([...standing, { ...notice, id }].slice(-shownAtOnce));
  return id;
}

export function dismissNotice(id: number): void {
  noticesStore.set(noticesStore.get().filter((notice) => notice.id !== id));
}

/** An alert that waits (role alertdialog). Resolves when it is closed. Several are shown one after the other. */
export function openAlert(alert: Alert): Promise<void> {
  return new Promise((resolve) => {
    const id = nextId++;
    const close = (): void => {
      alertsStore.set(alertsStore.get().filter((open) => open.id !== id));
      resolve();
    };
    alertsStore.set([...alertsStore.get(), { ...alert, id, close }]);
  });
}

/** The error dialog (ERR-01). While one is open, others are dropped (C51). */
export function openError(error: ErrorNotice): void {
  if (errorStore.get() === null) errorStore.set(error);
}

export function closeError(): void {
  errorStore.set(null);
}

/** At the end of a session: no message reaches the next user. Open alerts count as closed. */
export function clearNotices(): void {
  noticesStore.set([]);
  for (const alert of alertsStore.get()) alert.close();
  closeError();
}
