import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The two longest files begin first, each in a worker: begun last, one of them would keep the other worker waiting. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => /\/(demo|launcher)\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Two projects: `unit` needs nothing; `server` runs against the built server on a database cluster of its own. */
/** A second, the library's own limit, is too short on a busy machine. */
const expectOptions = { poll: { timeout: 15_000 } };

export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        root,
        test: {
          name: 'unit',
          expect: expectOptions,
          // Without a server, a database or a state of their own: all in one process, a third of the time.
          isolate: false,
          environment: 'node',
          // Ends a hang. On a busy machine a property test with thousands of runs takes 5 s.
          testTimeout: 30_000,
          include: ['{contract,decoder,src,sw,server/mode-s}/**/*.test.ts?(x)', 'tests/*.test.ts'],
        },
      },
      {
        root,
        test: {
          name: 'server',
          expect: expectOptions,
          // Loading the server's modules again for each file is a fifth of the time.
          isolate: false,
          setupFiles: ['tests/support/after-file.ts'],
          environment: 'node',
          include: ['server/**/*.test.ts', 'tests/{contract,server}/**/*.test.ts'],
          exclude: ['server/mode-s/**'],
          globalSetup: ['tests/support/global-setup.ts', 'tests/support/real-data.ts', 'tests/support/dump1090.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
