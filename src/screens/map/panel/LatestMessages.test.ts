import { expect, test } from 'vitest';
import { decoderVersion, type Meaning } from '../../../../contract/entities/meaning.ts';
import type { AcarsPerAircraft } from '../../../../contract/entities/messages.ts';
import { shownMessages } from './LatestMessages.tsx';

const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 23, 12, 0, seconds)).toISOString();
const row = (seconds: number, label: string, text: string): AcarsPerAircraft =>
  ({ acarsDateTime: at(seconds), label, text, aggregatedText: null }) as unknown as AcarsPerAircraft;

test('a message is shown once for all of its receptions, in words, up to five', () => {
  const position = 'POSN45W025,1200,380';
  const rows = [
    row(50, 'H1', position),
    row(20, '5Z', 'ONE'),
    row(19, '5Z', 'ONE'),
    row(18, '5Z', 'TWO'),
    row(10, 'H1', position),
    row(-20, 'H1', position),
    row(-90, 'Q0', ''),
    row(-200, 'Q0', ''),
  ];
  const read = (kind: 'position' | 'other', level: 'full' | 'none'): Meaning => ({
    version: decoderVersion,
    kind,
    level,
    words: 'Position',
    by: 'own',
    facts: {},
  });
  const meanings = rows.map(({ label }) =>
    label === 'Q0' ? null : label === 'H1' ? read('position', 'full') : read('other', 'none'),
  );
  const shown = shownMessages(rows, meanings);
  expect(
    shown.map(({ row: { acarsDateTime } }) => Date.parse(acarsDateTime) / 1000 - Date.parse(at(0)) / 1000),
  ).toEqual([50, 20, 18, -20, -90]);
  expect(shown[0]?.meaning).toMatchObject({ kind: 'position', words: 'Position' });
  expect(shown[1]).toMatchObject({ meaning: { level: 'none' }, text: 'ONE' });
});
