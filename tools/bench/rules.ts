/** A thousand rules: what they cost while messages are stored, and for each message; and a trial on 100,000 stored messages. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hourMs } from '../../contract/durations.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import type { Condition, RuleBody } from '../../contract/entities/rules.ts';
import { writeInstant } from '../../contract/params.ts';
import { launchPostgres } from '../../server/database/launch.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { demoExtra, demoMessages } from '../../server/demo/acars-traffic.ts';
import { meanings } from '../../server/messages/meanings/meanings.ts';
import { type Messages, openMessages, type StoredAcars } from '../../server/messages/messages.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { Asked, compileRule } from '../../server/telling/rules/compiled-rule.ts';
import { eventsOf, matchStored } from '../../server/telling/rules/match-stored.ts';
import { RuleIndex } from '../../server/telling/rules/rule-index.ts';
import { Rules } from '../../server/telling/rules/rules.ts';
import { tryRule } from '../../server/telling/rules/trial.ts';
import { type Figure, medians, ownCpuMs, type Parts, ratio } from './figures.ts';

const rulesCount = 1000;
const expressions = 50;
const rowsPerRound = 20_000;
const trialRows = 100_000;
const trialLimitS = 8;

/** As users write them: words, aircraft, flights, labels with a word, CPDLC elements, faults, airports. Few messages meet one. */
function ruleBodies(): Condition[][] {
  const named = (letters: string, at: number): string => `${letters}${String(at).padStart(4, '0')}`;
  const kinds: ((at: number) => Condition[])[] = [
    (at) => [{ field: 'words', values: [named('WORD', at), `DIVERT ${named('TO', at)}`] }],
    (at) => [{ field: 'tail', values: [named('N', at), `${named('D', at)}*`] }],
    (at) => [{ field: 'flight', values: [named('LH', at)] }],
    (at) => [
      { field: 'label', values: ['H1'] },
      { field: 'words', values: [named('REPORT', at)] },
    ],
    (at) => [
      { field: 'element', values: ['UM183'] },
      { field: 'icao', values: [at.toString(16).padStart(6, 'A')] },
    ],
    (at) => [{ field: 'newFault' }, { field: 'tail', values: [named('F', at)] }],
    (at) => [
      { field: 'to', values: ['ZZZZ'] },
      { field: 'flight', values: [`${named('UA', at)}*`] },
    ],
    (at) => [{ field: 'icao', values: [(0xf00000 + at).toString(16)] }],
  ];
  return Array.from({ length: rulesCount }, (_, at): Condition[] =>
    at < expressions
      ? [{ field: 'expression', values: [`${named('ENGINE', at)} (FIRE|FAIL)\\d+`] }]
      : (kinds[at % kinds.length]?.(at) ?? []),
  );
}
const bodyOf = (all: Condition[]): RuleBody => ({
  ...{ name: 'Bench', owner: 'all', isEnabled: true, all, not: [], scope: 'leg', quiet: null },
  ways: { push: false, email: 'none', webhooks: [], mqtt: false },
});

/** The demo's traffic, in rounds of other times. */
function rowsOf(round: number, count: number): AcarsMessage[] {
  const endMs = Date.UTC(2026, 9, 1) + round * 48 * hourMs;
  const rows: AcarsMessage[] = [];
  for (let fromMs = endMs; rows.length < count; fromMs += hourMs)
    for (const row of demoMessages(fromMs, fromMs + hourMs, 'live')) rows.push(row);
  return rows.slice(0, count);
}

