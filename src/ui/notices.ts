/**
 * What the app says to the person outside of a screen: notices, alerts that wait for an answer, and the one error dialog.
 * Must not: draw (NoticeHost does), know why something happened, or use window.alert (C06: it stops timers and polls).
 */
import { valueStore } from './value-store.ts';

/** `link` = where the person can do something about it; it leaves the app. */
export type Notice = {
  title: string;
  text?: string;
  kind: 'info' | 'done' | 'warn';
  link?: { readonly label: string; readonly href: string };
};
export type StandingNotice = Notice & { readonly id: number };
export type Alert = { title: string; text: string; confirm?: string };
/** `isWhole`: the message is all that is to be said (words of the specification), shown as it stands, line by line. */
export type ErrorNotice = {
  title?: string;
  message: string;
  isWhole?: true;
  support?: string;
  retry?: () => void;
};

let nextId = 1;
const shownAtOnce = 3;

export const noticesStore = valueStore<readonly StandingNotice[]>([]);
export const alertsStore = valueStore<readonly (Alert & { readonly id: number; readonly close: () => void })[]>([]);
export const errorStore = valueStore<ErrorNotice | null>(null);

/** An in-page alert (role alert or status, C06). The same words standing already are not said twice; beyond three the oldest goes. Returns its id. */
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

/** A dialog that waits (role alertdialog); resolves when it was closed. Several are shown one after the other. */
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

/** The one error dialog (ERR-01). While one is open another is not stacked upon it (C51): the first, which the person reads, stays. */
export function openError(error: ErrorNotice): void {
  if (errorStore.get() === null) errorStore.set(error);
}

export function closeError(): void {
  errorStore.set(null);
}

/** At the end of a session: nothing that was said to one person is shown to the next. Open alerts count as closed. */
export function clearNotices(): void {
  noticesStore.set([]);
  for (const alert of alertsStore.get()) alert.close();
  closeError();
}
