/**
 * The browser's own decoder, in a worker with a chunk of its own: no list and no first route carries the library.
 * Must not: fetch anything, or know a session.
 */
import type { Question, Said } from '../../decoder/decode-line.ts';
import { decodeMessage } from '../../decoder/decode-message.ts';

/** The worker's own side of the line; the app is checked with the page's types. */
const page = globalThis as unknown as {
  postMessage(what: Said): void;
  onmessage: ((event: { readonly data: Question }) => void) | null;
};

page.onmessage = ({ data: { label, text } }) => page.postMessage(decodeMessage(label, text));
page.postMessage('ready');
