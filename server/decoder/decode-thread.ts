/**
 * The thread that decodes; the build makes a program of its own of it. Must not: know the server, or reach outside of itself.
 */
import { parentPort } from 'node:worker_threads';
import type { Question, Said } from '../../decoder/decode-line.ts';
import { decodeMessage } from '../../decoder/decode-message.ts';

const say = (what: Said): void => parentPort?.postMessage(what);
parentPort?.on('message', ({ label, text }: Question) => say(decodeMessage(label, text)));
say('ready');
