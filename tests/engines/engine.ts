/** A browser of another engine, reduced to what both remote protocols support. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { stepLimitMs } from '../support/limits.ts';

/** One input device and its actions: WebDriver and WebDriver BiDi use the same terms. */
type InputSource = {
  readonly type: 'pointer' | 'key';
  readonly id: string;
  readonly actions: readonly object[];
};

export type Engine = {
  /** Folder of downloaded files. */
  readonly downloads: string;
  navigate(url: string): Promise<void>;
  /** The result of an expression in the page; a promise is awaited, the value is transferred as JSON. */
  evaluate(expression: string): Promise<unknown>;
  perform(sources: readonly InputSource[]): Promise<void>;
  /** PNG, base64. */
  screenshot(): Promise<string>;
  close(): Promise<void>;
};

/** Window of the page, CSS pixels. */
export const viewport = { width: 1280, height: 860 };

export type Program = {
  /** The first group of `pattern` in the output of the program. */
  find(pattern: RegExp): Promise<string>;
  /** Ends the program and all programs that it started. */
  end(): Promise<void>;
};

/** Starts a program of which stdout and stderr are read. Its process group is its own. */
export function startProgram(command: string, args: readonly string[], env: Readonly<Record<string, string>>): Program {
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  let error: Error | null = null;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  child.on('error', (reason) => {
    error = reason;
  });
  return {
    find: (pattern) =>
      waitFor(`${command} prints ${pattern}`, () => {
        if (error ?? child.exitCode !== null) throw new Error(`${command} ended: ${error?.message ?? output}`);
        return pattern.exec(output)?.[1] ?? null;
      }),
    end: () => endGroup(child),
  };
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Every process of the group has ended.
  }
  await ended;
}

/** Polls until the value is not null. */
export async function waitFor<T>(what: string, ask: () => Promise<T | null> | T | null): Promise<T> {
  const end = Date.now() + stepLimitMs;
  for (;;) {
    const value = await ask();
    if (value !== null) return value;
    if (Date.now() > end) throw new Error(`Timeout: ${what}`);
    await new Promise((next) => setTimeout(next, 50));
  }
}
