export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * Runs each candidate once per round, in turn, so that other load affects all of them alike; medians by name.
 * `forMs` = minimum time: work of a millisecond needs more rounds than work of a second.
 */
export async function medians(candidates, rounds, forMs = 0) {
  const results = Object.fromEntries(Object.keys(candidates).map((name) => [name, []]));
  for (const work of Object.values(candidates)) await work(); // warm
  const until = performance.now() + forMs;
  for (let round = 0; round < rounds || performance.now() < until; round++)
    for (const [name, work] of Object.entries(candidates)) results[name].push(await work());
  return Object.fromEntries(Object.entries(results).map(([name, numbers]) => [name, median(numbers)]));
}
