import { expect, test, vi } from 'vitest';
import { lastPositions } from './last-positions.ts';
import { writeRowsText } from './rows-text.ts';

const now = Date.UTC(2026, 10, 27, 12);
const row = { id: 0, icao: '4B1803', lat: 45, lon: 25, angle: 90, seenAt: new Date(now).toISOString() };
const stored = vi.hoisted(() => ({ at: 0, text: '' }));
vi.mock(import('./cached-responses.ts'), async (original) => ({
  ...(await original()),
  findRecord: async () => ({ facts: { storedAt: stored.at }, body: { text: stored.text } }) as never,
}));

test('stored positions are never of the future, even if the clock of the server was set back', async () => {
  stored.text = writeRowsText([row] as never);
  const map = { source: 'receivers', company: null };
  for (const [storedAt, shownAt] of [
    [now - 1000, now - 1000],
    [now + 90_000, now],
  ] as const) {
    stored.at = storedAt;
    expect((await lastPositions(map, now))?.storedAt).toBe(shownAt);
  }
});
