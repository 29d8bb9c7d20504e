/** Messages between the server and its UDP thread. */
import type { AddressInfo } from 'node:net';
import type { Batch } from './datagram-buffer.ts';

export type ThreadData = {
  readonly host: string;
  readonly port: number;
  /** Maximum backlog. */
  readonly maxBytes: number;
  /** Shared counters, see datagram-buffer.ts. */
  readonly counts: BigInt64Array;
};
export type FromThread =
  | { readonly type: 'listening'; readonly address: AddressInfo }
  | { readonly type: 'refused'; readonly code: string; readonly message: string }
  | { readonly type: 'lines'; readonly batch: Batch }
  | { readonly type: 'closed' };
/** 'more' = request of a batch, as soon as there is one. 'close' = stop receiving. */
export type ToThread = 'more' | 'close';
