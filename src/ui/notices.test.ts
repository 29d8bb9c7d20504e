import { afterEach, expect, test } from 'vitest';
import {
  alertsStore,
  clearNotices,
  closeError,
  errorStore,
  noticesStore,
  notify,
  openAlert,
  openError,
} from './notices.ts';

afterEach(clearNotices);

test('C51: one error dialog at a time; an open one stays', () => {
  openError({ title: 'Failed', message: 'first' });
  openError({ title: 'Failed', message: 'second' });
  expect(errorStore.get()?.message).toBe('first');
  closeError();
  openError({ title: 'Failed', message: 'third' });
  expect(errorStore.get()?.message).toBe('third');
});
test('an equal notice is not repeated, and at most three are shown', () => {
  for (const title of ['a', 'a', 'b', 'c', 'd']) notify({ kind: 'info', title });
  expect(noticesStore.get().map((notice) => notice.title)).toEqual(['b', 'c', 'd']);
});
test('C06: an alert is waited for, several are shown one after the other', async () => {
  const order: string[] = [];
  const first = openAlert({ title: 'first', text: '' }).then(() => order.push('first'));
  const second = openAlert({ title: 'second', text: '' }).then(() => order.push('second'));
  expect(alertsStore.get().map((alert) => alert.title)).toEqual(['first', 'second']);
  alertsStore.get()[0]?.close();
  await first;
  expect(order).toEqual(['first']);
  alertsStore.get()[0]?.close();
  await second;
  expect(order).toEqual(['first', 'second']);
});
test('the end of a session removes all notices, and resolves open alerts', async () => {
  notify({ kind: 'warn', title: 'a' });
  openError({ title: 'Failed', message: 'b' });
  const alert = openAlert({ title: 'c', text: '' });
  clearNotices();
  await alert;
  expect([noticesStore.get(), alertsStore.get(), errorStore.get()]).toEqual([[], [], null]);
});
