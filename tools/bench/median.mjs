/** The middle of a list of numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Runs each candidate once per round, in turn, so that what else the machine does meets all alike; results by name. */
export async function interleaved(candidates, rounds) {
  const results = Object.fromEntries(Object.keys(candidates).map((name) => [name, []]));
  for (const work of Object.values(candidates)) await work(); // warm
  for (let round = 0; round < rounds; round++)
    for (const [name, work] of Object.entries(candidates)) results[name].push(await work());
  return results;
}
