/** What stored rows say, for pages: as stored, otherwise decoded now. Own file: pages read rows in their own ways. */
import type { Meaning } from '../../../contract/entities/meaning.ts';
import { type AcarsMessage, acarsMeaning } from '../../../contract/entities/messages.ts';
import { labelWords } from '../../../decoder/label-meanings.ts';
import { meanings } from './meanings.ts';

type Row = Pick<AcarsMessage, 'label' | 'text' | 'aggregatedText' | 'blockId' | 'msgno' | 'acarsDateTime'> & {
  /** As stored: null, or of any version. */
  readonly meaning: unknown;
};
type KindAndWords = Pick<Meaning, 'kind' | 'words'>;

/** In the order of the rows. */
export async function kindsAndWords(rows: readonly Row[]): Promise<KindAndWords[]> {
  const stored = rows.map(({ meaning }) => acarsMeaning.meaning.tolerant(meaning));
  const missing = rows.filter((_, at) => stored[at] === null);
  const place = { lat: null, lon: null, extra: null };
  const read = await meanings.read(
    missing.map(({ text, aggregatedText, ...row }) => ({
      ...row,
      ...place,
      text: aggregatedText ?? text,
      msgno: aggregatedText === null ? row.msgno : null,
    })),
  );
  let next = 0;
  return rows.map(({ label }, at) => {
    const meaning = stored[at] ?? acarsMeaning.meaning.tolerant(JSON.parse(read[next++]?.json ?? 'null'));
    return meaning ?? { kind: 'other', words: labelWords(label ?? '') };
  });
}
