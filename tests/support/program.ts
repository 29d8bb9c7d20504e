/** The built server program with its embedded database in its own folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { program } from './server.ts';

export type Program = {
  readonly child: ChildProcess;
  /** Both streams, so far. */
  output(): string;
  /** Resolves to the address when it is ready. @throws when it ends before */
  readonly ready: Promise<string>;
  /** Resolves to the exit code (null = by a signal). */
  readonly ended: Promise<number | null>;
};

/** `of`: another program than the repository's build, and its working directory. */
export function runProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  of: { readonly file: string; readonly cwd?: string } = { file: program },
): Program {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [of.file, ...args], {
    cwd: of.cwd,
    env: { ...inherited, PORT: '0', RECEIVER_PORT: 'off', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const address = /Downlink is ready: (http\S+)\n/.exec(output)?.[1];
        if (address) resolve(address);
      });
    void ended.then((code) => reject(new Error(`The program ended with ${code}:\n${output}`)));
  });
  // A caller that waits only for the end ignores a failed start.
  ready.catch(() => {});
  return { child, output: () => output, ready, ended };
}
