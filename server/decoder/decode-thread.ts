/** Thread that decodes, a separate program of the build. */
import { parentPort } from 'node:worker_threads';
import type { DecoderReply, LineRequest } from '../../decoder/decode-line.ts';
import { decodeMessage } from '../../decoder/decode-message.ts';

const say = (what: DecoderReply): void => parentPort?.postMessage(what);
parentPort?.on('message', ({ label, text }: LineRequest) => say(decodeMessage(label, text)));
say('ready');
