/** Decodes on this device (C121), also as a hook and in advance. The library loads with the first message. */

import { useEffect, useState } from 'react';
import type { DecodingModel } from '../../contract/entities/decoding.ts';
import { DecodeLine, type Thread, type ThreadEvents } from '../../decoder/decode-line.ts';
import type { LineRequest } from '../../decoder/reading.ts';
import { trustedScript } from '../lib/trusted-types.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import workerUrl from './decode-worker.ts?worker&url';

const line = new DecodeLine(openThread, { responseMs: 5000, loadMs: 20_000, waiting: 1000 });

/** Throws with a text for the user if the decoder could not be loaded. */
export const decodeHere = (request: LineRequest): Promise<DecodingModel> => line.decode(request);

/** The label of a text that came without one. null = none reads it, or several read it differently. */
export async function labelOfText(text: string): Promise<string | null> {
  const { labelMeanings } = await import('../../decoder/label-meanings.ts');
  const decoded = labelMeanings.map(async ([label]) => ({ label, decoding: await decodeHere({ label, text }) }));
  return agreedLabel(await Promise.all(decoded));
}

/** Pure. Some labels read any text, as words of people or as the report that the label alone is. Most messages have the label H1. */
export function agreedLabel(
  all: readonly { readonly label: string; readonly decoding: DecodingModel }[],
): string | null {
  const scored = all.map((one) => ({ ...one, score: scoreOf(one.decoding) }));
  const most = Math.max(0, ...scored.map(({ score }) => score));
  const best = scored.filter(({ score }) => score > 0 && score === most);
  if (new Set(best.map(({ decoding }) => decoding.meaning?.words)).size !== 1) return null;
  return (best.find(({ label }) => label === 'H1') ?? best[0])?.label ?? null;
}

const scoreOf = ({ level, understoodPercent, meaning }: DecodingModel): number =>
  level === 'none' || meaning?.kind === 'freeText' ? 0 : level === 'full' ? 101 : (understoodPercent ?? 0);

function openThread({ onReply, onError }: ThreadEvents): Thread {
  const worker = new Worker(trustedScript(workerUrl), { type: 'module' });
  worker.onmessage = ({ data }) => onReply(data);
  worker.onerror = () => onError(new Error('The decoder could not be loaded on this device.'));
  return { post: (request) => worker.postMessage(request), end: () => worker.terminate() };
}

// ---- as a hook, and in advance

type Decoded = { readonly decoding: DecodingModel } | { readonly failure: string };

/** More than the rows in view and those around them. */
const maxCached = 1000;
const results = sessionScoped(() => new Map<string, Decoded | Promise<Decoded>>());
const keyOf = ({ label, text, known, isDownlink, atMs, decoded }: LineRequest): string =>
  JSON.stringify([label, text, known?.lat, known?.lon, isDownlink, atMs, decoded]);

/** Each request once, while it is remembered. */
export function decodeOnce(request: LineRequest): Promise<Decoded> {
  const key = keyOf(request);
  const cache = results.get();
  const found = cache.get(key);
  if (found) return Promise.resolve(found);
  const decoding = decodeHere(request).then(
    (model): Decoded => ({ decoding: model }),
    (error): Decoded => ({ failure: error instanceof Error ? error.message : String(error) }),
  );
  const [oldest] = cache.size >= maxCached ? cache.keys() : [];
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(key, decoding);
  return decoding.then((decoded) => {
    // A failure is tried again: the decoder may load later.
    if ('failure' in decoded) cache.delete(key);
    else if (cache.has(key)) cache.set(key, decoded);
    return decoded;
  });
}

/** null = not decoded yet. */
export function decodedNow(request: LineRequest): Decoded | null {
  const known = results.get().get(keyOf(request));
  return known && !(known instanceof Promise) ? known : null;
}

export function decodeAhead(requests: readonly LineRequest[]): void {
  for (const request of requests) if (request.text !== '') void decodeOnce(request);
}

/** null = not decoded yet. */
export function useDecoded(request: LineRequest): Decoded | null {
  const key = keyOf(request);
  const [decoded, setDecoded] = useState<{ readonly key: string; readonly value: Decoded } | null>(null);
  const now = decodedNow(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the request
  useEffect(() => {
    if (now) return;
    let isGone = false;
    void decodeOnce(request).then((value) => {
      if (!isGone) setDecoded({ key, value });
    });
    return () => {
      isGone = true;
    };
  }, [key]);
  return now ?? (decoded?.key === key ? decoded.value : null);
}
