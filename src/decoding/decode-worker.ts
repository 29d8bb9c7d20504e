/** Worker of the browser's decoder, in its own chunk. */
import type { DecoderReply, LineRequest } from '../../decoder/decode-line.ts';
import { decodeMessage } from '../../decoder/decode-message.ts';

/** The worker's side: the app is checked with types of the page. */
const page = globalThis as unknown as {
  postMessage(what: DecoderReply): void;
  onmessage: ((event: { readonly data: LineRequest }) => void) | null;
};

page.onmessage = ({ data: { label, text } }) => page.postMessage(decodeMessage(label, text));
page.postMessage('ready');
