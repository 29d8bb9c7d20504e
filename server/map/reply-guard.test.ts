import { describe, expect, test } from 'vitest';
import { isClimbable, ReplyGuard } from './reply-guard.ts';

type Step = readonly [seconds: number, value: string | number, by: 'squitter' | 'reply'];
/** Which of these count. */
const counted = <T extends string | number>(guard: ReplyGuard<T>, ...steps: readonly Step[]): boolean[] =>
  steps.map(([seconds, value, by]) => {
    if (by === 'reply') return guard.counts(value as T, seconds * 1000);
    guard.prove(value as T, seconds * 1000);
    return true;
  });
const codes = (...steps: readonly Step[]) => counted(new ReplyGuard<string>(), ...steps);
const altitudes = (...steps: readonly Step[]) => counted(new ReplyGuard<number>(isClimbable), ...steps);

describe('values of replies', () => {
  test('count from the second of two that agree within 10 s', () => {
    expect(codes([0, '7500', 'reply'], [9, '7500', 'reply'])).toEqual([false, true]);
    expect(codes([0, '7500', 'reply'], [11, '7500', 'reply'])).toEqual([false, false]);
    expect(codes([0, '1000', 'reply'], [1, '7500', 'reply'], [2, '1000', 'reply'])).toEqual([false, false, true]);
  });

  test('a single other value does not count, and the one that counts stays', () => {
    const known: Step[] = [
      [0, '1000', 'reply'],
      [1, '1000', 'reply'],
    ];
    expect(codes(...known, [2, '7700', 'reply'], [3, '1000', 'reply'])).toEqual([false, true, false, true]);
    expect(codes(...known, [40, '1000', 'reply'], [41, '7700', 'reply'], [45, '7700', 'reply'])).toEqual([
      ...[false, true, true, false, true],
    ]);
  });

  test('the same reply read again is no confirmation', () => {
    expect(codes([1, '7500', 'reply'], [1, '7500', 'reply'], [1, '7500', 'reply'])).toEqual([false, false, false]);
  });

  test('one reply that two receivers read is no confirmation', () => {
    const guard = new ReplyGuard<string>();
    expect([guard.counts('7500', 1000, 'a'), guard.counts('7500', 1400, 'b')]).toEqual([false, false]);
    expect(guard.counts('7500', 5000, 'b')).toBe(true);
    const other = new ReplyGuard<string>();
    expect([other.counts('7500', 1000, 'a'), other.counts('7500', 1020, 'a')]).toEqual([false, true]);
  });

  test('a squitter confirms its value, and holds against others for a minute', () => {
    const sent: Step = [0, 'ROT391', 'squitter'];
    expect(codes(sent, [1, 'ROT391', 'reply'])).toEqual([true, true]);
    expect(codes(sent, [1, 'TEST1', 'reply'], [2, 'TEST1', 'reply'], [59, 'TEST1', 'reply'])).toEqual([
      ...[true, false, false, false],
    ]);
    expect(codes(sent, [61, 'TEST1', 'reply'], [62, 'TEST1', 'reply'])).toEqual([true, false, true]);
  });

  test('an altitude that the aircraft cannot have reached does not count, also if it is repeated', () => {
    const level: Step = [0, 34_000, 'squitter'];
    for (const jump of [48_000, 1000, 35_600])
      expect(altitudes(level, [1, jump, 'reply'], [2, jump, 'reply']), `${jump} ft`).toEqual([true, false, false]);
    expect(altitudes(level, [5, 34_500, 'reply'])).toEqual([true, true]);
    expect(altitudes([0, 34_000, 'reply'], [1, 48_000, 'reply'], [2, 33_950, 'reply'])).toEqual([false, false, true]);
  });

  test('replies alone can descend 12,000 ft/min', () => {
    const steps = Array.from({ length: 20 }, (_, n): Step => [n * 5, 34_000 - n * 1000, 'reply']);
    expect(altitudes(...steps)).toEqual([false, ...Array(19).fill(true)]);
  });
});
