/** Decodes on this device (C121). The library loads with the first message. */
import type { DecodingModel } from '../../contract/entities/decoding.ts';
import { DecodeLine, type Thread, type ThreadEvents } from '../../decoder/decode-line.ts';
import { trustedScript } from '../lib/trusted-types.ts';
import workerUrl from './decode-worker.ts?worker&url';

const line = new DecodeLine(openThread, { responseMs: 5000, loadMs: 20_000, waiting: 1000 });

/** Throws with a text for the user if the decoder could not be loaded. */
export const decodeHere = (label: string, text: string): Promise<DecodingModel> => line.decode({ label, text });

function openThread({ onReply, onError }: ThreadEvents): Thread {
  const worker = new Worker(trustedScript(workerUrl), { type: 'module' });
  worker.onmessage = ({ data }) => onReply(data);
  worker.onerror = () => onError(new Error('The decoder could not be loaded on this device.'));
  return { post: (request) => worker.postMessage(request), end: () => worker.terminate() };
}
