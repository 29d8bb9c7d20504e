/** Runs the steps of `npm test` and `npm run check` and counts results. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const bin = (name) => join(root, 'node_modules', '.bin', name);
export const cache = join(root, '.cache');

/**
 * Runs a program with its output shown; resolves to its exit code. `quiet` keeps the output for when it fails, `silent` drops it.
 * `inBackground`: at a lower priority.
 */
export function run(command, args, { env = {}, quiet = false, silent = false, inBackground = false, cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: silent ? 'ignore' : quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    if (inBackground && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code) => {
      if (quiet && code !== 0) process.stdout.write(output);
      resolve(code ?? 1);
    });
  });
}

/** Counts of one or more steps. A step that ended badly without naming a failed test counts as one failure. */
export class Tally {
  passed = 0;
  failed = 0;
  /** @type {string[]} */
  failures = [];

  /** One check that is either right or not. */
  async check(name, work) {
    const started = Date.now();
    const isRight = await work();
    this.add(isRight ? 1 : 0, isRight ? [] : [name]);
    console.log(`${isRight ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    return isRight;
  }

  add(passed, failures) {
    this.passed += passed;
    this.failed += failures.length;
    this.failures.push(...failures);
  }

  /** Runs a test runner that writes its results as JSON, and adds what `read` makes of them. */
  async suite(name, command, args, report, read, options) {
    const started = Date.now();
    const file = join(cache, report);
    mkdirSync(cache, { recursive: true });
    rmSync(file, { force: true });
    const code = await run(command, args, options);
    const result = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failures: [] };
    if (code !== 0 && result.failures.length === 0) result.failures.push(`${name} ended with code ${code}`);
    if (result.passed + result.failures.length === 0) result.failures.push(`${name} ran no test`);
    this.add(result.passed, result.failures);
    const seconds = ((Date.now() - started) / 1000).toFixed(0);
    console.log(`${name}: ${result.passed} passed, ${result.failures.length} failed (${seconds} s)\n`);
  }

  /** Prints what failed and, as the very last line, the sum. Sets the exit code. */
  finish() {
    if (this.passed + this.failed === 0) this.add(0, ['no test ran']);
    if (this.failures.length > 0)
      console.log(`Failed:\n${this.failures.map((one) => `  ${one.replaceAll('\n', '\n      ')}`).join('\n')}\n`);
    process.exitCode = this.failed > 0 ? 1 : 0;
    console.log(`${this.passed} passed, ${this.failed} failed`);
  }
}

/** First lines of a test's error without colours: the end of a log is enough to see the reason. */
const why = (messages) =>
  messages
    .flatMap((message) =>
      stripVTControlCharacters(String(message ?? ''))
        // What vitest writes for a test that did not end in time.
        .replace('Error: STACK_TRACE_ERROR', 'Timed out')
        .split('\n')
        .filter((line) => line.trim())
        .slice(0, 12),
    )
    .map((line) => `\n${line.slice(0, 200)}`)
    .join('');

/** Results of vitest's JSON reporter. */
export function readVitest(json) {
  const tests = json.testResults.flatMap((file) =>
    file.assertionResults.map((one) => ({
      name: `${file.name.slice(root.length + 1)}: ${one.fullName}`,
      status: one.status,
      messages: one.failureMessages ?? [],
    })),
  );
  const unloadable = json.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: tests.filter((one) => one.status === 'passed').length,
    failures: [
      ...tests.filter((one) => one.status !== 'passed').map((one) => one.name + why(one.messages)),
      ...unloadable.map((file) => `${file.name.slice(root.length + 1)} could not be run`),
    ],
  };
}

/** The page of a failed test, by roles and names: from a machine elsewhere there is only the log. */
function shownBy({ attachments = [] }) {
  const context = attachments.find(({ name, path }) => name === 'error-context' && existsSync(path ?? ''));
  if (!context) return '';
  const [, shown] = /```yaml\n([\s\S]*?)\n```/.exec(readFileSync(context.path, 'utf8')) ?? [];
  if (!shown) return '\nShown: nothing.';
  const blocks = shown.split(/\n(?=- )/).filter((block) => !block.startsWith('- navigation "Main menu"'));
  const lines = blocks
    .join('\n')
    .split('\n')
    .filter((line) => !/^\s*- (\/url:|listitem:)/.test(line));
  return ['', 'Shown:', ...lines.slice(0, 60)].map((line) => line.slice(0, 200)).join('\n');
}

/** Results of Playwright's JSON reporter. */
export function readPlaywright(json) {
  const specs = (suite, path) => [
    ...(suite.specs ?? []).map((spec) => ({
      name: `${suite.file}: ${[...path, spec.title].join(' > ')}`,
      // One that was skipped or never begun is no success.
      ok: spec.tests.length > 0 && spec.tests.every((one) => one.status === 'expected'),
      results: spec.tests.flatMap((one) => one.results),
    })),
    ...(suite.suites ?? []).flatMap((inner) => specs(inner, [...path, inner.title])),
  ];
  const all = json.suites.flatMap((suite) => specs(suite, []));
  return {
    passed: all.filter((one) => one.ok).length,
    failures: [
      ...all
        .filter((one) => !one.ok)
        .map(({ name, results }) => {
          const messages = results.flatMap((one) => one.errors.map(({ message }) => message));
          return name + why(messages) + results.map(shownBy).join('');
        }),
      ...(json.errors ?? []).map((error) => `browser tests: ${String(error.message).split('\n')[0]}`),
    ],
  };
}
