/**
 * Decoder in its own thread, so that a slow text blocks nothing. Starts with the first request.
 * Never load the library in the server's main thread.
 */
import { DecodeLine, type Thread, type ThreadEvents } from '../../decoder/decode-line.ts';
import { startThread } from '../base/threads.ts';

const limits = { responseMs: 3000, loadMs: 20_000, waiting: 200 } as const;
/** A text may contain packed data that grows to many megabytes: a thread beyond this limit ends alone. */
const resourceLimits = { maxOldGenerationSizeMb: 128 } as const;

export const openDecoder = (): DecodeLine => new DecodeLine(openThread, limits);

function openThread({ onReply, onError }: ThreadEvents): Thread {
  const worker = startThread({ built: 'decode-thread', source: 'messages/decode-thread.ts' }, { resourceLimits });
  worker.on('message', onReply);
  worker.on('error', onError);
  worker.on('exit', (code) => onError(new Error(`The decoder's thread ended with code ${code}.`)));
  return { post: (request) => worker.postMessage(request), end: () => void worker.terminate() };
}
