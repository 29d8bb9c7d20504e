import '../tools/test-environment.mjs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import './support/compile-later.ts';
import { cores } from './support/cores.ts';
import { stepLimitMs, testLimitMs } from './support/limits.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The two longest files start first, each in a worker: if started last, one of them would run while the other worker is idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => /\/(demo|launcher)\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** The same in both projects: a limit of its own would be missed in one of them. */
const limits = { testTimeout: testLimitMs, hookTimeout: testLimitMs, expect: { poll: { timeout: stepLimitMs } } };

/** Two projects: `unit` needs nothing; `server` runs against the built server on its own database cluster. */
export default defineConfig({
  root,
  test: {
    // Otherwise a variable of the environment (CI) would decide.
    allowOnly: false,
    // Tests of the server wait for processes and disks a third of the time, which one more worker uses.
    maxWorkers: cores + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        root,
        test: {
          name: 'unit',
          ...limits,
          // Tests without a server, a database or state: all in one process, which takes a third of the time.
          isolate: false,
          environment: 'node',
          include: ['{contract,decoder,src,sw,server/input/mode-s}/**/*.test.ts?(x)', 'tests/*.test.ts'],
        },
      },
      {
        root,
        test: {
          name: 'server',
          ...limits,
          // Loading the modules of the server again for each file takes a fifth of the time.
          isolate: false,
          // Modules reach a thread faster than a process.
          pool: 'threads',
          setupFiles: ['tests/support/after-file.ts', 'tests/support/distinct-columns.ts'],
          environment: 'node',
          include: ['server/**/*.test.ts', 'tests/{contract,server}/**/*.test.ts'],
          exclude: ['server/input/mode-s/**'],
          globalSetup: ['tests/support/global-setup.ts', 'tests/support/real-data.ts', 'tests/support/dump1090.ts'],
        },
      },
    ],
  },
});
