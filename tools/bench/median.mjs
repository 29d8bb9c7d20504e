/** The middle of a list of numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * Runs each candidate once per round, in turn, so that what else the machine does meets all alike; results by name.
 * `forMs` = rounds go on until so much time has passed: what takes a millisecond needs more of them than what takes a second.
 */
export async function interleaved(candidates, rounds, forMs = 0) {
  const results = Object.fromEntries(Object.keys(candidates).map((name) => [name, []]));
  for (const work of Object.values(candidates)) await work(); // warm
  const until = performance.now() + forMs;
  for (let round = 0; round < rounds || performance.now() < until; round++)
    for (const [name, work] of Object.entries(candidates)) results[name].push(await work());
  return results;
}
