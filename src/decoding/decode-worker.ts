/** Worker of the browser's decoder, in its own chunk. Own file: a worker. */
import type { DecoderReply } from '../../decoder/decode-line.ts';
import { decodeMessage } from '../../decoder/read-message.ts';
import type { LineRequest } from '../../decoder/reading.ts';

/** The worker's side: the app is checked with types of the page. */
const page = globalThis as unknown as {
  postMessage(what: DecoderReply): void;
  onmessage: ((event: { readonly data: LineRequest }) => void) | null;
};

page.onmessage = ({ data }) => page.postMessage(decodeMessage(data));
page.postMessage('ready');
