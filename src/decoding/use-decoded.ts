/** Decodes a text at once on this device (C121), and others in advance. Results of this page are cached. */
import { useEffect, useState } from 'react';
import type { DecodingModel } from '../../contract/entities/decoding.ts';
import { decodeHere } from './decode-here.ts';

export type Decoded = { readonly decoding: DecodingModel } | { readonly failure: string };
type Message = { readonly label: string; readonly text: string };

const maxCached = 200;
const cache = new Map<string, Decoded | Promise<Decoded>>();
const keyOf = ({ label, text }: Message): string => `${label} ${text}`;

function decode(message: Message): Promise<Decoded> {
  const key = keyOf(message);
  const found = cache.get(key);
  if (found) return Promise.resolve(found);
  const decoding = decodeHere(message.label, message.text).then(
    (model): Decoded => ({ decoding: model }),
    (error): Decoded => ({ failure: error instanceof Error ? error.message : String(error) }),
  );
  if (cache.size >= maxCached) cache.clear();
  cache.set(key, decoding);
  return decoding.then((decoded) => {
    // A failure is tried again: the decoder may load later.
    if ('failure' in decoded) cache.delete(key);
    else cache.set(key, decoded);
    return decoded;
  });
}

export function decodeAhead(messages: readonly Message[]): void {
  for (const message of messages) if (message.text !== '') void decode(message);
}

/** null = not decoded yet. */
export function useDecoded(message: Message): Decoded | null {
  const key = keyOf(message);
  const [decoded, setDecoded] = useState<{ readonly key: string; readonly value: Decoded } | null>(null);
  const known = cache.get(key);
  const now = known && !(known instanceof Promise) ? known : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the message
  useEffect(() => {
    if (now) return;
    let isGone = false;
    void decode(message).then((value) => {
      if (!isGone) setDecoded({ key, value });
    });
    return () => {
      isGone = true;
    };
  }, [key]);
  return now ?? (decoded?.key === key ? decoded.value : null);
}
