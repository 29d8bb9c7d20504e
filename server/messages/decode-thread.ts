/** Thread that decodes, a separate program of the build. */
import { parentPort } from 'node:worker_threads';
import type { DecoderReply } from '../../decoder/decode-line.ts';
import { decodeMessage } from '../../decoder/read-message.ts';
import type { LineRequest } from '../../decoder/reading.ts';

const say = (what: DecoderReply): void => parentPort?.postMessage(what);
parentPort?.on('message', (request: LineRequest) => say(decodeMessage(request)));
say('ready');
