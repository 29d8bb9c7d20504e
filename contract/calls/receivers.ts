/** Added: receivers that an Admin manages without a restart (decision 8). */
import * as z from 'zod/mini';
import { del, get, nothing, post, put } from '../endpoint.ts';
import * as entity from '../entities/receivers.ts';

export const receivers = {
  all: get('ADD-receivers', '/receivers', entity.receivers, {
    stored: { title: 'Receivers', screen: '/receivers' },
    summary: 'Receivers of the server with their state and counts',
  }),
  add: post('ADD-addReceiver', '/receivers', z.object({ id: z.number() }), {
    body: entity.receiverBody,
    status: 201,
    refuses: [409],
    summary: 'Add a receiver; it is read at once',
  }),
  test: post('ADD-testReceiver', '/receivers/test', entity.receiverTest, {
    body: entity.receiverBody,
    refuses: [409],
    summary: 'Connect to a receiver for up to 5 s: format and count of what was received. Nothing is stored',
  }),
  change: put('ADD-changeReceiver', '/receivers/{id}', nothing, {
    body: z.object({ isEnabled: z.boolean() }),
    refuses: [404],
    summary: 'Pause or resume a receiver',
  }),
  remove: del('ADD-removeReceiver', '/receivers/{id}', nothing, {
    refuses: [404],
    summary: 'Remove a receiver; stored data stays',
  }),
};
