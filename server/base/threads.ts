/** Threads of the server: separate programs in the build, sources in development and tests. */
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

type ThreadProgram = {
  /** Its name in the build (vite.config.ts). */
  readonly built: string;
  /** Below server/. */
  readonly source: string;
};

/** The server does not wait for it at shutdown. */
export function startThread({ built, source }: ThreadProgram, options: WorkerOptions): Worker {
  const worker = import.meta.url.endsWith('.ts')
    ? fromSource(source, options)
    : new Worker(new URL(`./${built}.js`, import.meta.url), options);
  worker.unref();
  return worker;
}

/** Threads cannot load TypeScript, even if their program can. */
function fromSource(source: string, options: WorkerOptions): Worker {
  const file = fileURLToPath(new URL(`../${source}`, import.meta.url));
  // As CommonJS: hooks of ES modules would need a thread of their own for each of these.
  const code = `require('tsx/cjs/api').register(); require(${JSON.stringify(file)});`;
  return new Worker(code, { ...options, eval: true });
}
