/** Tests that check plans, which run if the server plans (citus.ts). */
import { test } from 'vitest';
import { citusNodes, planTests } from './citus.ts';

/** A test of the list. */
export function planTest(name: string, run: () => Promise<void>): void {
  if (!planTests.includes(name)) throw new Error(`${JSON.stringify(name)} is missing in tests/support/citus.ts`);
  (citusNodes().length > 0 ? test.skip : test)(name, run);
}
