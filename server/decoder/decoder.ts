/**
 * The server's decoder: a thread of its own, so that a slow text holds up nobody. It starts with the first question.
 * Must not: load the decoding library into the server's own thread.
 */
import { Worker } from 'node:worker_threads';
import { DecodeLine, type Thread, type ThreadEvents } from '../../decoder/decode-line.ts';

const limits = { answerMs: 3000, loadMs: 20_000, waiting: 200 } as const;
/** A text may carry packed data that grows to many megabytes; a thread that needs more than this ends alone. */
const resourceLimits = { maxOldGenerationSizeMb: 128 } as const;

export const openDecoder = (): DecodeLine => new DecodeLine(openThread, limits);

function openThread({ said, fell }: ThreadEvents): Thread {
  const worker = import.meta.url.endsWith('.ts') ? threadFromSource() : threadFromBuild();
  worker.unref();
  worker.on('message', said);
  worker.on('error', fell);
  worker.on('exit', (code) => fell(new Error(`The decoder's thread ended with code ${code}.`)));
  return { post: (question) => worker.postMessage(question), end: () => void worker.terminate() };
}

/** Beside main.js. Written so that the build does not take it for a worker of a browser. */
function threadFromBuild(): Worker {
  const file = './decode-thread.js';
  return new Worker(new URL(file, import.meta.url), { resourceLimits });
}

/** In development and tests: a thread knows nothing of TypeScript, even where its program does. */
function threadFromSource(): Worker {
  const file = new URL('./decode-thread.ts', import.meta.url).href;
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(file)}); });`;
  return new Worker(code, { eval: true, resourceLimits });
}