async function withDatabase<T>(work: (db: Messages) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-bench-'));
  const launched = await launchPostgres(folder, () => {});
  const db = openMessages(openDatabase(launched.place, { max: 4 }));
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await db.close();
    await launched.stop();
    await meanings.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Microseconds of CPU a message, without a database. */
async function matching(): Promise<Figure[]> {
  const rows = rowsOf(0, rowsPerRound);
  const read = await meanings.read(
    rows.map(({ label, text, blockId, msgno, acarsDateTime, lat, lon }) => ({
      ...{ label, text, blockId, msgno, acarsDateTime, lat, lon, extra: null },
    })),
  );
  await meanings.close();
  const stored = rows.map(
    (row, at): StoredAcars => ({
      ...{ row, text: row.text, extra: null, meaning: read[at] ?? undefined, assemblyKey: at, key: String(at) },
    }),
  );
  const index = new RuleIndex(
    ruleBodies().map((all, at) =>
      compileRule({ ...{ id: String(at), owner: 'all', userId: null, company: null, name: '' }, body: bodyOf(all) }),
    ),
  );
  let matched = 0;
  const { us } = await medians({
    us: () =>
      (ownCpuMs(() => {
        for (const event of eventsOf(stored)) {
          const asked = new Asked(event);
          for (const rule of index.candidates(event, null, asked)) if (rule.match(asked)) matched++;
        }
      }) *
        1000) /
      rows.length,
  });
  return [
    {
      ...{ name: `matching a message with ${rulesCount} rules, ${expressions} of them expressions`, value: us },
      ...{
        limit: 60,
        unit: ' us',
        detail: `of CPU, ${rows.length.toLocaleString('en')} messages of the demo, ${matched} matches`,
      },
    },
  ];
}

const storing = (): Promise<Figure[]> =>
  withDatabase(async (db) => {
    await addRules(db);
    const rules = new Rules();
    const match = matchStored(rules, 'company', (error) => {
      throw error;
    });
    let round = 0;
    /** Milliseconds. */
    const store = (hook: typeof match | null) => async (): Promise<number> => {
      const rows = rowsOf(++round, rowsPerRound);
      db.memory.hooks.onAcars = hook;
      await db.query('checkpoint');
      const began = performance.now();
      for (let from = 0; from < rows.length; from += 1000)
        await storeAcars(
          db,
          rows.slice(from, from + 1000).map((row) => ({ row, extra: demoExtra(row) })),
        );
      return performance.now() - began;
    };
    const { with: ours, without } = await medians({ with: store(match), without: store(null) });
    return [
      ratio(
        `storing ${rowsPerRound.toLocaleString('en')} messages with ${rulesCount} rules, against none`,
        ours,
        without,
        1.05,
        { digits: 0 },
      ),
    ];
  });

async function addRules(db: Messages): Promise<void> {
  await db.query(
    `insert into watch_rules (owner, written_by, name, is_enabled, body) select 'all', 'bench', 'Bench', true, b from jsonb_array_elements($1::jsonb) b`,
    [JSON.stringify(ruleBodies().map(bodyOf))],
  );
}

const trial = (): Promise<Figure[]> =>
  withDatabase(async (db) => {
    for (let round = 0; round * rowsPerRound < trialRows; round++)
      await storeAcars(
        db,
        rowsOf(round, rowsPerRound).map((row) => ({ row, extra: demoExtra(row) })),
      );
    const body = bodyOf([{ field: 'words', values: ['ENGINE', 'DIVERT', 'FUEL'] }]);
    const caller = {
      audience: 'admin',
      company: null,
      userId: '',
      userName: '',
      role: 'Admin',
      terms: 1,
      sessionId: '',
    } as const;
    let said = '';
    const { seconds } = await medians({
      seconds: async () => {
        const began = performance.now();
        const tried = await tryRule({ db, caller, companyScope: 'company', body });
        said = `${tried.rows.toLocaleString('en')} rows back to ${tried.since ?? writeInstant(0)}, ${tried.hits} hits, whole: ${tried.isWhole}`;
        if (!tried.isWhole || tried.rows < trialRows) throw new Error(`The trial ended early: ${said}`);
        return (performance.now() - began) / 1000;
      },
    });
    return [
      {
        name: `a trial on ${trialRows.toLocaleString('en')} messages`,
        value: seconds,
        limit: trialLimitS,
        unit: ' s',
        detail: said,
      },
    ];
  });

export const parts: Parts = { matching, storing, trial };
